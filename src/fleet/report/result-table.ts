import { spreadsheetCell } from '@pointrelease/core/src/text/spreadsheet.ts';
import type { Mac } from '../fleet.ts';
import type { Judgment } from '../judging/memo.ts';
import { type CellValue, tableMembers } from '../judging/result-columns.ts';

/** The columns of the row itself. Those of its result follow. */
const ownColumns = ['file', 'row', 'name', 'serial', 'seen'];

/** The heads of a table, the kept columns last. */
export function tableHeads(keptColumns: readonly string[]): string[] {
	return [...ownColumns, ...tableMembers, ...keptHeads(keptColumns)];
}

/** The heads of the kept columns. A head that a column of the report has already gets the prefix `kept.`. */
function keptHeads(columns: readonly string[]): string[] {
	const taken = new Set<string>([...ownColumns, ...tableMembers]);
	return columns.map((name) => {
		const head = taken.has(name) ? `kept.${name}` : name;
		taken.add(head);
		return head;
	});
}

/** Rows per write: more cost as much to put together, and fewer cost further writes. */
const rowsPerPiece = 128;

/** Writes the result as CSV. */
export class ResultTable {
	#text: string;
	/** The number of rows in the text, including the head. */
	#rows = 1;
	/** The file of the last Mac, and its printed cell. */
	#file = { name: '', cell: '' };
	readonly #write: (text: string) => void;

	/** `write` receives the table in pieces. */
	constructor(write: (text: string) => void, columns: readonly string[] = []) {
		this.#write = write;
		this.#text = `${tableHeads(columns).map(spreadsheetCell).join(',')}\r\n`;
	}

	add({ file, row, name, serial, seen, judgment, keptCells }: Mac): void {
		if (file !== this.#file.name) this.#file = { name: file, cell: spreadsheetCell(file) };
		const carried = keptCells.length === 0 ? '' : `,${keptCells.map(spreadsheetCell).join(',')}`;
		this.#text += `${this.#file.cell},${row},${spreadsheetCell(name)},${spreadsheetCell(serial)},${seen ?? ''},${sharedCells(judgment)}${carried}\r\n`;
		if (++this.#rows >= rowsPerPiece) this.#flush();
	}

	end(): void {
		this.#flush();
	}

	#flush(): void {
		this.#write(this.#text);
		this.#text = '';
		this.#rows = 0;
	}
}

/** The cells that Macs share, printed once for all of them. */
function sharedCells(judgment: Judgment): string {
	judgment.csv ??= tableMembers.map((member) => printValue(judgment.answer![member] as CellValue)).join(',');
	return judgment.csv;
}

/** The cells of a Mac in the order of the columns, the kept ones last. */
export function cellsOf({
	file,
	row,
	name,
	serial,
	seen,
	judgment,
	keptCells,
}: Mac): (string | number | boolean | null)[] {
	const answer = judgment.answer!;
	const shared = tableMembers.map((member) => {
		const value = answer[member] as CellValue;
		return typeof value === 'object' && value !== null ? value.join(' ') : value;
	});
	return [file, row, name, serial, seen, ...shared, ...keptCells];
}

function printValue(value: CellValue): string {
	if (value === null) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return spreadsheetCell(typeof value === 'string' ? value : value.join(' '));
}
