import { spreadsheetCell } from '../text/csv.ts';
import type { Mac } from './fleet.ts';
import { shownText } from './inventory/cell-text.ts';
import { fieldIndex, fields } from './inventory/field.ts';
import type { Row } from './inventory/row.ts';
import type { MacResult } from './mac-result.ts';
import type { KnownResult } from './memo.ts';

export const ownColumns = ['file', 'row', 'name', 'serial', 'seen'];
export const sharedColumns = [
	'model',
	'model_name',
	'board_ids',
	'found_by',
	'version',
	'build',
	'standing',
	'target_version',
	'deadline',
	'days_overdue',
	'overdue_since',
	'meets_policy',
	'blocked_by',
	'releases_behind',
	'days_behind',
	'missing_count',
	'exploited_missing_count',
	'last_major',
	'ended_on',
	'estimated_end',
	'problem',
	// New ones come last: somebody may read the table by the places of its columns.
	'version_standing',
	'exposure_known',
	'fixed_elsewhere_count',
	'fixed_elsewhere_exploited_count',
	'doubt',
	'response',
	'response_standing',
	'headline',
] as const satisfies readonly (keyof MacResult)[];

const encoder = new TextEncoder();
const flushAt = 256 * 1024;
/** More than a row can take beside its cells. */
const spare = 64 * 1024;

/**
 * Writes the result as CSV. A row is made of bytes that are there already: the cells that many Macs share are
 * printed once, and the cell of a plain name is copied as it came.
 */
export class ResultTable {
	#bytes = new Uint8Array(flushAt + spare);
	#length = 0;
	readonly #write: (bytes: Uint8Array) => void;
	/** The cell of the file at hand, and the comma behind it. */
	#file: { name: string; cell: Uint8Array } = { name: '', cell: new Uint8Array([0x2c]) };

	/** `write` is given pieces that it must have taken when it returns. */
	constructor(write: (bytes: Uint8Array) => void, kept: readonly string[] = []) {
		this.#write = write;
		this.#text(`${[...ownColumns, ...sharedColumns, ...kept.map(spreadsheetCell)].join(',')}\r\n`);
	}

	/** Adds the Mac of the row at hand. */
	addRow(file: string, row: Row, known: KnownResult, seen: number): void {
		const shared = sharedCells(known);
		this.#begin(file, row.number, shared.length);
		this.#cell(row, fieldIndex.name);
		this.#bytes[this.#length++] = 0x2c;
		this.#cell(row, fieldIndex.serial);
		this.#bytes[this.#length++] = 0x2c;
		if (seen !== 0) this.#day(seen);
		this.#bytes[this.#length++] = 0x2c;
		this.#bytes.set(shared, this.#length);
		this.#length += shared.length;
		for (let slot = fields.length; slot < row.starts.length; slot++) {
			this.#reserve(longestCell);
			this.#bytes[this.#length++] = 0x2c;
			this.#cell(row, slot);
		}
		// Two bytes: a text for them would take a tenth of the time of a row.
		this.#reserve(2);
		this.#bytes[this.#length++] = 0x0d;
		this.#bytes[this.#length++] = 0x0a;
	}

	/** Adds a Mac that was kept. */
	addMac({ file, row, name, serial, seen, known, kept }: Mac): void {
		const shared = sharedCells(known);
		this.#begin(file, row, 0);
		this.#text(`${spreadsheetCell(name)},${spreadsheetCell(serial)},${seen ?? ''},`);
		this.#reserve(shared.length);
		this.#bytes.set(shared, this.#length);
		this.#length += shared.length;
		this.#text(`${kept.map((text) => `,${spreadsheetCell(text)}`).join('')}\r\n`);
	}

	end(): void {
		this.#flush();
	}

