/** Look-ups per second that refused keys may cause, and how long the answer "unknown" is remembered. */
export const lookUpsPerSecond = 50;
const rememberFor = 5_000;
const gatherFor = 20;

const cells = 4096;

/**
 * A refused key may belong to a license whose notification was missed, so it is looked up once, in the background. A
 * flood of random keys changes nothing: memory is fixed, and keys above the rate are dropped. Every refused key takes
 * the same steps here, whatever the reason for its refusal.
 */
export class RefusedKeyLookup {
	// Direct-mapped: 64 bits of digest and a moment per cell; a newer key simply takes the cell over.
	readonly #digests = new Uint32Array(cells * 2);
	readonly #until = new Float64Array(cells);
	#waiting: Uint8Array[] = [];
	#allowance = lookUpsPerSecond;
	#filledAt: number;
	#timer: Timer | undefined;
	#lookUp: (digests: Uint8Array[]) => Promise<void>;
	readonly #now: () => number;

	/** Look-ups sent so far. */
	sent = 0;

	constructor(lookUp: (digests: Uint8Array[]) => Promise<void>, now: () => number = () => performance.now()) {
		this.#lookUp = lookUp;
		this.#now = now;
		this.#filledAt = now();
	}

	/** Takes note of a refused digest, given as eight words. */
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
		this.sent += digests.length;
		// A database that is away is the follower's business; the key will be looked up when it is tried again.
		this.#lookUp(digests).catch(() => {});
	}
}
