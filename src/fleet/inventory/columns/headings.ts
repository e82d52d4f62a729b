import type { Row } from '../row.ts';

const longest = 255;

/**
 * Knows a row that has the names of the columns again, in whatever order. The length and the first byte of one cell settle
 * it for nearly all rows.
 */
export class Headings {
	readonly #names: ReadonlySet<string>;
	readonly #slots: readonly number[];
	readonly #begins = new Uint8Array((longest + 1) * 256);

	/** `slots` are those of the columns that were recognised. */
	constructor(columns: readonly string[], slots: readonly number[]) {
		this.#names = new Set(columns);
		this.#slots = slots;
		const encoder = new TextEncoder();
		for (const name of columns) {
			const bytes = encoder.encode(name);
			if (bytes.length <= longest) this.#begins[bytes.length * 256 + bytes[0]!] = 1;
		}
	}

	has(row: Row): boolean {
		const slots = this.#slots;
		const { starts, ends } = row;
		// A head with fewer columns leaves some places empty.
		let first = 0;
		while (first < slots.length && starts[slots[first]!] === ends[slots[first]!]) first++;
		if (first === slots.length) return false;
		const start = starts[slots[first]!]!;
		const length = ends[slots[first]!]! - start;
		if (length > longest || this.#begins[length * 256 + row.bytes[start]!] === 0) return false;
		const cells = slots.map((slot) => row.cell(slot).trim()).filter((cell) => cell !== '');
		return cells.length >= Math.min(2, slots.length) && cells.every((cell) => this.#names.has(cell));
	}
}
