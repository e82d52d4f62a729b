/** A line on a terminal that counts; nothing elsewhere. */
export function progressLine(word: string): { step(done: number, total?: number): void; end(): void } {
	const terminal = process.stderr.isTTY === true;
	return {
		step(done, total) {
			if (terminal) process.stderr.write(`\r${word} ${done}${total === undefined ? '' : ` of ${total}`}`);
		},
		end() {
			if (terminal) process.stderr.write('\r\x1b[K');
		},
	};
}
