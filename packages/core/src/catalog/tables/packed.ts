import type { Columns, Reader, TableShape } from './table.ts';
import { cellsOf, shapes, type TableName, type Tables } from './tables.ts';

/** The cells of a column, as the table spells them, from top to bottom. A number repeats the cell before it so many times. */
export type PackedColumn = readonly (string | number)[];
export type PackedTable = Readonly<Record<string, PackedColumn>>;

/**
 * Tables by columns, by their names in the catalog: smaller than by rows, and read faster. It may lack tables and columns, so that a
 * reader gets only those that it needs; several of them with different columns are one whole.
 */
export type PackedTables = Readonly<Record<string, PackedTable>>;

/** Packed tables that cannot be read: of a newer form, or damaged. */
export class UnreadableTables extends Error {
	override readonly name = 'UnreadableTables';
}

/** Packs tables; without a column that `takes` refuses. */
export function packTables(
	tables: Tables,
	takes: (table: TableName, column: string) => boolean = () => true,
): PackedTables {
	const packed: Record<string, PackedTable> = {};
	for (const name of Object.keys(shapes) as TableName[]) {
		const columns = Object.keys(shapes[name].columns).filter((column) => takes(name, column));
		if (columns.length === 0) continue;
		packed[name] = Object.fromEntries(columns.map((column) => [column, pack(cellsOf(tables[name], column))]));
	}
	return packed;
}

function pack(cells: readonly string[]): PackedColumn {
	const packed: (string | number)[] = [];
	let repeats = 0;
	for (const [row, cell] of cells.entries()) {
		if (row > 0 && cell === cells[row - 1]) {
			repeats++;
			continue;
		}
		if (repeats > 0) packed.push(repeats);
		repeats = 0;
		packed.push(cell);
	}
	if (repeats > 0) packed.push(repeats);
	return packed;
}

/**
 * The tables of all parts, read by the same readers as the files of the data folder. A table whose key is in no part has no rows; a
 * column in no part is blank. The parts were checked as a whole when they were made.
 */
export function unpackTables(...parts: readonly PackedTables[]): Tables {
	const unknown = parts.flatMap((part) => Object.keys(part)).find((name) => !Object.hasOwn(shapes, name));
	if (unknown !== undefined) throw new UnreadableTables(`there is no table ${JSON.stringify(unknown)}`);
	const tables = Object.entries<unknown>(shapes).map(([name, shape]) => [
		name,
		rowsOf(name, shape as TableShape<Columns>, Object.assign({}, ...parts.map((part) => part[name]))),
	]);
	return Object.fromEntries(tables);
}

function rowsOf(name: string, { columns, key }: TableShape<Columns>, packed: PackedTable): unknown[] {
	const unknown = Object.keys(packed).find((column) => !Object.hasOwn(columns, column));
	if (unknown !== undefined)
		throw new UnreadableTables(`the table ${name} has no column ${JSON.stringify(unknown)}`);
	if (!Object.hasOwn(packed, key)) return [];
	const names = Object.keys(columns);
	const values = names.map((column) => {
		const cells = packed[column];
		return cells ? valuesOf(cells, (cell) => columns[column]!.read(cell), `${column} of ${name}`) : null;
	});
	const blanks = names.map((column) => blankOf(columns[column]!));
	const { length } = values[names.indexOf(key)]!;
	const uneven = values.findIndex((column) => column !== null && column.length !== length);
	if (uneven !== -1)
		throw new UnreadableTables(
			`${names[uneven]} of ${name} has ${values[uneven]!.length} cells, and ${key} has ${length}`,
		);
	const rows: unknown[] = new Array(length);
	for (let at = 0; at < length; at++) {
		// The first line of a file has the names of its columns.
		const row: Record<string, unknown> = { line: at + 2 };
		for (let column = 0; column < names.length; column++)
			row[names[column]!] = values[column] === null ? blanks[column] : values[column]![at];
		rows[at] = row;
	}
	return rows;
}

function blankOf({ read, instead = '' }: Reader<unknown>): unknown {
	const blank = read('');
	return blank === undefined ? instead : blank;
}

/** The values of a column. Equal cells share one value, like those of a table that is read from its file. */
function valuesOf(cells: PackedColumn, read: (cell: string) => unknown, place: string): unknown[] {
	if (!Array.isArray(cells)) throw new UnreadableTables(`${place} is not a list of cells`);
	const byCell = new Map<string, unknown>();
	const values: unknown[] = [];
	for (const cell of cells) {
		if (typeof cell === 'number') {
			if (values.length === 0 || !Number.isSafeInteger(cell) || cell < 1 || cell > mostRows)
				throw new UnreadableTables(`${place} repeats a cell ${cell} times`);
			for (let repeat = 0; repeat < cell; repeat++) values.push(values[values.length - 1]);
			continue;
		}
		let value = byCell.get(cell);
		if (value === undefined) {
			value = typeof cell === 'string' ? read(cell) : undefined;
			if (value === undefined) throw new UnreadableTables(`${place} has the cell ${JSON.stringify(cell)}`);
			byCell.set(cell, value);
		}
		values.push(value);
	}
	return values;
}

/** A damaged number must not fill the memory. */
const mostRows = 1_000_000;
