import { CsvReader, type CsvRow } from '@pointrelease/core/src/text/csv.ts';
import { budgets, overBudget, Spending } from './budgets.ts';
import { allKnownColumns, foldColumn, looks } from './columns/known-columns.ts';

/** How a text table is written. */
export interface Dialect {
	readonly delimiter: string;
	readonly newline: '\n' | '\r';
}

/** Reads the rows of a table, and refuses a table that is over a budget. */
export function tableReader(dialect: Dialect, onRow: (row: CsvRow) => void): CsvReader {
	const cells = new Spending('cells');
	const reader = new CsvReader(
		(row) => {
			if (reader.reread > budgets.reread) throw overBudget('reread');
			if (row.cells.length > budgets.columns) throw overBudget('columns');
			cells.add(row.cells.length);
			onRow(row);
		},
		{ ...dialect, lenient: true },
	);
	return reader;
}

/** The dialect of a table, and where its rows begin. */
interface Layout {
	readonly dialect: Dialect;
	/** The names of the columns; `column 1` and so on if the table has no head. */
	readonly columns: readonly string[];
	/** How many rows come before the first row of data. */
	readonly before: number;
	/** The first rows of data. */
	readonly sample: readonly (readonly string[])[];
}

const delimiters = [',', ';', '\t', '|'];
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
	const reader = tableReader(dialect, ({ cells, fault }) => rows.push(fault === null ? cells : ['']));
	// Pieces that double: the reader waits for as much text as a long row has.
	for (let [from, to] = [0, pieceLength]; from < text.length && rows.length < most; [from, to] = [to, 2 * to])
		reader.push(text.slice(from, to));
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
