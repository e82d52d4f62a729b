import { Failure } from '../../process/failure.ts';
import type { DayColumn } from './cells/seen-day.ts';
import { decisiveFields, type Field, fieldIndex, fields } from './columns/field.ts';
import type { Column } from './columns/recognise.ts';
import type { Encoding } from './file/source.ts';
import type { Packing } from './file/unpack.ts';

export type Format = 'csv' | 'json' | 'ndjson' | 'xlsx';

/** What is known after the last row. */
export interface ReadEnd {
	/** How many rows the file says there are more of elsewhere, on further pages; null where it does not say how many. */
	readonly missing: number | null;
}

/** A file of computers whose columns are known and whose rows have not been read yet. */
export interface Inventory {
	readonly format: Format;
	readonly packing: Packing;
	readonly encoding: Encoding;
	/** The character between cells; null if the format has no cells. */
	readonly delimiter: string | null;
	/** Every column of the file by its name. */
	readonly columns: readonly string[];
	/** The columns that are read, in the order of the fields. */
	readonly recognised: readonly Column[];
	/** For each column that was asked to be carried through, its name here; null where the file does not have it. */
	readonly keptColumns: readonly (string | null)[];
	/** The first rows, a text for each column. */
	readonly sample: readonly (readonly string[])[];
	/**
	 * Gives every row, once, in the order of the file. The row may be the same object each time: copy what you
	 * need of it. Throws if the file has no row.
	 */
	read(onRow: (row: Row) => void): Promise<ReadEnd>;
}

/** A table that was opened, before it is known what it was packed in. */
export type OpenedTable = Omit<Inventory, 'packing' | 'encoding'>;

/** What an inventory is read from: bytes in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/** An export that failed may well have the names of its columns: no Mac in it must not look like a fleet in order. */
export function emptyInventory(what: 'is empty' | 'holds no rows'): Failure {
	return new Failure('empty-inventory', `the file ${what}: expected rows of computers`);
}

/** What the rows of one file have in common: how they write days, and which fields they have. */
export interface RowShape extends DayColumn {
	/** The places of the fields that the file has and that tell the machine and what it runs. */
	readonly decisive: readonly number[];
	/** The same as a text. */
	readonly key: string;
}

/** The shape of rows with these fields. */
export function rowShape(present: readonly Field[], days: DayColumn): RowShape {
	const places = present.map((field) => fieldIndex[field]).filter((place) => place < decisiveFields);
	const decisive = places.toSorted((a, b) => a - b);
	return { ...days, decisive, key: decisive.join() };
}

/** A NUL is shown as a blank, as every control character is; here it stands between the cells of a key. */
export function withoutNul(text: string): string {
	return text.includes('\0') ? text.replaceAll('\0', ' ') : text;
}

/** One row of an inventory. */
export class Row {
	/** Counts the rows of its file from 1; a line of column names does not count. */
	number: number;
	/** Without NUL characters. A text for each field, and then for each column that is carried through; empty if the export does not have it. */
	readonly cells: readonly string[];
	readonly shape: RowShape;
	/** Why the row could not be read; its cells are then empty. */
	readonly problem: string | null;

	constructor(number: number, cells: readonly string[], shape: RowShape, problem: string | null = null) {
		this.number = number;
		this.cells = cells;
		this.shape = shape;
		this.problem = problem;
	}

	text(field: Field): string {
		return this.cells[fieldIndex[field]]!;
	}

	/** The texts of the columns that are carried through. */
	get kept(): readonly string[] {
		return this.cells.length === fields.length ? nothingKept : this.cells.slice(fields.length);
	}
}

const nothingKept: readonly string[] = [];
