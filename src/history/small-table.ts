import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { knownColumns } from '../fleet/inventory/columns/known-columns.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';

/** A row of a CSV file that a person wrote about some Macs. */
export interface SmallRow<Column extends string> {
	readonly cells: Readonly<Record<Column, string>>;
	/** A failure that names the file and the line. */
	refuse(problem: string): Failure;
}

/** The columns of a table, and the code of failures about it. */
interface SmallTable<Column extends string> {
	readonly code: string;
	readonly needed: readonly Column[];
	/** Columns that may be missing. Their cells are then empty. */
	readonly optional?: readonly Column[];
}

/** Reads a small CSV file by the names of its columns. The column of serial numbers may have any name that exports use. */
export function readSmallTable<Column extends string>(
	path: string,
	table: SmallTable<Column>,
): SmallRow<Column>[] {
	let text: string;
	try {
		text = readRegularFile(path).toString();
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	return parseSmallTable(text, path, table);
}

/** The same from a text. Messages name the file by its path. */
export function parseSmallTable<Column extends string>(
	text: string,
	path: string,
	{ code, needed, optional = [] }: SmallTable<Column>,
): SmallRow<Column>[] {
	const [head, ...rows] = parseCsv(text);
	const names = head?.cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? [];
	const placeOf = (column: Column) =>
		names.findIndex((name) => name === column || (column === 'serial' && knownColumns.serial.includes(name)));
	const places = new Map([...needed, ...optional].map((column) => [column, placeOf(column)]));
	const missing = needed.filter((column) => places.get(column) === -1);
	if (missing.length > 0)
		throw new Failure(
			code,
			`${path}: no column ${missing.join(', ')}: expected ${[...needed, ...optional].join(', ')}`,
		);
	return rows.flatMap(({ line, cells, fault }) => {
		const refuse = (problem: string) => new Failure(code, `${path}, line ${line}: ${problem}`);
		if (fault) throw refuse(fault);
		if (cells.every((cell) => cell.trim() === '')) return [];
		const values = [...places].map(([column, place]) => [column, (cells[place] ?? '').trim()]);
		return [{ cells: Object.fromEntries(values), refuse }];
	});
}
