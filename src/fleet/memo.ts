import type { Row } from './inventory/row.ts';
import type { MacResult } from './mac-result.ts';
import type { MachineCells } from './machine-cells.ts';

/** An answer, for how many Macs it holds, and what was made of it for output. */
export interface KnownResult {
	readonly cells: MachineCells | null;
	/** Null for what is no Mac. */
	readonly answer: MacResult | null;
	count: number;
	/** The cells of the result table that are the same for all of its Macs. */
	csv: Uint8Array | null;
	/** The members of the record that are the same for all of its Macs, as JSON without the braces. */
	json?: string;
}

/** So many different machines are remembered at a time: enough for any fleet, and a bound for hostile files. */
const most = 1 << 16;
const slots = most * 2;

/**
 * Answers by the bytes of the cells they rest on. A fleet of a million Macs has a few thousand different ones, so
 * that a row costs a hash of some twenty bytes and one comparison, and no text is made of it.
 */
export class ResultMemo {
	readonly #table = new Int32Array(slots);
	#known: KnownResult[] = [];
	/** The keys one after the other: for each column that is there its field, two bytes of length and the cell. */
	#keys = new Uint8Array(64 * 1024);
	#starts: number[] = [0];
	readonly #make: (row: Row) => KnownResult;
	readonly #forget: (known: readonly KnownResult[]) => void;

	/** `forget` is told of what is dropped, with its counts. */
	constructor(make: (row: Row) => KnownResult, forget: (known: readonly KnownResult[]) => void) {
		this.#make = make;
		this.#forget = forget;
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
		if (length > longestKey) return this.#remember(row, -1);
		hash ^= hash >>> 15;
		for (let slot = hash & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
			const number = this.#table[slot]!;
			if (number === 0) return this.#remember(row, slot);
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

	/** Adds the cells of a row to the keys; nothing for one that no other row is compared with. */
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

	#remember(row: Row, slot: number): KnownResult {
		let place = slot;
		if (this.#known.length === most) {
			this.#forget(this.#known);
			this.#known = [];
			this.#starts = [0];
			this.#table.fill(0);
			// The place was one of the full table: the next row of this kind finds or makes its own.
			place = -1;
		}
		const known = this.#make(row);
		if (place >= 0) this.#addKey(row);
		else this.#starts.push(this.#starts.at(-1)!);
		this.#known.push(known);
		if (place >= 0) this.#table[place] = this.#known.length;
		return known;
	}
}

/** In bytes. */
const longestKey = 1024;
