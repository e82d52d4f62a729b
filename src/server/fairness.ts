import { yieldTurn } from '../process/yield-turn.ts';

/** How long the rest of the process may have to wait for clients that connect without a pause. */
const longestWait = 500;
const turnEvery = 100;
/** Asking for the time costs more than everything else here, so only every so many answers do it. */
const answersPerLook = 16;
/** So many answers take a few milliseconds. Whatever is longer than this the process slept, or was not let run. */
const longestLook = 50;

/**
 * Gives an answer at once, or after everything else had its turn. `costly` is one that took long enough for the
 * time to be looked at right after it.
 */
export type Fairness = (response: Response, costly?: boolean) => Response | Promise<Response>;

/**
 * Bun 1.4.4 takes waiting connections one after the other, each with its first request, and looks at nothing else
 * until none waits: clients that are faster than the service would keep it from timers, signals and all other
 * connections for ever. Whoever comes after half a second of that is answered a turn later. While they wait no
 * others come, and the rest gets its turn.
 *
 * What it costs: a turn is a millisecond or two for clients that wait for each answer, which are nearly all. Bun
 * 1.4.4 closes a connection on which a second request arrives while the first waits: in a flood of that length,
 * clients that pipeline are cut off and have to ask again. Without a flood no answer ever waits.
 */
export function createFairness(now: () => number = () => performance.now()): Fairness {
	/** Answers since the last turn, how long they took until the last look, and whether that is too long. */
	let answers = 0;
	let took = 0;
	let looked = 0;
	let late = false;
	const turn = () => {
		answers = 0;
		late = false;
	};
	return (response, costly = false) => {
		if (answers++ % answersPerLook === 0 || costly) {
			const time = now();
			if (answers === 1) {
				took = 0;
				setTimeout(turn, turnEvery).unref();
			} else took += Math.min(time - looked, longestLook);
			looked = time;
			late = took > longestWait;
		}
		return late ? yieldTurn().then(() => response) : response;
	};
}

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
