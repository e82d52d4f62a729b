import { constants, getPriority, setPriority } from 'node:os';

/**
 * For commands that change many licenses in steps. Lowers the priority of this process, so that the service on this
 * machine answers first. A signal ends the work between two steps, never in the middle of one.
 */
export function beginLongWork(): AbortSignal {
	const low = constants.priority.PRIORITY_BELOW_NORMAL;
	if (getPriority() < low) setPriority(low);
	const controller = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
	return controller.signal;
}

/** A counter on one line of a terminal; writes nothing if standard error is not a terminal. */
export function progressLine(word: string): { step(count: number, total?: number): void; end(): void } {
	const terminal = process.stderr.isTTY === true;
	return {
		step(count, total) {
			if (terminal) process.stderr.write(`\r${word} ${count}${total === undefined ? '' : ` of ${total}`}`);
		},
		end() {
			if (terminal) process.stderr.write('\r\x1b[K');
		},
	};
}
