import type { Row } from '../inventory/row.ts';
import type { MacResult } from './mac-result.ts';
import type { MachineCells } from './machine-cells.ts';

/** An answer, for how many Macs it holds, and what was made of it for output. */
export interface KnownResult {
	readonly cells: MachineCells;
	/** Null for what is no Mac. */
	readonly answer: MacResult | null;
	count: number;
	/** Its count is in the sums already, because the memo made room for others. */
	isSummed?: boolean;
	/** The cells of the result table that are the same for all of its Macs. */
	csv: Uint8Array | null;
	/** The members of the record that are the same for all of its Macs, as JSON without the braces. */
	json?: string;
	/** Which kind of Mac it is to a thread that writes the table. */
	place?: number;
}

/** So many different machines are remembered at a time: enough for any fleet, and a bound for hostile files. */
const usualMost = 1 << 16;
/** A table that is no larger than it need be stays in the cache of the processor: with all places at once a row took 2 to 9% longer. */
const fewestSlots = 1 << 13;

/**
 * Answers by the bytes of the cells they rest on. A fleet of a million Macs has a few thousand different ones, so
 * that a row costs a hash of some twenty bytes and one comparison, and no text is made of it.
 */
export class ResultMemo {
	/** The number of a known answer, counted from 1, at the first free place from its hash on; half of it stays free. */
	#table = new Int32Array(fewestSlots);
	#known: KnownResult[] = [];
	/** Their hashes; null for those that no other row is compared with. */
	#hashes: (number | null)[] = [];
	/** The keys one after the other: for each column that is there its field, two bytes of length and the cell. */
	#keys = new Uint8Array(64 * 1024);
	#starts: number[] = [0];
	readonly #make: (row: Row) => KnownResult;
	readonly #forget: (known: readonly KnownResult[]) => void;
	readonly #most: number;

	/** `forget` is told of what is dropped, with its counts. */
	constructor(
		make: (row: Row) => KnownResult,
		forget: (known: readonly KnownResult[]) => void,
		most = usualMost,
	) {
		this.#make = make;
		this.#forget = forget;
		this.#most = most;
	}

	get known(): readonly KnownResult[] {
		return this.#known;
	}

	find(row: Row): KnownResult {
		const { starts, ends, bytes, decisive } = row;
		let hash = 0x811c9dc5;
		let length = 0;
		for (let index = 0; index < decisive.length; index++) {
			const field = decisive[index]!;
			const end = ends[field]!;
			// The number of the field stands for its beginning: `a` `b` is not `ab`.
			hash = Math.imul(hash ^ field, 0x01000193);
			length += 3 + end - starts[field]!;
			for (let at = starts[field]!; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
		}
		// Cells that long belong to no machine: such a row is answered by itself.
		if (length > longestKey) return this.#remember(row, null);
		hash ^= hash >>> 15;
		const table = this.#table;
		for (let slot = hash & (table.length - 1); ; slot = (slot + 1) & (table.length - 1)) {
			const number = table[slot]!;
			if (number === 0) return this.#remember(row, hash);
			if (this.#isKey(number - 1, row)) return this.#known[number - 1]!;
		}
	}

	#isKey(index: number, { starts, ends, bytes, decisive }: Row): boolean {
		const keys = this.#keys;
		let key = this.#starts[index]!;
		const last = this.#starts[index + 1]!;
		if (last === key) return false;
		for (let place = 0; place < decisive.length; place++) {
			const field = decisive[place]!;
			const start = starts[field]!;
			const end = ends[field]!;
			if (keys[key++] !== field) return false;
			if (keys[key++] !== ((end - start) & 255) || keys[key++] !== (end - start) >> 8) return false;
			for (let at = start; at < end; at++) if (bytes[at] !== keys[key++]) return false;
		}
		// Another file may have more columns.
		return key === last;
	}

	/** Adds the cells of a row to the keys. */
	#addKey({ starts, ends, bytes, decisive }: Row): void {
		let key = this.#starts.at(-1)!;
		if (key + longestKey > this.#keys.length) {
			const larger = new Uint8Array(this.#keys.length * 2 + longestKey);
			larger.set(this.#keys);
			this.#keys = larger;
		}
		for (const field of decisive) {
			const start = starts[field]!;
			const end = ends[field]!;
			this.#keys[key++] = field;
			this.#keys[key++] = (end - start) & 255;
			this.#keys[key++] = (end - start) >> 8;
			for (let at = start; at < end; at++) this.#keys[key++] = bytes[at]!;
		}
		this.#starts.push(key);
	}

	#remember(row: Row, hash: number | null): KnownResult {
		if (this.#known.length === this.#most) {
			this.#forget(this.#known);
			this.#known = [];
			this.#hashes = [];
			this.#starts = [0];
			this.#table = new Int32Array(fewestSlots);
		}
		const known = this.#make(row);
		this.#known.push(known);
		this.#hashes.push(hash);
		if (hash === null) this.#starts.push(this.#starts.at(-1)!);
		else {
			this.#addKey(row);
			this.#place(hash, this.#known.length);
		}
		if (this.#known.length * 2 >= this.#table.length) this.#grow();
		return known;
	}

	#place(hash: number, number: number): void {
		const table = this.#table;
		let slot = hash & (table.length - 1);
		while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
		table[slot] = number;
	}

	#grow(): void {
		this.#table = new Int32Array(this.#table.length * 2);
		for (const [index, hash] of this.#hashes.entries()) if (hash !== null) this.#place(hash, index + 1);
	}
}

/** In bytes. */
const longestKey = 1024;
