import { closeSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { openPrivateFile } from '../../database/private-file.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-address.ts';

/** Ignore clock corrections of up to this much. After a larger step back, a license is admitted again. */
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
	/**
	 * Moments that all processes of this machine share; licenses beyond its length are counted by each process alone.
	 */
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

	/** Takes so many requests of the license, all or none. The answer is valid until the next call. */
	take(slot: number, count = 1): Taken {
		const now = this.#now();
		const cells = this.#cells;
		const all = this.#momentsOf(slot);
		// By one clock no moment is further away than a window: it was set back, and must not lock anybody out.
		if (all[slot]! > now + cells.window + clockStep) all[slot] = now;
		const free = cells.after(all[slot]!, now, count);
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

/** Fractions of a millisecond that additions may be off by. */
const tolerance = 1e-6;

/**
 * So many requests at once, refilled evenly over the window: the generic cell rate algorithm (GCRA). One number
 * per client says everything: `free`, the moment at which its whole window is free again. All times are in
 * milliseconds.
 */
class CellRate {
	readonly window: number;
	/** How much one request adds to `free`. */
	readonly step: number;

	constructor({ requests, seconds }: Rate) {
		this.window = seconds * 1000;
		this.step = this.window / requests;
	}

	/** `free` after one more request. */
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

/** A limit per client address, for requests without a license: refusals (403), and paths that need no key. */
export interface AddressLimit {
	/** Takes one request of this address: 0, or the seconds until the next one is allowed, at least 1. */
	take(address: string): number;
}

export const noAddressLimit: AddressLimit = { take: () => 0 };

/** With more addresses than this, the one that asked longest ago is dropped. */
const mostAddresses = 10_000;

export function limitPerAddress(
	rate: Rate | null,
	now: () => number = () => performance.now(),
): AddressLimit {
	if (!rate) return noAddressLimit;
	const cells = new CellRate(rate);
	// By network, see `CellRate`; the least recent first.
	const free = new Map<string, number>();
	return {
		take(address) {
			const [network, time] = [networkOf(address), now()];
			const moment = cells.after(free.get(network) ?? 0, time);
			// Refused requests do not count: the license waits for one window at most.
			if (!cells.allows(moment, time)) return cells.secondsUntilAllowed(moment, time);
			free.delete(network);
			free.set(network, moment);
			if (free.size > mostAddresses) free.delete(free.keys().next().value!);
			return 0;
		},
	};
}

/** Licenses that are counted together. The file is sparse: licenses that never ask take no space. */
const licenses = 4_194_304;

/**
 * Memory that all processes with this state folder have in common, one number per license. Two that write in the
 * same instant lose one of two requests from the count: too little to matter, and no lock is needed.
 */
export function sharedMoments(stateFolder: string, log: Log): Float64Array {
	const file = join(stateFolder, 'rate-limit');
	try {
		const descriptor = openPrivateFile(file);
		try {
			ftruncateSync(descriptor, licenses * Float64Array.BYTES_PER_ELEMENT);
			// Maps the very file that was opened, on systems that can name it.
			const path = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : file;
			return new Float64Array(Bun.mmap(path, { shared: true }).buffer);
		} finally {
			closeSync(descriptor);
		}
	} catch (thrown) {
		log.warn('RATE_LIMIT counts in each process for itself', { reason: reasonOf(thrown) });
		return new Float64Array(0);
	}
}
