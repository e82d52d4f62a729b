import type { Rate } from '../../settings.ts';

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
	// The moment at which each license has its whole window free again (GCRA): one number says everything.
	#free = new Float64Array(1024);
	readonly #window: number;
	readonly #step: number;
	// One object for all answers, so that a request allocates nothing.
	readonly #taken: Taken;
	readonly #now: () => number;

	constructor(rate: Rate, now: () => number = () => performance.now()) {
		this.rate = rate;
		this.#window = rate.seconds * 1000;
		this.#step = this.#window / rate.requests;
		this.#now = now;
		this.#taken = { limit: rate.requests, remaining: 0, resetSeconds: 0, allowed: false };
	}

	/** Takes one request of the license. The answer is valid until the next call. */
	take(slot: number): Taken {
		if (slot >= this.#free.length) this.#grow(slot);
		const now = this.#now();
		const free = Math.max(this.#free[slot]!, now) + this.#step;
		const taken = this.#taken;
		taken.allowed = free - now <= this.#window + 1e-6;
		if (taken.allowed) {
			this.#free[slot] = free;
			taken.remaining = Math.floor((this.#window - (free - now)) / this.#step + 1e-6);
			taken.resetSeconds = Math.ceil((free - now) / 1000);
		} else {
			taken.remaining = 0;
			taken.resetSeconds = Math.max(1, Math.ceil((free - now - this.#window) / 1000));
		}
		return taken;
	}

	#grow(slot: number): void {
		const free = new Float64Array(Math.max(slot + 1, this.#free.length * 2));
		free.set(this.#free);
		this.#free = free;
	}
}
