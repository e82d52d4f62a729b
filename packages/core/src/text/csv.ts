/** One row of a CSV text. */
export interface CsvRow {
	/** The line it begins on, counted from 1. */
	readonly line: number;
	/** The line it ends on: a cell in quotation marks may hold line ends. */
	readonly lastLine: number;
	/** Empty if the row has a fault. An empty line has one empty cell. */
	readonly cells: string[];
	/** Why the row cannot be read, or null. After a fault the next row begins on the next line. */
	readonly fault: string | null;
}

/** How a CSV text is written, and how strictly it is read. */
interface CsvOptions {
	/** The character between cells; a comma unless set. */
	readonly delimiter?: string;
	/**
	 * The character that ends a row. By default the line ends of all systems do. If it is set, other line ends are text,
	 * except for a carriage return before a line feed.
	 */
	readonly newline?: '\n' | '\r';
	/** Reads as spreadsheets do: a quotation mark inside a cell is text, and an empty line is not a row. */
	readonly lenient?: boolean;
}

/** The fault of a row with an opening quotation mark and no closing one. */
export const neverClosed = 'a quotation mark is never closed';
/** The fault of a row that is longer than `longestRow`. */
export const tooLong = 'the row is longer than 1 MiB';

/** In characters. A row that has not ended is parsed again with each piece until it is this long. */
const longRest = 16 * 1024;

/** In characters. The reader skips longer rows, so that memory does not grow with them. */
export const longestRow = 1024 * 1024;

/** The rows of a CSV text that fits into memory. */
export function parseCsv(text: string, options: CsvOptions = {}): CsvRow[] {
	const rows: CsvRow[] = [];
	const reader = new CsvReader((row) => rows.push(row), options);
	reader.push(text);
	reader.end();
	return rows;
}

/**
 * Reads the rows of a CSV text in pieces (RFC 4180), with or without a byte order mark. Only the line of a fault is lost.
 *
 * Papa Parse and csv-parse guess at unclosed quotation marks, or stop at the first one. Our data tables need every wrong
 * line reported, and an inventory needs every correct row read.
 */
export class CsvReader {
	readonly #onRow: (row: CsvRow) => void;
	readonly #delimiter: string;
	readonly #newline: '\n' | '\r' | null;
	readonly #lenient: boolean;
	/** The text of the row that has not ended yet. */
	#rest = '';
	#line = 1;
	#hasBegun = false;
	/** Whether the reader is inside a row that was too long. */
	#isSkipping = false;
	/** Pieces that wait until they are as long as the row that has not ended: parsing it for each of them would be quadratic. */
	#waiting = '';
	/** Marks are searched once in a text without them, not for each row or cell. */
	readonly #nextNewline = new NextMark();
	readonly #nextDelimiter = new NextMark();
	#reread = 0;

	/** `onRow` receives each row as soon as it is complete. */
	constructor(onRow: (row: CsvRow) => void, { delimiter = ',', newline, lenient = false }: CsvOptions = {}) {
		this.#onRow = onRow;
		this.#delimiter = delimiter;
		this.#newline = newline ?? null;
		this.#lenient = lenient;
	}

	/**
	 * How many characters were parsed once more, because the row that they were part of turned out to have a fault. A caller
	 * that reads files of others stops at a limit: lines that each open a quotation mark are parsed to the end again and again.
	 */
	get reread(): number {
		return this.#reread;
	}

	/** Reads the rows that this piece completes. Rows behind a long one may follow with a later piece. */
	push(text: string): void {
		this.#waiting += text;
		if (this.#rest.length >= longRest && this.#waiting.length < this.#rest.length) return;
		this.#read(false);
	}

	/** Reads the row that remains after the last piece. */
	end(): void {
		this.#read(true);
	}

	#read(isLast: boolean): void {
		const text = this.#rest + this.#waiting;
		this.#waiting = '';
		let at = !this.#hasBegun && text.startsWith('\ufeff') ? 1 : 0;
		this.#hasBegun ||= text !== '';
		this.#nextNewline.forget();
		this.#nextDelimiter.forget();
		while (at < text.length) {
			const lineEnd = this.#endOfLine(text, at);
			if (this.#isSkipping) {
				if (!isLast && this.#mayGoOn(text, lineEnd)) {
					at = lineEnd;
					break;
				}
				this.#isSkipping = false;
				at = this.#nextLine(text, lineEnd);
				continue;
			}
			const row = this.#parseRow(text, at, lineEnd);
			if (!isLast && this.#mayGoOn(text, row.end)) {
				if (text.length - at <= longestRow || row.end < text.length) break;
				this.#isSkipping = lineEnd === text.length;
				row.cells = [];
				row.fault = this.#isSkipping ? tooLong : neverClosed;
			}
			const { cells, fault } = row;
			const end = fault === null ? row.end : lineEnd;
			this.#reread += row.end - end;
			const span = end > lineEnd ? countLineEnds(text.slice(at, end)) : 0;
			// By its length: a line of two quotation marks has one empty cell as well, and is a row.
			if (!this.#lenient || lineEnd > at)
				this.#onRow({ line: this.#line, lastLine: this.#line + span, cells, fault });
			this.#line += span + 1;
			at = this.#nextLine(text, end);
		}
		this.#rest = text.slice(at);
	}

	/** Whether the next piece may continue a row that ends here: a cell, or the second half of a CRLF. */
	#mayGoOn(text: string, end: number): boolean {
		if (end >= text.length) return true;
		return end + 1 === text.length && text[end] === '\r' && this.#newline !== '\r';
	}

