import type { Rate } from '../../settings/setting-readers.ts';

/** Fractions of a millisecond that additions may be off by. */
const tolerance = 1e-6;

/**
 * So many requests at once, refilled evenly over the window: the generic cell rate algorithm (GCRA). One number
 * per client says everything: `free`, the moment at which its whole window is free again. All times are in
 * milliseconds.
 */
export class CellRate {
	readonly window: number;
	/** What one request adds to `free`. */
	readonly step: number;

	constructor({ requests, seconds }: Rate) {
		this.window = seconds * 1000;
		this.step = this.window / requests;
	}

	/** `free` after one request more, or after whatever else is counted. */
	after(free: number, now: number, count = 1): number {
		return Math.max(free, now) + this.step * count;
	}

	/** Whether the request that leads to this `free` is within the limit. */
	allows(free: number, now: number): boolean {
		return free - now <= this.window + tolerance;
	}

	/** Requests that could follow at once. */
	remaining(free: number, now: number): number {
		return Math.floor((this.window - (free - now)) / this.step + tolerance);
	}

	/** Whole seconds, at least 1, until the request that leads to this `free` is within the limit. */
	secondsUntilAllowed(free: number, now: number): number {
		return Math.max(1, Math.ceil((free - now - this.window) / 1000));
	}
}
