import { identifiesMac } from './inventory/cells/cell-text.ts';

/**
 * Finds the serial numbers that several rows have, in a hash table with two 32-bit hashes for each serial number: 16 MB for
 * a million Macs, where a set takes 100 MB. Two serial numbers rarely share both hashes, and the merge compares the rows of
 * such a pair in full.
 */
export class RepeatedSerials {
	/** The two hashes of a serial number stand side by side; a place is free if its first number is zero. */
	#places = new Int32Array(1 << 13);
	#count = 0;
	/** In upper case. */
	readonly repeated = new Set<string>();

	see(serial: string): void {
		let high = 0x811c9dc5 | 0;
		let low = 0x9e3779b9 | 0;
		for (let at = 0; at < serial.length; at++) {
			const code = serial.charCodeAt(at);
			// To upper case.
			const folded = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
			high = Math.imul(high ^ folded, 0x01000193);
			low = Math.imul(low ^ folded, 0x5bd1e995) ^ (low >>> 15);
		}
		if (this.#add(high, low | 1)) {
			// The table is at most half full.
			if (++this.#count * 4 > this.#places.length) this.#grow();
		} else if (identifiesMac(serial)) this.repeated.add(serial.toUpperCase());
	}

	/** Adds a pair of hashes; false if the table has it. */
	#add(high: number, low: number): boolean {
		const places = this.#places;
		const mask = places.length - 1;
		let at = ((high ^ (high >>> 15)) * 2) & mask;
		while (places[at] !== 0) {
			if (places[at] === low && places[at + 1] === high) return false;
			at = (at + 2) & mask;
		}
		places[at] = low;
		places[at + 1] = high;
		return true;
	}

	#grow(): void {
		const places = this.#places;
		this.#places = new Int32Array(places.length * 2);
		for (let at = 0; at < places.length; at += 2)
			if (places[at] !== 0) this.#add(places[at + 1]!, places[at]!);
	}
}
