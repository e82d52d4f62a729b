/** Words per cell: 128 bits of digest, the license's number (0 for an empty cell), its last day. */
const width = 6;
const leastCells = 1024;

/**
 * A header of any form is hashed and looked up like a wrong key, so it costs the same. Only an absent header, and one too
 * long for a single block of the hash, are replaced by the decoy.
 */
const longest = 40;
const decoy = '-------------------';

/**
 * Decides from memory alone whether a key is valid. An open-addressing table of digests in one typed array: 24 bytes per
 * cell, at most half of the cells in use, so that a million licenses take less than 150 MB. A lookup always walks to the
 * next empty cell and compares every digest on the way in full. Expiry and revocation are in the same cell. So valid,
 * expired, revoked, unknown and malformed keys all take the same steps.
 */
export class Gate {
	#cells = new Uint32Array(leastCells * width);
	#mask = leastCells - 1;
	#size = 0;
	readonly #hash = new Uint8Array(32);
	/** The digest of the key in the last call of `admit`; the next call overwrites it. */
	readonly presented = new Uint32Array(this.#hash.buffer);
	/** The last day of the license in the last call of `admit`, if that has expired; 0 if not, or if it is revoked. */
	ended = 0;

	constructor(expected = 0) {
		this.#reserve(expected);
	}

	get size(): number {
		return this.#size;
	}

	/** The number of the license that the key belongs to, or -1 if the key is not valid today. */
	admit(key: string | null, today: number): number {
		Bun.SHA256.hash(key !== null && key.length <= longest ? key : decoy, this.#hash);
		const a = this.presented[0]!;
		const b = this.presented[1]!;
		const c = this.presented[2]!;
		const d = this.presented[3]!;
		const cells = this.#cells;
		const mask = this.#mask;
		let number = 0;
		let lastDay = 0;
		for (let cell = a & mask; ; cell = (cell + 1) & mask) {
			const at = cell * width;
			const occupant = cells[at + 4]!;
			if (occupant === 0) break;
			const difference =
				(cells[at]! ^ a) | (cells[at + 1]! ^ b) | (cells[at + 2]! ^ c) | (cells[at + 3]! ^ d);
			// All ones if the digests are equal, all zeros if they differ: selection without a branch.
			const equal = ((difference | -difference) >> 31) ^ -1;
			number |= occupant & equal;
			lastDay |= cells[at + 5]! & equal;
		}
		const isValid = number !== 0 && lastDay >>> 0 >= today;
		this.ended = isValid ? 0 : lastDay;
		return isValid ? number : -1;
	}

	/** Adds a license, or changes the last day of an existing one. */
	set(digest: Uint8Array, number: number, lastDay: number): void {
		const a = wordOf(digest, 0);
		const b = wordOf(digest, 4);
		const c = wordOf(digest, 8);
		const d = wordOf(digest, 12);
		const cells = this.#cells;
		for (let cell = a & this.#mask; ; cell = (cell + 1) & this.#mask) {
			const at = cell * width;
			if (cells[at + 4] === 0) {
				cells[at] = a;
				cells[at + 1] = b;
				cells[at + 2] = c;
				cells[at + 3] = d;
				cells[at + 4] = number;
				cells[at + 5] = lastDay;
				this.#size++;
				if (this.#size * 2 > this.#mask) this.#reserve(this.#size * 2);
				return;
			}
			if (cells[at] === a && cells[at + 1] === b && cells[at + 2] === c && cells[at + 3] === d) {
				cells[at + 4] = number;
				cells[at + 5] = lastDay;
				return;
			}
		}
	}

	/** Makes room for that many licenses. Each doubling copies the table, which takes 80 ms at a million. */
	#reserve(licenses: number): void {
		let count = leastCells;
		while (count < licenses * 2) count *= 2;
		if (count <= this.#mask + 1) return;
		const old = this.#cells;
		const cells = new Uint32Array(count * width);
		const mask = count - 1;
		for (let from = 0; from < old.length; from += width) {
			if (old[from + 4] === 0) continue;
			let cell = old[from]! & mask;
			while (cells[cell * width + 4] !== 0) cell = (cell + 1) & mask;
			for (let word = 0; word < width; word++) cells[cell * width + word] = old[from + word]!;
		}
		this.#cells = cells;
		this.#mask = mask;
	}
}

/** The word that a Uint32Array over these bytes would have here, without making an array per license. */
function wordOf(digest: Uint8Array, at: number): number {
	return (digest[at]! | (digest[at + 1]! << 8) | (digest[at + 2]! << 16) | (digest[at + 3]! << 24)) >>> 0;
}

export function digestOf(key: string): Uint8Array {
	return Bun.SHA256.hash(key) as Uint8Array;
}
