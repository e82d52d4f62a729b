import { isTelling } from './inventory/cells/cell-text.ts';

/**
 * Finds the serial numbers that several rows have. A number of 53 bits stands for each, because a million texts take 100 MB.
 * Two serial numbers rarely share one, and the rows of those that do are told apart when they are merged.
 */
export class RepeatedSerials {
	readonly #hashes = new Set<number>();
	/** In upper case. */
	readonly repeated = new Set<string>();

	see(serial: string): void {
		const before = this.#hashes.size;
		this.#hashes.add(hashOf(serial));
		if (this.#hashes.size === before && isTelling(serial)) this.repeated.add(serial.toUpperCase());
	}
}

/** The same in upper and lower case. */
function hashOf(text: string): number {
	let [high, low] = [0x811c9dc5, 0x9e3779b9];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		const folded = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
		high = Math.imul(high ^ folded, 0x01000193);
		low = Math.imul(low ^ folded, 0x5bd1e995) ^ (low >>> 15);
	}
	return (high >>> 0) * 0x200000 + (low >>> 11);
}
