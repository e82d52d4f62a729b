/** A line on a terminal that counts; nothing elsewhere. */
export function progressLine(word: string, total: number | null): { step(done: number): void; end(): void } {
	const terminal = process.stderr.isTTY === true;
	return {
		step(done) {
			if (terminal) process.stderr.write(`\r${word} ${done}${total === null ? '' : ` of ${total}`}`);
		},
		end() {
			if (terminal) process.stderr.write('\r\x1b[K');
		},
	};
}
