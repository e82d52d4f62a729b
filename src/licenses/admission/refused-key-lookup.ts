/** How many look-ups refused keys may cause in a second. */
export const lookUpsPerSecond = 50;
/** Milliseconds for which the answer "unknown" is remembered. */
const rememberFor = 5_000;
/** Milliseconds in which refused keys are collected for one query. */
const gatherFor = 20;

const cells = 4096;

/**
 * Looks up each refused key once, in the background, because it may belong to a license whose notification was missed. A
 * flood of random keys does no harm: memory is fixed, and keys above the rate are dropped. Every refused key takes the
 * same steps here, whatever the reason for its refusal.
 */
export class RefusedKeyLookup {
	// Direct-mapped: 64 bits of digest and a moment per cell; a newer key overwrites the cell.
	readonly #digests = new Uint32Array(cells * 2);
	readonly #until = new Float64Array(cells);
	#waiting: Uint8Array[] = [];
	#allowance = lookUpsPerSecond;
	#filledAt: number;
	#timer: Timer | undefined;
	#lookUp: (digests: Uint8Array[]) => Promise<void>;
	readonly #now: () => number;

	/** Look-ups sent so far. */
	sentLookUps = 0;

	constructor(lookUp: (digests: Uint8Array[]) => Promise<void>, now: () => number = () => performance.now()) {
		this.#lookUp = lookUp;
		this.#now = now;
		this.#filledAt = now();
	}

	/** Receives the digest of a refused key, as eight words. */
	note(digest: Uint32Array): void {
		const now = this.#now();
		const cell = digest[1]! & (cells - 1);
		const remembered =
			this.#digests[cell * 2] === digest[2] &&
			this.#digests[cell * 2 + 1] === digest[3] &&
			this.#until[cell]! > now;
		if (remembered || !this.#allow(now)) return;
		this.#digests[cell * 2] = digest[2]!;
		this.#digests[cell * 2 + 1] = digest[3]!;
		this.#until[cell] = now + rememberFor;
		this.#waiting.push(new Uint8Array(digest.buffer).slice(0, 32));
		this.#timer ??= setTimeout(() => this.#send(), gatherFor);
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#waiting = [];
	}

	#allow(now: number): boolean {
		this.#allowance = Math.min(
			lookUpsPerSecond,
			this.#allowance + ((now - this.#filledAt) / 1000) * lookUpsPerSecond,
		);
		this.#filledAt = now;
		if (this.#allowance < 1) return false;
		this.#allowance--;
		return true;
	}

	#send(): void {
		const digests = this.#waiting;
		this.#waiting = [];
		this.#timer = undefined;
		this.sentLookUps += digests.length;
		// The gate follower reports that the database is away. A key is looked up again when it is next refused.
		this.#lookUp(digests).catch(() => {});
	}
}
