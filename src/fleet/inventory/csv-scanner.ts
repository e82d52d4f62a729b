import type { Cells } from './cells.ts';

/** How a table of text is written. */
export interface Dialect {
	/** The byte between cells. */
	readonly delimiter: number;
	/** The byte that ends a row: a line feed, or the carriage return of old. A return before a line feed is no text. */
	readonly newline: number;
}

/** A row longer than this is no row of an inventory: it is told of and passed over, so that memory stays flat. */
export const longestRow = 1024 * 1024;

const quote = 0x22;
const carriageReturn = 0x0d;
const incomplete = -1;
const broken = -2;

/**
 * Takes a table of text apart, bytes in and rows out, as RFC 4180 has it and as leniently as spreadsheets do: a
 * quote inside a cell is text. `slots` says where the cell of each column goes; -1 is nowhere. A quote that is
 * never closed costs its own line only.
 *
 * `csv.ts` reads tables of ours, and tells what is wrong with them. Here nothing may be refused, the delimiter is
 * any, and only the wanted cells become text: an export has twenty columns or more, and a report needs four of them.
 */
export class CsvScanner {
	#buffer = new Uint8Array(256 * 1024);
	#length = 0;
	#skipping = false;
	#isBlank = false;
	readonly #delimiter: number;
	readonly #newline: number;
	/** Slots of the row at hand whose quotes are written twice. */
	readonly #doubled: number[] = [];

	#slots: Int32Array;
	readonly #cells: Cells;
	readonly #onRow: () => void;

	constructor(dialect: Dialect, slots: Int32Array, cells: Cells, onRow: () => void) {
		this.#delimiter = dialect.delimiter;
		this.#newline = dialect.newline;
		this.#slots = slots;
		this.#cells = cells;
		this.#onRow = onRow;
	}

	/** Where the cell of each column goes from the next row on. */
	set slots(slots: Int32Array) {
		this.#slots = slots;
		this.#cells.clear();
	}

	push(chunk: Uint8Array): void {
		this.#append(chunk);
		this.#scan(false);
	}

	end(): void {
		this.#append(new Uint8Array(0));
		this.#scan(true);
	}

	/** Adds to what is left of the last chunk, with an end of line behind it that stops every search. */
	#append(chunk: Uint8Array): void {
		const needed = this.#length + chunk.length + 2;
		if (needed > this.#buffer.length) {
			const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
			larger.set(this.#buffer.subarray(0, this.#length));
			this.#buffer = larger;
		}
		this.#buffer.set(chunk, this.#length);
		this.#length += chunk.length;
		this.#buffer[this.#length] = this.#newline;
		this.#buffer[this.#length + 1] = 0;
		this.#cells.bytes = this.#buffer;
	}

	#scan(final: boolean): void {
		const cells = this.#cells;
		let from = this.#skipping ? this.#skip(0, final) : 0;
		while (from < this.#length) {
			const next = this.#row(from, final);
			if (next >= 0) {
				cells.from = from;
				cells.to = next;
				from = next;
				// A line without anything on it is no row.
				if (this.#isBlank) continue;
				cells.number++;
				this.#onRow();
				continue;
			}
			const waiting = next === incomplete && !final && this.#length - from <= longestRow;
			if (waiting) break;
			from = this.#giveUp(from, final);
		}
		this.#buffer.copyWithin(0, from, this.#length);
		this.#length -= from;
	}

	/** Marks the row that begins here as unreadable, and goes on behind its line. */
	#giveUp(from: number, final: boolean): number {
		const cells = this.#cells;
		const end = this.#buffer.indexOf(this.#newline, from);
		const hasLine = end < this.#length;
		cells.clear();
		cells.count = 1;
		cells.problem =
			hasLine || final
				? 'a quote is opened in this row and never closed'
				: `the row is longer than ${longestRow / 1024 / 1024} MiB`;
		cells.number++;
		this.#onRow();
		if (hasLine) return end + 1;
		this.#skipping = !final;
		return this.#length;
	}

	/** Passes over the rest of a row that is too long. */
	#skip(from: number, final: boolean): number {
		const end = this.#buffer.indexOf(this.#newline, from);
		this.#skipping = end >= this.#length && !final;
		return Math.min(end + 1, this.#length);
	}

	/** Finds the cells of the row at `from`; the place behind it, or why there is none yet. */
	#row(from: number, final: boolean): number {
		const slots = this.#slots;
		const cells = this.#cells;
		const { starts, ends } = cells;
		const bytes = this.#buffer;
		const length = this.#length;
		const delimiter = this.#delimiter;
		const newline = this.#newline;
		// Whatever the row before did not have is empty already.
		const filled = Math.min(slots.length, cells.count);
		cells.problem = null;
		this.#doubled.length = 0;
		let at = from;
		for (let column = 0; ; column++) {
			let start = at;
			let end = at;
			let isQuoted = false;
			if (bytes[at] === quote) {
				let doubled = false;
				let close = at + 1;
				for (;;) {
					while (close < length && bytes[close] !== quote) close++;
					if (close >= length) return final ? broken : incomplete;
					// Whether it is the end or the first half of a quote that is text shows with the next byte.
					if (close + 1 === length && !final) return incomplete;
					if (bytes[close + 1] !== quote) break;
					doubled = true;
					close += 2;
				}
				const after = bytes[close + 1]!;
				const ended =
					after === delimiter ||
					after === newline ||
					(after === carriageReturn && bytes[close + 2] === newline);
				if (ended) {
					start = at + 1;
					end = close;
					at = close + 1;
					isQuoted = true;
					if (doubled && slots[column]! >= 0) this.#doubled.push(slots[column]!);
				} else if (bytes.subarray(at, close).includes(newline)) {
					// What follows shows that this quote was the first of another cell: the one before was never closed.
					return broken;
				}
			}
			let byte = bytes[at]!;
			while (byte !== delimiter && byte !== newline) byte = bytes[++at]!;
			if (at >= length && !final) return incomplete;
			if (!isQuoted) {
				end = at;
				if (byte === newline && end > start && bytes[end - 1] === carriageReturn) end--;
			}
			if (column < slots.length) {
				const slot = slots[column]!;
				if (slot >= 0) {
					starts[slot] = start;
					ends[slot] = end;
				}
			}
			if (byte === newline) {
				this.#isBlank = column === 0 && start === end && !isQuoted;
				cells.count = column + 1;
				for (let missing = column + 1; missing < filled; missing++) cells.empty(slots[missing]!);
				for (const slot of this.#doubled) this.#undouble(slot);
				return Math.min(at + 1, length);
			}
			at++;
		}
	}

	/** Writes a cell over itself with one quote where there were two. */
	#undouble(slot: number): void {
		const { starts, ends } = this.#cells;
		const bytes = this.#buffer;
		let to = starts[slot]!;
		const end = ends[slot]!;
		for (let at = to; at < end; at++) {
			bytes[to++] = bytes[at]!;
			if (bytes[at] === quote) at++;
		}
		ends[slot] = to;
	}
}
