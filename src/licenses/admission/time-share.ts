import type { Rate } from '../../settings/setting-readers.ts';
import { CellRate } from './cell-rate.ts';

/** Twice what any read may take: what is longer was spent waiting for the processor. */
const longestRead = 10;

/**
 * What each license may take of this process' time with reads that are worked out when they are asked for. Whoever
 * has used up a window's share waits until it has refilled, so that one license cannot keep the others from theirs.
 */
export class TimeShare {
	/** What it counts are milliseconds of reading. */
	readonly #cells: CellRate;
	/** By license, see `CellRate`. Those in the past are dropped now and then. */
	readonly #free = new Map<number, number>();
	readonly #now: () => number;

	constructor(rate: Rate, now: () => number = () => performance.now()) {
		this.#cells = new CellRate(rate);
		this.#now = now;
	}

	/** Seconds to wait, or 0 while the license has something of its share left. */
	wait(license: number): number {
		const [free, now] = [this.#free.get(license) ?? 0, this.#now()];
		return this.#cells.allows(free, now) ? 0 : this.#cells.secondsUntilAllowed(free, now);
	}

	/** Does the work and takes the time of it off the share of the license. */
	charge<T>(license: number, work: () => T): T {
		const started = this.#now();
		const done = work();
		const ended = this.#now();
		const spent = Math.min(ended - started, longestRead);
		if (this.#free.size >= mostRemembered) this.#forget(ended);
		this.#free.set(license, this.#cells.after(this.#free.get(license) ?? 0, ended, spent));
		return done;
	}

	#forget(now: number): void {
		for (const [license, free] of this.#free) if (free <= now) this.#free.delete(license);
	}
}

/** Licenses that are kept in mind before those whose share is whole again are forgotten. */
const mostRemembered = 10_000;
