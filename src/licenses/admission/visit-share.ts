import type { Rate } from '../../settings/setting-readers.ts';
import { networkOf } from '../../text/client-address.ts';
import { UsedTime } from './used-time.ts';

/** The part of the time for all clients that use more than their even share. The rest is for everybody else. */
const forTheGreedy = 0.5;
/** Even stored answers are refused if all clients together use this many times the share. */
const forReadyAnswers = 5;
/** The share is counted over at least this many milliseconds, because people may open a few pages at once. */
const shortestWindow = 10_000;
/** Milliseconds without any license in use, after which nobody waits. */
const idleAfter = 60_000;

/**
 * The processor time for everything that needs no key. While licenses are in use, all clients without a key share
 * `PUBLIC_SHARE`, and a single client gets at most half of it. It limits the drawing of pages; stored answers cost little,
 * and are refused only if all clients together use several times the share. If no license was in use for a minute, nobody
 * waits and nothing is counted.
 */
export class VisitShare {
	/** Milliseconds in a window. */
	readonly #most: number;
	readonly #used: UsedTime<string>;
	readonly #now: () => number;
	/** Whether a license was in use since the last check, and when a check last found that. */
	#isUsed = false;
	#usedAt = Number.NEGATIVE_INFINITY;

	/** `now` and `spent` are those of `UsedTime`. */
	constructor(rate: Rate, now: () => number = () => performance.now(), spent?: () => number) {
		const window = Math.max(rate.seconds * 1_000, shortestWindow);
		this.#most = (rate.requests * window) / (rate.seconds * 1_000);
		this.#now = now;
		this.#used = new UsedTime(window, now, spent);
	}

	/** Records that a license is in use. Every request with a key comes here, so it does not even read the clock. */
	noteLicense(): void {
		this.#isUsed = true;
	}

	/** Seconds until a page may be drawn for the client, or 0 if it may be drawn at once. */
	waitToDraw(address: string): number {
		if (!this.#yields()) return 0;
		const { used, total, clients } = this.#used.of(networkOf(address));
		const until = (use: number, allowed: number) => this.#used.secondsUntil(use, allowed);
		const some = this.#most * forTheGreedy;
		return Math.max(until(total, this.#most), Math.min(until(total, some), until(used, some / clients)));
	}

	/** Seconds until any request of the client is answered, or 0 if it is answered at once. */
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
		if (this.#isUsed) {
			this.#isUsed = false;
			this.#usedAt = now;
		}
		return now - this.#usedAt < idleAfter;
	}
}
