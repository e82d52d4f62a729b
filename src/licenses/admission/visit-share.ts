import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-address.ts';
import { UsedTime } from './used-time.ts';

/** Of the time of all, what clients that take more than their even share get together. The rest is for everybody else. */
const forTheGreedy = 0.5;
/** How many times the share everything together may use before even answers that are ready are refused. */
const forReadyAnswers = 5;
/** The share is counted over so many milliseconds at least: somebody may open a few pages at once. */
const shortestWindow = 10_000;
/** Milliseconds without a request of a license after which nobody waits. */
const idleAfter = 60_000;

/**
 * The processor time for everything that needs no key. While licenses ask, all clients without a key get so much time
 * together, and one of them half of that at most. What it limits is the drawing of pages; answers that are ready cost
 * little, and are refused only if all of it together uses several times the share. While no license has asked for a
 * minute, nobody waits and nothing is counted.
 */
export class VisitShare {
	/** Milliseconds in a window. */
	readonly #most: number;
	readonly #used: UsedTime<string>;
	readonly #now: () => number;
	/** Whether a license asked since this was last looked at, and when it was last so. */
	#hasAsked = false;
	#askedAt = Number.NEGATIVE_INFINITY;

	/** `now` and `spent` are those of `UsedTime`. */
	constructor(rate: Rate, now: () => number = () => performance.now(), spent?: () => number) {
		const window = Math.max(rate.seconds * 1_000, shortestWindow);
		this.#most = (rate.requests * window) / (rate.seconds * 1_000);
		this.#now = now;
		this.#used = new UsedTime(window, now, spent);
	}

	/** Notes that a license asks. Every request with a key comes here, so it does not even read the clock. */
	noteLicense(): void {
		this.#hasAsked = true;
	}

	/** Seconds until the client may have a page drawn, or 0 if it may now. */
	waitToDraw(address: string): number {
		if (!this.#yields()) return 0;
		const { used, total, clients } = this.#used.of(networkOf(address));
		const until = (use: number, allowed: number) => this.#used.secondsUntil(use, allowed);
		const some = this.#most * forTheGreedy;
		return Math.max(until(total, this.#most), Math.min(until(total, some), until(used, some / clients)));
	}

	/** Seconds until the client may ask for anything, or 0 if it may now. */
	wait(address: string): number {
		if (!this.#yields()) return 0;
		const { total } = this.#used.of(networkOf(address));
		return this.#used.secondsUntil(total, this.#most * forReadyAnswers);
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
		return now - this.#askedAt < idleAfter;
	}
}
