/** One row of a CSV text. */
export interface CsvRow {
	/** The line it begins on, counted from 1. */
	readonly line: number;
	/** The line it ends on: a cell in quotation marks may hold line ends. */
	readonly lastLine: number;
	/** Empty where there is a fault. An empty line is one empty cell. */
	readonly cells: string[];
	/** What is wrong with its quotation marks, or null. The next row then begins on the next line. */
	readonly fault: string | null;
}

/**
 * The rows of a CSV text as RFC 4180 has it, with the line ends of all systems and with or without a byte order
 * mark. For texts that fit into memory; longer ones are read by a `CsvReader`.
 *
 * Libraries read more than this and tell less: Papa Parse and csv-parse guess at a broken quotation, or end at the
 * first one, where a table wants every line that is wrong.
 */
export function parseCsv(text: string): CsvRow[] {
	return text.includes('\r') ? rowsOneByOne(text) : rowsOfLines(text);
}

function rowsOneByOne(text: string): CsvRow[] {
	const rows: CsvRow[] = [];
	let line = 1;
	for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
		const { row, next } = rowAt(text, at, line);
		rows.push(row);
		at = next;
		line = row.lastLine + 1;
	}
	return rows;
}

/** The same where every line ends in a line feed, as in all shipped tables: dividing them at once takes a third. */
function rowsOfLines(text: string): CsvRow[] {
	const rows: CsvRow[] = [];
	const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
	let at = text.startsWith('\ufeff') ? 1 : 0;
	for (let line = 1; at < text.length; ) {
		const plain = lines[line - 1]!;
		if (plain.includes('"')) {
			const { row, next } = rowAt(text, at, line);
			rows.push(row);
			at = next;
			line = row.lastLine + 1;
		} else {
			rows.push({ line, lastLine: line, cells: plain.split(','), fault: null });
			at += plain.length + 1;
			line++;
		}
	}
	return rows;
}

/** The row that begins at a place of the text, and where the next one does. */
export function rowAt(text: string, at: number, line: number): { row: CsvRow; next: number } {
	const end = endOfLine(text, at);
	const plain = text.slice(at, end);
	if (!plain.includes('"'))
		return {
			row: { line, lastLine: line, cells: plain.split(','), fault: null },
			next: nextLine(text, end),
		};
	const { cells, after, fault } = parseQuoted(text, at);
	const span = fault === null ? countLines(text.slice(at, after)) : 0;
	return {
		row: { line, lastLine: line + span, cells, fault },
		next: nextLine(text, fault === null ? after : end),
	};
}

/** What is wrong where the end of a text comes before the end of a quotation. */
export const neverClosed = 'a quotation mark is never closed';

interface Parsed {
	cells: string[];
	/** Where the line end after the row is. */
	after: number;
	fault: string | null;
}

/** A row that may have cells in quotation marks, which may hold anything. */
function parseQuoted(text: string, from: number): Parsed {
	const broken = (fault: string): Parsed => ({ cells: [], after: from, fault });
	const cells: string[] = [];
	let lineEnd = -1;
	for (let at = from; ; at++) {
		if (text[at] === '"') {
			const closing = closingQuote(text, at + 1);
			if (closing === -1) return broken(neverClosed);
			cells.push(text.slice(at + 1, closing).replaceAll('""', '"'));
			at = closing + 1;
			if (at < text.length && !/[,\r\n]/.test(text[at]!))
				return broken('text after a closing quotation mark');
		} else {
			if (lineEnd < at) lineEnd = endOfLine(text, at);
			const end = Math.min(lineEnd, indexOr(text, ',', at));
			const cell = text.slice(at, end);
			if (cell.includes('"')) {
				return broken(
					'a quotation mark inside a value must be written twice, and the value needs quotation marks around it',
				);
			}
			cells.push(cell);
			at = end;
		}
		if (text[at] !== ',') return { cells, after: at, fault: null };
	}
}

function closingQuote(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
		if (text[at + 1] !== '"') return at;
	}
	return -1;
}

function endOfLine(text: string, from: number): number {
	const feed = indexOr(text, '\n', from);
	const line = text.slice(from, feed);
	const carriageReturn = line.indexOf('\r');
	return carriageReturn === -1 ? feed : from + carriageReturn;
}

function nextLine(text: string, end: number): number {
	return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
}

function countLines(text: string): number {
	return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function indexOr(text: string, searched: string, from: number): number {
	const at = text.indexOf(searched, from);
	return at === -1 ? text.length : at;
}

/** One row as one line, quoting only the cells that need it. */
export function csvLine(cells: readonly (string | number | null)[]): string {
	return cells
		.map((cell) => {
			const text = String(cell ?? '');
			return /[",\r\n]/.test(text) || text !== text.trim() ? quoted(text) : text;
		})
		.join(',');
}

/** What makes a spreadsheet calculate when a cell begins with it, the wide forms of East Asia included. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/**
 * A text as a cell that no spreadsheet takes for a formula, or for two cells where it divides at semicolons. What
 * is to be read back by a program is written by `csvLine`.
 */
export function spreadsheetCell(text: string): string {
	const neutral = formula.test(text.trimStart()) ? `'${text}` : text;
	return /[",;\t\r\n]/.test(neutral) || neutral !== neutral.trim() ? quoted(neutral) : neutral;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}