	/** Begins a row that takes so many bytes beside the cells of its own, which have room behind it. */
	#begin(file: string, row: number, length: number): void {
		if (this.#length > flushAt) this.#flush();
		if (file !== this.#file.name)
			this.#file = { name: file, cell: encoder.encode(`${spreadsheetCell(file)},`) };
		const { cell } = this.#file;
		this.#reserve(cell.length + length + ownBytes);
		// One by one: a call for so few takes longer.
		const to = this.#bytes;
		for (let at = 0; at < cell.length; at++) to[this.#length + at] = cell[at]!;
		this.#length += cell.length;
		this.#number(row);
		to[this.#length++] = 0x2c;
	}

	#cell(row: Row, field: number): void {
		if (!this.#copyPlain(row.bytes, row.starts[field]!, row.ends[field]!))
			this.#text(spreadsheetCell(shownText(row.cell(field).slice(0, longestCell))));
	}

	/**
	 * Copies a cell of letters, digits and what stands between them in names, which neither CSV nor a spreadsheet gives
	 * a meaning to. False, and nothing is written, for any other.
	 */
	#copyPlain(bytes: Uint8Array, start: number, end: number): boolean {
		if (start === end) return true;
		if (end - start > longestCell || !plainFirst[bytes[start]!] || bytes[end - 1] === 0x20) return false;
		this.#reserve(longestCell);
		const to = this.#bytes;
		let length = this.#length;
		for (let at = start; at < end; at++) {
			const byte = bytes[at]!;
			if (plain[byte] === 0) return false;
			to[length++] = byte;
		}
		this.#length = length;
		return true;
	}

	#text(text: string): void {
		// Three bytes are the most that one unit of a text takes in UTF-8.
		this.#reserve(text.length * 3);
		this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
	}

	/** Digits one by one: a text for each would take longer than all the rest of a row. */
	#number(value: number): void {
		let digits = 1;
		for (let power = 10; value >= power; power *= 10) digits++;
		const to = this.#bytes;
		let rest = value | 0;
		for (let at = this.#length + digits - 1; at >= this.#length; at--) {
			const tenth = (rest / 10) | 0;
			to[at] = 0x30 + rest - tenth * 10;
			rest = tenth;
		}
		this.#length += digits;
	}

	/** 20261102 as 2026-11-02. */
	#day(day: number): void {
		const hundredth = (day / 100) | 0;
		const year = (hundredth / 100) | 0;
		this.#number(year);
		this.#twoDigits(hundredth - year * 100);
		this.#twoDigits(day - hundredth * 100);
	}

	#twoDigits(value: number): void {
		const to = this.#bytes;
		const tenth = (value / 10) | 0;
		to[this.#length++] = 0x2d;
		to[this.#length++] = 0x30 + tenth;
		to[this.#length++] = 0x30 + value - tenth * 10;
	}

	#reserve(length: number): void {
		if (this.#length + length > this.#bytes.length) this.#flush();
		if (length > this.#bytes.length) this.#bytes = new Uint8Array(length * 2);
	}

	#flush(): void {
		this.#write(this.#bytes.subarray(0, this.#length));
		this.#length = 0;
	}
}

const longestCell = 300;
/** What number, name, serial number and day take at most, each letter three bytes and every quote written twice. */
const ownBytes = 2 * 6 * longestCell + 64;

/** The cells that many Macs share, printed once. */
function sharedCells(known: KnownResult): Uint8Array {
	known.csv ??= encoder.encode(sharedColumns.map((member) => printValue(known.answer![member])).join(','));
	return known.csv;
}

const plain = new Uint8Array(256);
const plainFirst = new Uint8Array(256);
for (let byte = 0x20; byte < 0x7f; byte++) {
	plain[byte] = '",;'.includes(String.fromCharCode(byte)) ? 0 : 1;
	plainFirst[byte] = plain[byte] && !" '=+-@".includes(String.fromCharCode(byte)) ? 1 : 0;
}

/** The cells of a Mac under the names of the columns, those that are carried through last. */
export function cellsOf({
	file,
	row,
	name,
	serial,
	seen,
	known,
	kept,
}: Mac): (string | number | boolean | null)[] {
	const answer = known.answer!;
	const shared = sharedColumns.map((member) => {
		const value = answer[member];
		return typeof value === 'object' && value !== null ? value.join(' ') : value;
	});
	return [file, row, name, serial, seen, ...shared, ...kept];
}

function printValue(value: MacResult[keyof MacResult]): string {
	if (value === null) return '';
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return spreadsheetCell(typeof value === 'string' ? value : value.join(' '));
}
