import { yieldTurn } from '../process/yield-turn.ts';

/** How long clients that connect without a pause may delay the rest of the process, in milliseconds. */
const longestWait = 500;
const turnEvery = 100;
/** The clock is read once in this many answers, because reading it costs more than everything else here. */
const answersPerReading = 16;
/** Between two readings pass a few milliseconds. If it was longer than this, the process slept or was not scheduled. */
const longestReading = 50;

/** Sends a response at once, or, in a flood of connections, a turn later. Reads the clock after every `costly` one. */
export type Fairness = (response: Response, costly?: boolean) => Response | Promise<Response>;

/**
 * Bun 1.4.4 accepts waiting connections one after the other, each with its first request, and does nothing else until none
 * waits: clients that are faster than the service would keep it from timers, signals and all other connections for ever. After
 * half a second of that, answers are given a turn later. While these clients wait they send nothing, and the rest gets its turn.
 *
 * The cost: a turn is a millisecond or two for a client that waits for each answer, as nearly all do. Bun 1.4.4 closes a
 * connection on which a second request arrives while the first waits, so in such a flood clients that pipeline have to ask
 * again. Without a flood no answer waits.
 */
export function createFairness(now: () => number = () => performance.now()): Fairness {
	/** Answers since the last turn, how long they took until the clock was last read, and whether that is too long. */
	let answers = 0;
	let took = 0;
	let lastReading = 0;
	let isLate = false;
	const turn = () => {
		answers = 0;
		isLate = false;
	};
	return (response, costly = false) => {
		if (answers++ % answersPerReading === 0 || costly) {
			const time = now();
			if (answers === 1) {
				took = 0;
				setTimeout(turn, turnEvery).unref();
			} else took += Math.min(time - lastReading, longestReading);
			lastReading = time;
			isLate = took > longestWait;
		}
		return isLate ? yieldTurn().then(() => response) : response;
	};
}

/** Milliseconds after which work counts as long. */
const longFrom = 0.5;

/**
 * Does the work at once, or in a later turn if this one had its long work already. Work of clients without a key (`last`)
 * comes after all work of licenses that waits, but does not wait for more than a second because of it.
 */
export type OneATurn = <T>(work: () => T | Promise<T>, place?: 'first' | 'last') => T | Promise<T>;

/** Milliseconds after which work of clients without a key takes its turn. */
const longestYield = 1_000;

/**
 * Bun hands over all requests that have arrived before it looks for new ones, so 32 expensive reads keep everybody
 * waiting for all of them. With this, one is answered in each turn, first come first served, and cheap requests in
 * between. Beside 32 connections with expensive reads another client waited 74 to 177 ms at most, and 241 to 594 ms
 * without (one outlier left out).
 *
 * The cost: a client that asks alone waits for a millisecond at most. Bun 1.4.4 closes a connection on which a second
 * request arrives while the first waits, so only expensive reads may wait here.
 */
export function createOneATurn(now: () => number = () => performance.now()): OneATurn {
	const waiting: Record<'first' | 'last', { readonly since: number; run(): void }[]> = {
		first: [],
		last: [],
	};
	let isFull = false;
	const next = () => {
		const [stranger] = waiting.last;
		const isLate = stranger !== undefined && now() - stranger.since > longestYield;
		return (isLate ? undefined : waiting.first.shift()) ?? waiting.last.shift();
	};
	const turn = () => {
		isFull = false;
		for (let work = next(); work; work = isFull ? undefined : next()) work.run();
	};
	const run = <T>(work: () => T): T => {
		const began = now();
		let isLong = false;
		try {
			const done = work();
			// Everything that a promise needs in this process is done before the next turn.
			isLong = done instanceof Promise;
			return done;
		} finally {
			if (isLong || now() - began > longFrom) {
				isFull = true;
				setTimeout(turn, 0);
			}
		}
	};
	return (work, place = 'first') =>
		isFull
			? new Promise((resolve) =>
					waiting[place].push({ since: now(), run: () => resolve(Promise.try(() => run(work))) }),
				)
			: run(work);
}
