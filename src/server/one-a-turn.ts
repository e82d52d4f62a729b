/** Milliseconds after which work is long: whoever asks meanwhile for something short notices one such, and not two. */
const longFrom = 0.5;

/** Does the work at once, or in a later turn where this one had its long work already. */
export type OneATurn = <T>(work: () => T) => T | Promise<T>;

/**
 * Bun hands over all requests that have arrived before it looks for new ones: eight that take two milliseconds each
 * hold everybody up for sixteen. So after a long one the next wait, first come first served, and what takes microseconds
 * is answered between them. A client that asks alone waits for a millisecond at most.
 *
 * What it costs: Bun 1.4.4 closes a connection on which a second request arrives while the first waits. Clients that
 * pipeline what takes long may have to ask again, so nothing else may wait here.
 */
export function createOneATurn(now: () => number = () => performance.now()): OneATurn {
	const waiting: (() => void)[] = [];
	let isFull = false;
	const turn = () => {
		isFull = false;
		while (!isFull && waiting.length > 0) waiting.shift()!();
	};
	const run = <T>(work: () => T): T => {
		const began = now();
		try {
			return work();
		} finally {
			if (now() - began > longFrom) {
				isFull = true;
				setTimeout(turn, 0);
			}
		}
	};
	return (work) =>
		isFull ? new Promise((resolve) => waiting.push(() => resolve(Promise.try(() => run(work))))) : run(work);
}
