import { decisiveFields } from '../inventory/field.ts';
import type { Row } from '../inventory/row.ts';
import type { MacAnswer, MachineCells } from './answer.ts';

/** An answer, for how many Macs it holds, and what was made of it for output. */
export interface KnownAnswer {
	readonly cells: MachineCells | null;
	/** Null for what is no Mac. */
	readonly answer: MacAnswer | null;
	count: number;
	/** The cells of the result table that are the same for all of its Macs. */
	csv: Uint8Array | null;
}

/** So many different machines are remembered at a time: enough for any fleet, and a bound for hostile files. */
const most = 1 << 16;
const slots = most * 2;

/**
 * Answers by the bytes of the cells they rest on. A fleet of a million Macs has a few thousand different ones, so
 * that a row costs a hash of some twenty bytes and one comparison, and no text is made of it.
 */
export class AnswerMemo {
	readonly #table = new Int32Array(slots);
	#known: KnownAnswer[] = [];
	/** The keys one after the other: for each cell two bytes of length and the cell. */
	#keys = new Uint8Array(64 * 1024);
	#starts: number[] = [0];
	readonly #key = new Uint8Array(longestKey);
	readonly #make: (row: Row) => KnownAnswer;
	readonly #forget: (known: readonly KnownAnswer[]) => void;

	/** `forget` is told of what is dropped, with its counts. */
	constructor(make: (row: Row) => KnownAnswer, forget: (known: readonly KnownAnswer[]) => void) {
		this.#make = make;
		this.#forget = forget;
	}

	get known(): readonly KnownAnswer[] {
		return this.#known;
	}

	find(row: Row): KnownAnswer {
		const length = this.#readKey(row);
		// Cells that long belong to no machine: such a row is answered by itself.
		if (length < 0) return this.#remember(row, -1, 0);
		const key = this.#key;
		let hash = 0x811c9dc5;
		for (let at = 0; at < length; at++) hash = Math.imul(hash ^ key[at]!, 0x01000193);
		hash ^= hash >>> 15;
		for (let slot = hash & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
			const number = this.#table[slot]!;
			if (number === 0) return this.#remember(row, slot, length);
			if (this.#isKey(number - 1, length)) return this.#known[number - 1]!;
		}
	}

	#readKey(row: Row): number {
		const { starts, ends, bytes } = row;
		const key = this.#key;
		let to = 0;
		for (let field = 0; field < decisiveFields; field++) {
			const start = starts[field]!;
			const end = ends[field]!;
			if (to + 2 + end - start > longestKey) return -1;
			key[to++] = (end - start) & 255;
			key[to++] = (end - start) >> 8;
			for (let at = start; at < end; at++) key[to++] = bytes[at]!;
		}
		return to;
	}

	#isKey(index: number, length: number): boolean {
		const start = this.#starts[index]!;
		if (this.#starts[index + 1]! - start !== length) return false;
		const keys = this.#keys;
		const key = this.#key;
		for (let at = 0; at < length; at++) if (keys[start + at] !== key[at]) return false;
		return true;
	}

	#remember(row: Row, slot: number, length: number): KnownAnswer {
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
		const start = this.#starts.at(-1)!;
		if (start + length > this.#keys.length) {
			const larger = new Uint8Array(this.#keys.length * 2 + length);
			larger.set(this.#keys);
			this.#keys = larger;
		}
		this.#keys.set(this.#key.subarray(0, length), start);
		this.#starts.push(start + length);
		this.#known.push(known);
		if (place >= 0) this.#table[place] = this.#known.length;
		return known;
	}
}

const longestKey = 1024;
