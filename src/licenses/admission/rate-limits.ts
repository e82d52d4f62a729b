import { closeSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
import { openPrivateFile } from '../../database/private-file.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { networkOf } from '../../settings/client-address.ts';
import type { Rate } from '../../settings/setting-readers.ts';

/** Clock corrections of up to this many milliseconds are ignored. After a larger step back, a license starts afresh. */
const clockStep = 1_000;

export interface Allowance {
	/** Requests in a full window. */
	limit: number;
	/** Requests that are still allowed at this moment. */
	remaining: number;
	/** Seconds until the whole window is free again; if the request was refused, until the next one is allowed. */
	resetSeconds: number;
	allowed: boolean;
}

/** A limit per license: a number of requests at once, refilled evenly over the window. */
export class KeyLimiter {
	readonly rate: Rate;
	/** The moment `free` of each license, see `CellRate`. */
	#free: Float64Array;
	/**
	 * The moments that all processes of this machine share; each process counts licenses beyond its length by itself.
	 */
	readonly #shared: Float64Array;
	readonly #cells: CellRate;
	// One object for all answers, so that a request allocates nothing.
	readonly #allowance: Allowance;
	readonly #now: () => number;

	/** `shared` has the moments of the first licenses for several processes, by their common clock. */
	constructor(rate: Rate, shared: Float64Array = new Float64Array(0), now: () => number = Date.now) {
		this.rate = rate;
		this.#shared = shared;
		this.#free = new Float64Array(1024);
		this.#cells = new CellRate(rate);
		this.#now = now;
		this.#allowance = { limit: rate.requests, remaining: 0, resetSeconds: 0, allowed: false };
	}

	/** Takes `count` requests of the license, all or none. The returned object is overwritten by the next call. */
	take(slot: number, count = 1): Allowance {
		const now = this.#now();
		const cells = this.#cells;
		const all = this.#momentsOf(slot);
		// A moment more than a window ahead means that the clock was set back, which must not lock anybody out.
		if (all[slot]! > now + cells.window + clockStep) all[slot] = now;
		const free = cells.after(all[slot]!, now, count);
		const allowance = this.#allowance;
		allowance.allowed = cells.allows(free, now);
		if (allowance.allowed) {
			all[slot] = free;
			allowance.remaining = cells.remaining(free, now);
			allowance.resetSeconds = Math.ceil((free - now) / 1000);
		} else {
			allowance.remaining = 0;
			allowance.resetSeconds = cells.secondsUntilAllowed(free, now);
		}
		return allowance;
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
 * The generic cell rate algorithm (GCRA): a number of requests at once, refilled evenly over the window. Its state is one
 * number per client: `free`, the moment at which the whole window is free again. All times are in milliseconds.
 */
export class CellRate {
	readonly window: number;
	/** How much one request adds to `free`. */
	readonly step: number;

	constructor({ requests, seconds }: Rate) {
		this.window = seconds * 1000;
		this.step = this.window / requests;
	}

	/** `free` after more requests. */
	after(free: number, now: number, count = 1): number {
		return Math.max(free, now) + this.step * count;
	}

	/** Whether a request is within the limit, by the `free` after it. */
	allows(free: number, now: number): boolean {
		return free - now <= this.window + tolerance;
	}

	/** Requests that are still allowed at this moment. */
	remaining(free: number, now: number): number {
		return Math.floor((this.window - (free - now)) / this.step + tolerance);
	}

	/** Whole seconds, at least 1, until a request is within the limit, by the `free` after it. */
	secondsUntilAllowed(free: number, now: number): number {
		return Math.max(1, Math.ceil((free - now - this.window) / 1000));
	}
}

/** A limit per client address, for requests without a license: refusals (403), and paths that need no key. */
export interface AddressLimit {
	/** Takes one request of this address. Returns 0, or the seconds (at least 1) until the next one is allowed. */
	take(address: string): number;
}

export const noAddressLimit: AddressLimit = { take: () => 0 };

/** With more addresses than this, the address with the oldest request is dropped. */
const mostAddresses = 10_000;

export function limitPerAddress(
	rate: Rate | null,
	now: () => number = () => performance.now(),
): AddressLimit {
	if (!rate) return noAddressLimit;
	const cells = new CellRate(rate);
	// The moment `free` of each network (see `CellRate`).
	const free = new BoundedMap<string, number>(mostAddresses);
	return {
		take(address) {
			const [network, time] = [networkOf(address), now()];
			const moment = cells.after(free.get(network) ?? 0, time);
			// Refused requests do not count, so a client waits for one window at most.
			if (!cells.allows(moment, time)) return cells.secondsUntilAllowed(moment, time);
			free.set(network, moment);
			return 0;
		},
	};
}

/** How many licenses the file has room for. It is sparse: licenses without requests take no space. */
const licenses = 4_194_304;

/**
 * Memory that all processes with this state folder share, one number per license. Nothing locks it, so two requests in the
 * same instant may count as one.
 */
export function sharedMoments(stateFolder: string, log: Log, name = 'rate-limit'): Float64Array {
	const file = join(stateFolder, name);
	try {
		const descriptor = openPrivateFile(file);
		try {
			ftruncateSync(descriptor, licenses * Float64Array.BYTES_PER_ELEMENT);
			// Linux can map the file that was opened, even if its path leads elsewhere by now.
			const path = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : file;
			return new Float64Array(Bun.mmap(path, { shared: true }).buffer);
		} finally {
			closeSync(descriptor);
		}
	} catch (thrown) {
		log.warn('a limit per license counts in each process for itself', {
			limit: name,
			reason: reasonOf(thrown),
		});
		return new Float64Array(0);
	}
}
