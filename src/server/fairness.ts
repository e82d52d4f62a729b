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
 * Bun 1.4.4 accepts waiting connections one after another, each with its first request, and does nothing else until none
 * waits. Clients that are faster than the service could keep it from timers, signals and all other connections forever. So
 * after half a second of that, answers are sent a turn later. Meanwhile these clients send nothing, and everything else
 * gets its turn.
 *
 * The cost: in a flood an answer comes a millisecond or two later. Bun 1.4.4 closes a connection on which a second request
 * arrives while the first waits, so clients that pipeline have to ask again. Without a flood no answer waits.
 */
export function createFairness(now: () => number = () => performance.now()): Fairness {
	/** The answers since the last turn, the time that they took up to the last reading, and whether that is too long. */
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
 * Does the work at once, or in a later turn if this turn has had long work already. Clients without a key (`last`) come
 * after all waiting licenses (`first`), unless they have waited for a second.
 */
type OneATurn = <T>(work: () => T | Promise<T>, place?: 'first' | 'last') => T | Promise<T>;

/** Milliseconds after which the work of a client without a key no longer lets licenses go first. */
const longestYield = 1_000;

/**
 * Bun hands over all requests that have arrived before it looks for new ones, so with 32 expensive reads everybody waits
 * for all of them. This answers one expensive read in each turn, in order, and cheap requests in between. Beside 32
 * connections with expensive reads another client waited at most 74 to 177 ms, and 241 to 594 ms without this (one outlier
 * left out).
 *
 * The cost: a client that asks alone waits at most a millisecond. Bun 1.4.4 closes a connection on which a second
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
			const result = work();
			// The work behind a promise is finished in this turn, but after the time is read, so it counts as long.
			isLong = result instanceof Promise;
			return result;
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
