import { CsvReader } from '../../text/csv.ts';
import { allKnownColumns, foldColumn, looks } from './columns/known-columns.ts';

/** How a text table is written. */
export interface Dialect {
	readonly delimiter: string;
	readonly newline: '\n' | '\r';
}

/** The dialect of a table, and where its rows begin. */
export interface Layout {
	readonly dialect: Dialect;
	/** The names of the columns; `column 1` and so on if the table has no head. */
	readonly columns: readonly string[];
	/** How many rows come before the first row of data. */
	readonly before: number;
	/** The first rows of data. */
	readonly sample: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t', '|'];
/** The most columns that a spreadsheet can have. */
export const mostColumns = 16_384;
const sampledRows = 200;
const pieceLength = 4096;
/** The most rows of titles before the column names. */
const titleRows = 5;

/** Detects the layout from the first bytes: the delimiter that gives the most known column names and regular rows. */
export function detectLayout(sample: Uint8Array): Layout {
	// `stream` leaves out a character that the end of the sample cuts in two.
	const text = new TextDecoder().decode(sample, { stream: true });
	const newline = text.includes('\n') || !text.includes('\r') ? '\n' : '\r';
	// Excel reads the delimiter from such a line.
	const stated = /^sep=(.)\r?\n/.exec(text);
	const candidates = stated ? [stated[1]!] : delimiters;
	let best: { score: number; layout: Layout } | null = null;
	for (const delimiter of candidates) {
		const dialect: Dialect = { delimiter, newline };
		const { score, ...rest } = headOf(firstRows(text, dialect), stated ? 1 : 0);
		if (!best || score > best.score) best = { score, layout: { dialect, ...rest } };
	}
	return best!.layout;
}

/** The rows of the sample. The last one may be cut short, so it is left out unless it is the only one. */
function firstRows(text: string, dialect: Dialect): string[][] {
	const most = sampledRows + titleRows + 1;
	const rows: string[][] = [];
	const reader = new CsvReader(
		({ cells, fault }) => rows.push(fault === null ? cells.slice(0, mostColumns) : ['']),
		{ ...dialect, lenient: true },
	);
	for (let at = 0; at < text.length && rows.length < most; at += pieceLength)
		reader.push(text.slice(at, at + pieceLength));
	if (rows.length === 0) reader.end();
	return rows.slice(0, most);
}

function headOf(rows: readonly string[][], first: number) {
	const knownNames = (row: readonly string[]) =>
		new Set(row.map(foldColumn).filter((name) => allKnownColumns.has(name))).size;
	let at = first;
	for (let row = first; row < Math.min(rows.length, first + titleRows); row++)
		if (knownNames(rows[row]!) > knownNames(rows[at]!)) at = row;
	const head = rows[at] ?? [];
	const names = knownNames(head);
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

/** Whether a cell is a model or board ID: a first row with one is data, not a head. */
function isOfMac(cell: string): boolean {
	return looks.model!.test(cell) || looks.board!.test(cell);
}

/** The trimmed names of the columns; each repetition gets a number. */
export function uniqueNames(head: readonly string[]): string[] {
	const seen = new Map<string, number>();
	return head.map((cell, column) => {
		const name = cell.trim() || `column ${column + 1}`;
		const count = (seen.get(name) ?? 0) + 1;
		seen.set(name, count);
		return count === 1 ? name : `${name} (${count})`;
	});
}
