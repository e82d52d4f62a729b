import type { Rate } from '../../settings/setting-readers.ts';
import { CellRate } from './cell-rate.ts';

/** A clock that is set back by less is only being kept in step; so much later a license is let in again. */
const clockStep = 1_000;

export interface Taken {
	/** Requests in a full window. */
	limit: number;
	/** Requests that could follow at once. */
	remaining: number;
	/** Seconds until the next request is allowed, or if it is, until the whole window is free again. */
	resetSeconds: number;
	allowed: boolean;
}

/** A limit per license: so many requests at once, refilled evenly over the window. */
export class KeyLimiter {
	readonly rate: Rate;
	/** By license, see `CellRate`. */
	#free: Float64Array;
	/** What the processes of this machine have in common; licenses beyond it count in each process for itself. */
	readonly #shared: Float64Array;
	readonly #cells: CellRate;
	// One object for all answers, so that a request allocates nothing.
	readonly #taken: Taken;
	readonly #now: () => number;

	/** `shared` holds the moments of the first licenses for several processes, by a clock that they share. */
	constructor(rate: Rate, shared: Float64Array = new Float64Array(0), now: () => number = Date.now) {
		this.rate = rate;
		this.#shared = shared;
		this.#free = new Float64Array(1024);
		this.#cells = new CellRate(rate);
		this.#now = now;
		this.#taken = { limit: rate.requests, remaining: 0, resetSeconds: 0, allowed: false };
	}

	/** Takes one request of the license. The answer is valid until the next call. */
	take(slot: number): Taken {
		const now = this.#now();
		const cells = this.#cells;
		const all = this.#momentsOf(slot);
		// By one clock no moment is further away than a window: it was set back, and must not lock anybody out.
		if (all[slot]! > now + cells.window + clockStep) all[slot] = now;
		const free = cells.after(all[slot]!, now);
		const taken = this.#taken;
		taken.allowed = cells.allows(free, now);
		if (taken.allowed) {
			all[slot] = free;
			taken.remaining = cells.remaining(free, now);
			taken.resetSeconds = Math.ceil((free - now) / 1000);
		} else {
			taken.remaining = 0;
			taken.resetSeconds = cells.secondsUntilAllowed(free, now);
		}
		return taken;
	}

	#momentsOf(slot: number): Float64Array {
		if (slot < this.#shared.length) return this.#shared;
		if (slot >= this.#free.length) this.#grow(slot);
		return this.#free;
	}

	#grow(slot: number): void {
		const free = new Float64Array(Math.max(slot + 1, this.#free.length * 2));
		free.set(this.#free);
		this.#free = free;
	}
}