	/** Parses a row; a quoted cell may hold delimiters and line ends. */
	#parseRow(text: string, from: number, firstLineEnd: number): ParsedRow {
		const delimiter = this.#delimiter;
		const broken = (fault: string, end = firstLineEnd): ParsedRow => ({ cells: [], end, fault });
		const cells: string[] = [];
		for (let at = from; ; at++) {
			let isQuoted = false;
			if (text[at] === '"') {
				const closing = closingQuote(text, at + 1);
				if (closing === -1) return broken(neverClosed, text.length);
				const after = closing + 1;
				isQuoted = after >= text.length || text[after] === delimiter || this.#isLineEnd(text, after);
				if (isQuoted) {
					const cell = text.slice(at + 1, closing);
					cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
					at = after;
				} else if (!this.#lenient) return broken('text after a closing quotation mark');
				// A closing mark on a later line, before more text, opens another cell: this one was never closed.
				else if (this.#endOfLine(text, at) < closing) return broken(neverClosed, closing);
			}
			if (!isQuoted) {
				const end = Math.min(this.#nextDelimiter.find(text, delimiter, at), this.#endOfLine(text, at));
				const cell = text.slice(at, end);
				if (!this.#lenient && cell.includes('"'))
					return broken(
						'a quotation mark inside a value must be written twice, and the value needs quotation marks around it',
					);
				cells.push(cell);
				at = end;
			}
			if (text[at] !== delimiter) return { cells, end: at, fault: null };
		}
	}

	#isLineEnd(text: string, at: number): boolean {
		if (this.#newline === null) return text[at] === '\n' || text[at] === '\r';
		if (text[at] === this.#newline) return true;
		return text[at] === '\r' && (text[at + 1] ?? '\n') === '\n' && this.#newline === '\n';
	}

	/** Where the text of the line ends, before its line end of one or two characters. */
	#endOfLine(text: string, from: number): number {
		const newline = this.#newline ?? '\n';
		const end = this.#nextNewline.find(text, newline, from);
		if (this.#newline === null) {
			const carriageReturn = text.slice(from, end).indexOf('\r');
			return carriageReturn === -1 ? end : from + carriageReturn;
		}
		return newline === '\n' && end > from && text[end - 1] === '\r' ? end - 1 : end;
	}

	#nextLine(text: string, end: number): number {
		const isPair = text[end] === '\r' && text[end + 1] === '\n' && this.#newline !== '\r';
		return isPair ? end + 2 : end + 1;
	}
}

/** Finds the next place of a mark in a text. Between the place of a search and its result it needs no other search. */
class NextMark {
	#from = 0;
	#at = -1;

	forget(): void {
		this.#at = -1;
	}

	/** The place of the next mark, or the end of the text. */
	find(text: string, mark: string, from: number): number {
		if (from < this.#from || from > this.#at) {
			const at = text.indexOf(mark, from);
			this.#from = from;
			this.#at = at === -1 ? text.length : at;
		}
		return this.#at;
	}
}

interface ParsedRow {
	cells: string[];
	/** The place of the line end after the row, or the end of the text. */
	end: number;
	fault: string | null;
}

function closingQuote(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
		if (text[at + 1] !== '"') return at;
	}
	return -1;
}

function countLineEnds(text: string): number {
	return text.match(/\r\n|\r|\n/g)?.length ?? 0;
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

/** A cell in quotation marks. */
export function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/** Splits a list of column names at commas. A name with a comma is quoted, as in CSV: `Owner,"Dept, Team"`. */
export function columnNames(text: string): string[] {
	const parts = text.match(/\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+/g) ?? [];
	return parts
		.map((part) => part.trim())
		.map((part) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"').trim() : part))
		.filter((name) => name !== '');
}
