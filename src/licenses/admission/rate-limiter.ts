import type { Rate } from '../../settings.ts';
import { CellRate } from './cell-rate.ts';

export interface Taken {
	/** Requests in a full window. */
	limit: number;
	/** Requests that could follow at once. */
	remaining: number;
	/** Seconds until the next request is allowed, or if it is, until the whole window is free again. */
	resetSeconds: number;
	allowed: boolean;
}

/** A limit per license on this node: so many requests at once, refilled evenly over the window. */
export class KeyLimiter {
	readonly rate: Rate;
	/** By license, see `CellRate`. */
	#free = new Float64Array(1024);
	readonly #cells: CellRate;
	// One object for all answers, so that a request allocates nothing.
	readonly #taken: Taken;
	readonly #now: () => number;

	constructor(rate: Rate, now: () => number = () => performance.now()) {
		this.rate = rate;
		this.#cells = new CellRate(rate);
		this.#now = now;
		this.#taken = { limit: rate.requests, remaining: 0, resetSeconds: 0, allowed: false };
	}

	/** Takes one request of the license. The answer is valid until the next call. */
	take(slot: number): Taken {
		if (slot >= this.#free.length) this.#grow(slot);
		const now = this.#now();
		const cells = this.#cells;
		const free = cells.after(this.#free[slot]!, now);
		const taken = this.#taken;
		taken.allowed = cells.allows(free, now);
		if (taken.allowed) {
			this.#free[slot] = free;
			taken.remaining = cells.remaining(free, now);
			taken.resetSeconds = Math.ceil((free - now) / 1000);
		} else {
			taken.remaining = 0;
			taken.resetSeconds = cells.secondsUntilAllowed(free, now);
		}
		return taken;
	}

	#grow(slot: number): void {
		const free = new Float64Array(Math.max(slot + 1, this.#free.length * 2));
		free.set(this.#free);
		this.#free = free;
	}
}
