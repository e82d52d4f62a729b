import type { Rate } from '../../settings/setting-readers.ts';

/**
 * Shares the time of this process among the licenses whose reads must be computed. A license never waits while the
 * others are idle, however much it reads. While others ask too, all reads together get so many milliseconds of each
 * window, and only a license that takes more than its even share waits.
 */
export class TimeShare {
	/** Milliseconds that all reads get in a window while several licenses ask. */
	readonly #most: number;
	readonly #window: number;
	readonly #now: () => number;
	readonly #spent: () => number;
	/** Of all licenses together. */
	readonly #total: Used = { milliseconds: 0, at: 0 };
	/** By license. Licenses with next to no use are dropped now and then. */
	readonly #used = new Map<number, Used>();
	/** The licenses that read in this window, and how many did in the one before. */
	readonly #readers = new Set<number>();
	#readersBefore = 0;
	#began = Number.NEGATIVE_INFINITY;
	/** Who asked last, and how often that was somebody else than before, in this window and in the one before. */
	#last = -1;
	#changes = 0;
	#changesBefore = 0;

	/**
	 * `spent` is the processor time of this process: it does not grow while the system pauses the process. Both in
	 * milliseconds.
	 */
	constructor(rate: Rate, now: () => number = () => performance.now(), spent: () => number = processTime) {
		this.#most = rate.requests;
		this.#window = rate.seconds * 1_000;
		this.#now = now;
		this.#spent = spent;
	}

	/** Notes which license asks, for anything. Every request comes here, so it only compares and counts. */
	note(license: number): void {
		if (license === this.#last) return;
		this.#last = license;
		this.#changes++;
	}

	/** Seconds until the license may read again, or 0 if it may now. */
	wait(license: number): number {
		const now = this.#now();
		this.#turn(license, now);
		this.#readers.add(license);
		const used = this.#after(this.#used.get(license), now);
		const total = this.#after(this.#total, now);
		const others = total - used;
		const areBusy = Math.max(this.#changes, this.#changesBefore) >= fewChanges;
		if (!areBusy && others <= this.#most * fewReads) return 0;
		const share = this.#most / Math.max(this.#readers.size, this.#readersBefore);
		if (used <= share || total <= this.#most) return 0;
		return Math.max(1, Math.ceil((Math.log(used / share) * this.#window) / 1_000));
	}

	/** Does the work, and charges its time to the license. */
	charge<T>(license: number, work: () => T): T {
		const [began, before] = [this.#now(), this.#spent()];
		const done = work();
		const now = this.#now();
		// Other threads of the process work too: a read never used more than the time it took.
		const spent = Math.min(this.#spent() - before, now - began);
		if (this.#used.size >= mostRemembered) this.#forget(now);
		const used = this.#used.get(license) ?? { milliseconds: 0, at: now };
		this.#used.set(license, used);
		for (const counted of [used, this.#total]) {
			counted.milliseconds = this.#after(counted, now) + spent;
			counted.at = now;
		}
		return done;
	}

	/** Begins a new window when the old one is over. Licenses of the old window count for one window more. */
	#turn(license: number, now: number): void {
		const passed = now - this.#began;
		if (passed < this.#window) return;
		const lately = passed < this.#window * 2;
		this.#changesBefore = lately ? this.#changes : 0;
		this.#readersBefore = lately ? this.#readers.size : 0;
		this.#changes = 0;
		this.#last = license;
		this.#readers.clear();
		this.#began = now;
	}

	/** The use that is left now. It fades, so that a steady use equals the use of the last window. */
	#after(used: Used | undefined, now: number): number {
		return used ? used.milliseconds * Math.exp((used.at - now) / this.#window) : 0;
	}

	#forget(now: number): void {
		for (const [license, used] of this.#used)
			if (this.#after(used, now) < worthRemembering) this.#used.delete(license);
	}
}

interface Used {
	milliseconds: number;
	at: number;
}

/**
 * Below this, other licenses count as idle: ten requests in a window, each between two of one's own, or a twentieth of
 * the time of all reads.
 */
const fewChanges = 20;
const fewReads = 0.05;

/** Above this many licenses, those with next to no recent use are dropped. */
const mostRemembered = 10_000;
const worthRemembering = 0.01;

/** The time of all threads: Linux (6.18) reports that of a single thread milliseconds late. */
function processTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}
