import { Cells } from './cells.ts';
import { foldColumn, knownColumns, looks } from './columns/known-columns.ts';
import { CsvScanner, type Dialect } from './csv-scanner.ts';

/** How a table of text is written, and where its rows begin. */
export interface Layout {
	readonly dialect: Dialect;
	/** The names of the columns; `column 1` and so on where the table has none. */
	readonly columns: readonly string[];
	/** How many rows come before the first that is data. */
	readonly before: number;
	/** The first rows of data. */
	readonly sample: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t', '|'];
/** As many as a spreadsheet can have. */
const mostColumns = 16_384;
const sampledRows = 200;
const pieceBytes = 4096;
/** Exports may put a title before the names of the columns, but not a page. */
const titleRows = 5;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const everyKnown: ReadonlySet<string> = new Set(Object.values(knownColumns).flat());

/** Finds out from the first bytes how the table is written: the delimiter under which its head makes most sense. */
export function detectLayout(sample: Uint8Array): Layout {
	const newline = sample.includes(lineFeed) || !sample.includes(carriageReturn) ? lineFeed : carriageReturn;
	const said = /^sep=(.)\r?\n/.exec(new TextDecoder().decode(sample.subarray(0, 8)));
	const candidates = said ? [said[1]!] : delimiters;
	const slots = new Int32Array(mostColumns).map((_, column) => column);
	let best: { score: number; layout: Layout } | null = null;
	for (const delimiter of candidates) {
		const dialect = { delimiter: delimiter.charCodeAt(0), newline };
		const rows = firstRows(sample, dialect, slots);
		const { score, ...rest } = headOf(rows, said ? 1 : 0);
		if (!best || score > best.score) best = { score, layout: { dialect, ...rest } };
	}
	return best!.layout;
}

/** Rows of the sample; the last may be cut short, and is not among them when there are others. */
function firstRows(sample: Uint8Array, dialect: Dialect, slots: Int32Array): string[][] {
	const rows: string[][] = [];
	const cells = new Cells(mostColumns);
	const scanner = new CsvScanner(dialect, slots, cells, () => {
		if (rows.length > sampledRows + titleRows) return;
		rows.push(Array.from({ length: Math.min(cells.count, mostColumns) }, (_, slot) => cells.cell(slot)));
	});
	// Not further than is looked at.
	for (let at = 0; at < sample.length && rows.length <= sampledRows + titleRows; at += pieceBytes)
		scanner.push(sample.subarray(at, at + pieceBytes));
	if (rows.length === 0) scanner.end();
	return rows;
}

function headOf(rows: readonly string[][], first: number) {
	const known = (row: readonly string[]) =>
		new Set(row.map(foldColumn).filter((name) => everyKnown.has(name))).size;
	let at = first;
	for (let row = first; row < Math.min(rows.length, first + titleRows); row++)
		if (known(rows[row]!) > known(rows[at]!)) at = row;
	const head = rows[at] ?? [];
	const names = known(head);
	const data = rows.slice(at + 1);
	const regular = data.filter((row) => row.length === head.length).length / Math.max(1, data.length);
	const score = names * 1000 + (head.length > 1 ? regular * 100 + Math.min(head.length, 50) : 0);
	const isData = names === 0 && head.some((cell) => isOfMac(cell.trim()));
	if (isData) {
		const columns = head.map((_, column) => `column ${column + 1}`);
		return { score: score + 500, columns, before: at, sample: rows.slice(at, at + sampledRows) };
	}
	return { score, columns: uniqueNames(head), before: at + 1, sample: data.slice(0, sampledRows) };
}

/** No column is named like one of its own cells: a table that begins with a Mac has no head. */
function isOfMac(cell: string): boolean {
	return looks.model!.test(cell) || looks.board!.test(cell);
}

/** Names as they are, without blanks around them; a second one of the same name gets a number. */
export function uniqueNames(head: readonly string[]): string[] {
	const seen = new Map<string, number>();
	return head.map((cell, column) => {
		const name = cell.trim() || `column ${column + 1}`;
		const count = (seen.get(name) ?? 0) + 1;
		seen.set(name, count);
		return count === 1 ? name : `${name} (${count})`;
	});
}
