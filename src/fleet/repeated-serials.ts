import { isTelling } from './inventory/cells/cell-text.ts';

/**
 * Finds the serial numbers that several rows have. Two numbers of 32 bits stand for each, in tables of 16 MB for a million
 * Macs; a set takes 100 MB. Two serial numbers rarely share both, and the merge compares the rows of such a pair in
 * full.
 */
export class RepeatedSerials {
	#highs = new Int32Array(1 << 12);
	/** Zero is a free place. */
	#lows = new Int32Array(1 << 12);
	#count = 0;
	/** In upper case. */
	readonly repeated = new Set<string>();

	see(serial: string): void {
		let high = 0x811c9dc5 | 0;
		let low = 0x9e3779b9 | 0;
		for (let at = 0; at < serial.length; at++) {
			const code = serial.charCodeAt(at);
			// The same in upper and lower case.
			const folded = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
			high = Math.imul(high ^ folded, 0x01000193);
			low = Math.imul(low ^ folded, 0x5bd1e995) ^ (low >>> 15);
		}
		if (this.#add(high, low | 1)) {
			// Half full at most.
			if (++this.#count * 2 > this.#lows.length) this.#grow();
		} else if (isTelling(serial)) this.repeated.add(serial.toUpperCase());
	}

	/** Whether the numbers are new. */
	#add(high: number, low: number): boolean {
		const highs = this.#highs;
		const lows = this.#lows;
		const mask = lows.length - 1;
		let at = (high ^ (high >>> 15)) & mask;
		while (lows[at] !== 0) {
			if (lows[at] === low && highs[at] === high) return false;
			at = (at + 1) & mask;
		}
		highs[at] = high;
		lows[at] = low;
		return true;
	}

	#grow(): void {
		const [highs, lows] = [this.#highs, this.#lows];
		this.#highs = new Int32Array(highs.length * 2);
		this.#lows = new Int32Array(lows.length * 2);
		for (let at = 0; at < lows.length; at++) if (lows[at] !== 0) this.#add(highs[at]!, lows[at]!);
	}
}
