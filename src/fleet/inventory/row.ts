import { decisiveFields, type Field, fieldIndex, fields } from './columns/field.ts';

/** What the rows of one file have in common. */
export interface RowShape {
	/** Whether the column of the last contact writes the day before the month; null if nobody knows. */
	readonly dayFirst: boolean | null;
	/** The places of the fields that the file has and that tell the machine and what it runs. */
	readonly decisive: readonly number[];
	/** The same as a text. */
	readonly key: string;
}

/** The shape of rows with these fields. */
export function rowShape(present: readonly Field[], dayFirst: boolean | null): RowShape {
	const places = present.map((field) => fieldIndex[field]).filter((place) => place < decisiveFields);
	const decisive = places.toSorted((a, b) => a - b);
	return { dayFirst, decisive, key: decisive.join() };
}

/** A NUL is shown as a blank, as every control character is; here it stands between the cells of a key. */
export function withoutNul(text: string): string {
	return text.includes('\0') ? text.replaceAll('\0', ' ') : text;
}

/** One row of an inventory. */
export class Row {
	/** Counts the rows of its file from 1; a line of column names does not count. */
	readonly number: number;
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
