import { isTelling } from './inventory/cells/cell-text.ts';

/** The table of hashes is at most so full. */
const mostFull = 0.6;

/**
 * Finds the serial numbers that several rows have. A number of 53 bits stands for each in a table of 16 MB for a million
 * Macs; a set of them takes 100 MB and a third more of the time of a report. Two serial numbers rarely share a number, and the
 * rows of those that do are told apart when they are merged.
 */
export class RepeatedSerials {
	#hashes = new Float64Array(1 << 12);
	#count = 0;
	/** In upper case. */
	readonly repeated = new Set<string>();

	see(serial: string): void {
		if (this.#add(hashOf(serial))) {
			if (++this.#count > this.#hashes.length * mostFull) this.#grow();
		} else if (isTelling(serial)) this.repeated.add(serial.toUpperCase());
	}

	/** Whether the number is new. */
	#add(hash: number): boolean {
		const hashes = this.#hashes;
		let at = hash % hashes.length;
		// Zero is a free place; no hash is zero.
		while (hashes[at] !== 0) {
			if (hashes[at] === hash) return false;
			at = at + 1 === hashes.length ? 0 : at + 1;
		}
		hashes[at] = hash;
		return true;
	}

	#grow(): void {
		const before = this.#hashes;
		this.#hashes = new Float64Array(before.length * 2);
		for (const hash of before) if (hash !== 0) this.#add(hash);
	}
}

/** The same in upper and lower case; never zero. */
function hashOf(text: string): number {
	let high = 0x811c9dc5;
	let low = 0x9e3779b9;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const folded = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
		high = Math.imul(high ^ folded, 0x01000193);
		low = Math.imul(low ^ folded, 0x5bd1e995) ^ (low >>> 15);
	}
	return (high >>> 0) * 0x200000 + (low >>> 11) + 1;
}
