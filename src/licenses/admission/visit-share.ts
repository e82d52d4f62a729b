import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-address.ts';
import { UsedTime } from './used-time.ts';

/** Of the time of all, what clients that take more than their even share get together. The rest is for everybody else. */
const forTheGreedy = 0.5;

/**
 * The processor time for everything that needs no key. While licenses ask, all clients without a key get so many
 * milliseconds of each window together, and none of them more than half of that once others ask too. While no license
 * has asked for a window, nobody waits and nothing is counted.
 */
export class VisitShare {
	/** Milliseconds. */
	readonly #most: number;
	readonly #window: number;
	readonly #used: UsedTime<string>;
	readonly #now: () => number;
	/** Whether a license asked since this was last looked at, and when it was last so. */
	#hasAsked = false;
	#askedAt = Number.NEGATIVE_INFINITY;

	/** `now` and `spent` are those of `UsedTime`. */
	constructor(rate: Rate, now: () => number = () => performance.now(), spent?: () => number) {
		this.#most = rate.requests;
		this.#window = rate.seconds * 1_000;
		this.#now = now;
		this.#used = new UsedTime(this.#window, now, spent);
	}

	/** Notes that a license asks. Every request with a key comes here, so it does not even read the clock. */
	noteLicense(): void {
		this.#hasAsked = true;
	}

	/** Seconds until the client may ask again, or 0 if it may now. */
	wait(address: string): number {
		if (!this.#yields()) return 0;
		const { used, total, clients } = this.#used.of(networkOf(address));
		const until = (use: number, allowed: number) => this.#used.secondsUntil(use, allowed);
		const some = this.#most * forTheGreedy;
		return Math.max(until(total, this.#most), Math.min(until(total, some), until(used, some / clients)));
	}

	/** Does the work, and charges its time to the client. */
	charge<T>(address: string, work: () => T): T {
		return this.#yields() ? this.#used.charge(networkOf(address), work) : work();
	}

	#yields(): boolean {
		const now = this.#now();
		if (this.#hasAsked) {
			this.#hasAsked = false;
			this.#askedAt = now;
		}
		return now - this.#askedAt < this.#window;
	}
}
