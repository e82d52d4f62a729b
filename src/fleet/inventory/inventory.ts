import { Failure } from '../../process/failure.ts';
import { spaceUnitOf } from './cells/evidence-cells.ts';
import type { DayColumn } from './cells/seen-day.ts';
import { decisiveFields, evidenceFields, type Field, fieldIndex, fields } from './columns/field.ts';
import type { Column } from './columns/recognise.ts';
import type { Encoding } from './file/source.ts';
import type { Packing } from './file/unpack.ts';

type Format = 'csv' | 'json' | 'ndjson' | 'xlsx';

/** The result of reading all rows. */
interface ReadEnd {
	/** How many rows are on further pages, by the file's own count; null if it has no count. */
	readonly missing: number | null;
}

/** A file of computers: its columns are recognized, its rows have not been read yet. */
export interface Inventory {
	readonly format: Format;
	readonly packing: Packing;
	readonly encoding: Encoding;
	/** The character between cells; null if the format has no cells. */
	readonly delimiter: string | null;
	/** The names of all columns of the file. */
	readonly columns: readonly string[];
	/** The columns that are read, in the order of the fields. */
	readonly recognised: readonly Column[];
	/** The name in this file of each column to keep; null if the file does not have it. */
	readonly keptColumns: readonly (string | null)[];
	/** Columns whose cells are days and that nothing uses. One of them may be the last contact under a name that is not known. */
	readonly unusedDays: readonly string[];
	/** The first rows, with a text for each column. */
	readonly sample: readonly (readonly string[])[];
	/**
	 * Passes every row to `onRow`, once, in the order of the file. It may reuse the row object: copy what you need. Throws if
	 * the file has no row.
	 */
	read(onRow: (row: Row) => void): Promise<ReadEnd>;
}

/** An inventory without the members that depend on how the file was packed and encoded. */
export type OpenedTable = Omit<Inventory, 'packing' | 'encoding'>;

/** The bytes of an inventory, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A failed export may have column names and no rows. It is an error, because no Macs would look like no problems. */
export function emptyInventory(fault: 'is empty' | 'holds no rows'): Failure {
	return new Failure('empty-inventory', `the file ${fault}: choose an export with at least one Mac`);
}

/** What all rows of a file have in common: how they write days, and which fields they have. */
export interface RowShape extends DayColumn {
	/** The places of the fields that the file has and that decide the result. */
	readonly decisive: readonly number[];
	/** `decisive` as a text. */
	readonly key: string;
	/** Whether each row is a record of its own, which never continues the Mac of the row above. */
	readonly isRecord?: boolean;
	/** Whether the file has a column that tells why a Mac may be late. */
	readonly evidence?: boolean;
	/** The bytes of one unit in the column of free space; undefined if its name says no unit. */
	readonly spaceUnit?: number | undefined;
}

/** The shape of rows with these columns. `present` are the fields that rows may have; the default is those of the columns. */
export function rowShape(
	recognised: readonly Column[],
	days: DayColumn,
	present: readonly Field[] = recognised.map(({ field }) => field),
): RowShape {
	const places = present.map((field) => fieldIndex[field]).filter((place) => place < decisiveFields);
	const decisive = places.toSorted((a, b) => a - b);
	const space = recognised.find(({ field }) => field === 'free_space');
	return {
		...days,
		decisive,
		key: decisive.join(),
		evidence: recognised.some(({ field }) => tellsWhy.has(field)),
		spaceUnit: space && spaceUnitOf(space.column),
	};
}

const tellsWhy: ReadonlySet<Field> = new Set<Field>([...evidenceFields, 'inventoried']);

/** Replaces NUL characters by blanks: a NUL separates the cells in the keys of the memo. */
export function withoutNul(text: string): string {
	return text.includes('\0') ? text.replaceAll('\0', ' ') : text;
}

/** One row of an inventory. */
export class Row {
	/** The number of the row in its file, from 1. Lines of column names are not counted. */
	number: number;
	/** A text without NUL characters for each field, then for each kept column; empty if the file has no such column. */
	readonly cells: readonly string[];
	readonly shape: RowShape;
	/** Why the row could not be read, or null. With a problem all cells are empty. */
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

	get keptCells(): readonly string[] {
		return this.cells.length === fields.length ? noKeptCells : this.cells.slice(fields.length);
	}
}

const noKeptCells: readonly string[] = [];
