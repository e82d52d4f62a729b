import type { Rate } from '../../settings/setting-readers.ts';
import { UsedTime } from './used-time.ts';

/**
 * Shares the time of this process among the licenses whose reads must be computed. A license never waits while the
 * others are idle, however much it reads. While others ask too, all reads together get so many milliseconds of each
 * window, and only a license that takes more than its even share waits.
 */
export class TimeShare {
	/** Milliseconds that all reads get in a window while several licenses ask. */
	readonly #most: number;
	readonly #used: UsedTime<number>;
	/** Who asked last, and how often that was somebody else than before, in this window and in the one before. */
	#last = -1;
	#changes = 0;
	#changesBefore = 0;

	/** `now` and `spent` are those of `UsedTime`. */
	constructor(rate: Rate, now?: () => number, spent?: () => number) {
		this.#most = rate.requests;
		this.#used = new UsedTime(rate.seconds * 1_000, now, spent);
	}

	/** Notes which license asks, for anything. Every request comes here, so it only compares and counts. */
	note(license: number): void {
		if (license === this.#last) return;
		this.#last = license;
		this.#changes++;
	}

	/** Seconds until the license may read again, or 0 if it may now. */
	wait(license: number): number {
		const { used, total, clients, turned } = this.#used.of(license);
		if (turned !== null) {
			this.#changesBefore = turned === 'soon' ? this.#changes : 0;
			this.#changes = 0;
			this.#last = license;
		}
		const others = total - used;
		const areBusy = Math.max(this.#changes, this.#changesBefore) >= fewChanges;
		if (!areBusy && others <= this.#most * fewReads) return 0;
		const share = this.#most / clients;
		return used <= share || total <= this.#most ? 0 : this.#used.secondsUntil(used, share);
	}

	/** Does the work, and charges its time to the license. */
	charge<T>(license: number, work: () => T): T {
		return this.#used.charge(license, work);
	}
}

/**
 * Below this, other licenses count as idle: ten requests in a window, each between two of one's own, or a twentieth of
 * the time of all reads.
 */
const fewChanges = 20;
const fewReads = 0.05;
