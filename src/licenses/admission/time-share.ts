import type { Rate } from '../../settings/setting-readers.ts';
import { UsedTime } from './used-time.ts';

/**
 * Shares the processor time of this process among licenses whose reads must be computed. While the others are idle, a
 * license never waits. While several are in use, all reads together get `READ_LIMIT` milliseconds of each window, and only
 * a license that uses more than its even share waits.
 */
export class TimeShare {
	/** Milliseconds that all reads get in a window while several licenses are in use. */
	readonly #most: number;
	readonly #used: UsedTime<number>;
	/** The license of the last request, and how often it changed, in this window and in the one before. */
	#last = -1;
	#changes = 0;
	#changesBefore = 0;

	/** `now` and `spent` are those of `UsedTime`. */
	constructor(rate: Rate, now?: () => number, spent?: () => number) {
		this.#most = rate.requests;
		this.#used = new UsedTime(rate.seconds * 1_000, now, spent);
	}

	/** Records the license of a request of any kind. Every request comes here, so it only compares and counts. */
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
		const usedByOthers = total - used;
		const areBusy = Math.max(this.#changes, this.#changesBefore) >= fewChanges;
		if (!areBusy && usedByOthers <= this.#most * fewReads) return 0;
		const share = this.#most / clients;
		return used <= share || total <= this.#most ? 0 : this.#used.secondsUntil(used, share);
	}

	/** Does the work, and charges its time to the license. */
	charge<T>(license: number, work: () => T): T {
		return this.#used.charge(license, work);
	}
}

/**
 * Below these, other licenses count as idle: ten requests in a window (each between two of this license makes two
 * changes), and a twentieth of the time of all reads.
 */
const fewChanges = 20;
const fewReads = 0.05;
