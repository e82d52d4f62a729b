/** Words of a SHA-256 digest. */
const digestWords = 8;
const leastPlaces = 1024;

/** A longer header is refused before it is hashed: a key has 19 characters. */
const longest = 40;

/**
 * Decides from memory alone whether a key is valid. A map leads from 53 bits of the digest to a place in columns, where the
 * whole digest is compared. Columns instead of an object for each license, because the slowest answers wait for the garbage
 * collector, which visits every object: 100,000 licenses would be 381,000 objects.
 */
export class Gate {
	readonly #places = new Map<number, number>();
	#digests = new Uint32Array(leastPlaces * digestWords);
	#numbers = new Uint32Array(leastPlaces);
	#lastDays = new Uint32Array(leastPlaces);
	/** The place of another license whose digest begins with the same bits, plus 1; 0 for none. */
	#others = new Uint32Array(leastPlaces);
	#size = 0;
	readonly #hash = new Uint8Array(32);
	readonly #words = new Uint32Array(this.#hash.buffer);
	/** The last day of the license in the last call of `admit`, if that has expired; 0 if not, or if it is revoked. */
	ended = 0;

	get size(): number {
		return this.#size;
	}

	/** The number of the license that the key belongs to, or -1 if the key is not valid today. */
	admit(key: string | null, today: number): number {
		this.ended = 0;
		if (key === null || key.length > longest) return -1;
		Bun.SHA256.hash(key, this.#hash);
		const place = this.#find();
		if (place < 0) return -1;
		const lastDay = this.#lastDays[place]!;
		if (lastDay >= today) return this.#numbers[place]!;
		this.ended = lastDay;
		return -1;
	}

	/** Adds a license, or changes the number and last day of an existing one. */
	set(digest: Uint8Array, number: number, lastDay: number): void {
		this.#hash.set(digest);
		let place = this.#find();
		if (place < 0) place = this.#add();
		this.#numbers[place] = number;
		this.#lastDays[place] = lastDay;
	}

	/** The place of the license with the digest in `#words`, or -1. */
	#find(): number {
		const words = this.#words;
		let place = this.#places.get(beginning(words)) ?? -1;
		while (place >= 0 && !this.#isAt(place)) place = this.#others[place]! - 1;
		return place;
	}

	#isAt(place: number): boolean {
		const at = place * digestWords;
		for (let word = 0; word < digestWords; word++)
			if (this.#digests[at + word] !== this.#words[word]) return false;
		return true;
	}

	/** Makes a place for the digest in `#words`. */
	#add(): number {
		const place = this.#size++;
		if (place === this.#numbers.length) this.#grow();
		const key = beginning(this.#words);
		this.#digests.set(this.#words, place * digestWords);
		this.#others[place] = (this.#places.get(key) ?? -1) + 1;
		this.#places.set(key, place);
		return place;
	}

	#grow(): void {
		const longer = (column: Uint32Array) => {
			const next = new Uint32Array(column.length * 2);
			next.set(column);
			return next;
		};
		this.#digests = longer(this.#digests);
		this.#numbers = longer(this.#numbers);
		this.#lastDays = longer(this.#lastDays);
		this.#others = longer(this.#others);
	}
}

/** The first 53 bits of a digest, which a number holds exactly. */
function beginning(words: Uint32Array): number {
	return words[0]! * 0x20_0000 + (words[1]! >>> 11);
}

export function digestOf(key: string): Uint8Array {
	return Bun.SHA256.hash(key) as Uint8Array;
}
