import { type CsvRow, neverClosed, rowAt } from './csv.ts';

/** A row in characters that cannot be one: its quotation mark is missing, and the rest of the file is not read for it. */
const longestRow = 1_000_000;

/** Reads the rows of a CSV text that comes in pieces, for files that are too long to be held whole. */
export class CsvReader {
	#rest = '';
	#line = 1;
	#begun = false;

	/** The rows that are complete with this piece. */
	push(text: string): CsvRow[] {
		return this.#read(text, false);
	}

	/** What is left when nothing follows. */
	end(): CsvRow[] {
		return this.#read('', true);
	}

	#read(text: string, last: boolean): CsvRow[] {
		const whole = this.#rest + text;
		const rows: CsvRow[] = [];
		let at = !this.#begun && whole.startsWith('\ufeff') ? 1 : 0;
		this.#begun ||= whole !== '';
		while (at < whole.length) {
			const { row, next } = rowAt(whole, at, this.#line);
			// One that touches the end may go on: its text, its quotation, or the second half of its line end.
			const isOpen = next >= whole.length || row.fault === neverClosed;
			if (!last && isOpen && whole.length - at <= longestRow) break;
			rows.push(row);
			this.#line = row.lastLine + 1;
			at = next;
		}
		this.#rest = whole.slice(at);
		return rows;
	}
}
