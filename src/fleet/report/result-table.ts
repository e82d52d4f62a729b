import { spreadsheetCell } from '../../text/csv.ts';
import type { Mac } from '../fleet.ts';
import { shownText } from '../inventory/cells/cell-text.ts';
import { fieldIndex, fields } from '../inventory/columns/field.ts';
import type { Row } from '../inventory/row.ts';
import type { MacResult } from '../judging/mac-result.ts';
import type { KnownResult } from '../judging/memo.ts';

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
	'major_ended_on',
	'major_estimated_end',
] as const satisfies readonly (keyof MacResult)[];

/** The heads of the columns that are carried through: one that a column of the report has is told from it, as in JSON. */
export function keptHeads(kept: readonly string[]): string[] {
	const taken = new Set<string>([...ownColumns, ...sharedColumns]);
	return kept.map((name) => {
		const head = taken.has(name) ? `kept.${name}` : name;
		taken.add(head);
		return head;
	});
}

const encoder = new TextEncoder();
const pieceBytes = 256 * 1024;

/**
 * Writes the result as CSV. A row is made of bytes that are there already: the cells that many Macs share are
 * printed once, and the cell of a plain name is copied as it came.
 */
export class ResultTable {
	#bytes = new Uint8Array(pieceBytes);
	#length = 0;
	readonly #write: (bytes: Uint8Array) => void;
	/** The cell of the file at hand, and the comma behind it. */
	#file: { name: string; cell: Uint8Array } = { name: '', cell: new Uint8Array([comma]) };

	/** `write` is given pieces that it must have taken when it returns. */
	constructor(write: (bytes: Uint8Array) => void, kept: readonly string[] = []) {
		this.#write = write;
		this.#text(`${[...ownColumns, ...sharedColumns, ...keptHeads(kept).map(spreadsheetCell)].join(',')}\r\n`);
	}

	/** Adds the Mac of the row at hand. */
	addRow(file: string, row: Row, known: KnownResult, seen: number): void {
		const shared = sharedCells(known);
		const cell = this.#cellOf(file);
		this.#reserve(cell.length + shared.length + ownBytes + row.keptCount * longestCellBytes);
		// The place is handed on: a member that is written with every byte takes twice the time of a row.
		const to = this.#bytes;
		let at = putBytes(to, this.#length, cell);
		at = putNumber(to, at, row.number);
		to[at++] = comma;
		at = putCell(to, at, row, fieldIndex.name);
		to[at++] = comma;
		at = putCell(to, at, row, fieldIndex.serial);
		to[at++] = comma;
		if (seen !== 0) at = putDay(to, at, seen);
		to[at++] = comma;
		to.set(shared, at);
		at += shared.length;
		for (let slot = fields.length; slot < row.starts.length; slot++) {
			to[at++] = comma;
			at = putCell(to, at, row, slot);
		}
		to[at++] = 0x0d;
		to[at++] = 0x0a;
		this.#length = at;
	}

	/** Adds a Mac that was kept. */
	addMac({ file, row, name, serial, seen, known, kept }: Mac): void {
		const shared = sharedCells(known);
		const own = [String(row), spreadsheetCell(name), spreadsheetCell(serial), seen ?? ''].join(',');
		this.#put(this.#cellOf(file));
		this.#text(`${own},`);
		this.#put(shared);
		this.#text(`${kept.map((text) => `,${spreadsheetCell(text)}`).join('')}\r\n`);
	}

	end(): void {
		this.#flush();
	}

	/** The cell of a file, and the comma behind it. */
	#cellOf(file: string): Uint8Array {
		if (file !== this.#file.name)
			this.#file = { name: file, cell: encoder.encode(`${spreadsheetCell(file)},`) };
		return this.#file.cell;
	}

	#text(text: string): void {
		this.#put(encoder.encode(text));
	}

	#put(bytes: Uint8Array): void {
		this.#reserve(bytes.length);
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
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

/** Where a row has the cells that a table takes from it, with so many columns that are carried through. */
export function ownSlots(kept: number): Int32Array {
	return Int32Array.of(
		fieldIndex.name,
		fieldIndex.serial,
		...Array.from({ length: kept }, (_, at) => fields.length + at),
	);
}

const longestCell = 300;
/** Each letter three bytes, or a quote that is written twice, and what makes a text of a formula. */
export const longestCellBytes = 3 * longestCell + 4;
/** What number, name, serial number and day take at most, with what stands between them. */
const ownBytes = 2 * longestCellBytes + 64;
const [comma, dash, zero] = [0x2c, 0x2d, 0x30];

/*
 * Each of these writes to a place and tells the next. One by one: a call, or a text, for so few bytes takes longer.
 */

function putBytes(to: Uint8Array, at: number, bytes: Uint8Array): number {
	for (let index = 0; index < bytes.length; index++) to[at + index] = bytes[index]!;
	return at + bytes.length;
}

function putNumber(to: Uint8Array, at: number, value: number): number {
	let end = at + 1;
	for (let power = 10; value >= power; power *= 10) end++;
	let rest = value | 0;
	for (let place = end - 1; place >= at; place--) {
		const tenth = (rest / 10) | 0;
		to[place] = zero + rest - tenth * 10;
		rest = tenth;
	}
	return end;
}

/** 20261102 as 2026-11-02. */
function putDay(to: Uint8Array, at: number, day: number): number {
	const month = ((day / 100) | 0) % 100;
	const end = putNumber(to, at, (day / 10_000) | 0);
	to[end] = dash;
	to[end + 1] = zero + ((month / 10) | 0);
	to[end + 2] = zero + (month % 10);
	to[end + 3] = dash;
	to[end + 4] = zero + (((day % 100) / 10) | 0);
	to[end + 5] = zero + (day % 10);
	return end + 6;
}

/**
 * A cell of letters, digits and what stands between them in names is copied: neither CSV nor a spreadsheet gives them a
 * meaning. Any other is made anew.
 */
function putCell(to: Uint8Array, at: number, row: Row, slot: number): number {
	const bytes = row.bytes;
	const start = row.starts[slot]!;
	const end = row.ends[slot]!;
	if (start === end) return at;
	let isPlain = end - start <= longestCell && plainFirst[bytes[start]!] === 1 && bytes[end - 1] !== 0x20;
	let length = at;
	for (let place = start; isPlain && place < end; place++) {
		const byte = bytes[place]!;
		isPlain = plain[byte] === 1;
		to[length++] = byte;
	}
	if (isPlain) return length;
	const text = spreadsheetCell(shownText(row.cell(slot).slice(0, longestCell)));
	return at + encoder.encodeInto(text, to.subarray(at)).written;
}

/** The cells that many Macs share, printed once. */
export function sharedCells(known: KnownResult): Uint8Array {
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
