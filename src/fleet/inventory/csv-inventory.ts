import { type CsvRow, neverClosed } from '@pointrelease/core/src/text/csv.ts';
import type { DayOrder } from './cells/seen-day.ts';
import { type Field, fieldIndex, fields } from './columns/field.ts';
import { type ColumnWishes, columnsOf } from './columns/recognise.ts';
import { type Dialect, detectLayout, tableReader, uniqueNames } from './dialect.ts';
import type { Source } from './file/source.ts';
import { emptyInventory, type OpenedTable, Row, rowShape, withoutNul } from './inventory.ts';

/** Opens an inventory in a text table. */
export async function openCsv(bytes: Source, sample: Uint8Array, wishes: ColumnWishes): Promise<OpenedTable> {
	const { dialect, columns, before, sample: rows } = detectLayout(sample);
	const { recognised, keptColumns, dayOrder, unusedDays } = columnsOf(columns, rows, wishes);
	const place = (field: Field) =>
		columns.indexOf(recognised.find((column) => column.field === field)?.column ?? '');
	if (dayOrder.isOpen) await settleDayOrder(bytes, dialect, place('seen'), dayOrder);
	return {
		format: 'csv',
		delimiter: dialect.delimiter,
		columns,
		recognised,
		keptColumns,
		unusedDays,
		sample: rows,
		async read(onRow) {
			const shape = rowShape(recognised, dayOrder.column);
			const wanted = [
				...fields.map((field) => recognised.find((column) => column.field === field)?.column ?? null),
				...keptColumns,
			];
			const names = { all: new Set(columns), lengths: new Set(columns.map(({ length }) => length)) };
			const slots = recognised.map(({ field }) => fieldIndex[field]);
			const empty = wanted.map(() => '');
			const texts = empty.slice();
			const row = new Row(0, texts, shape);
			let places = placesOf(columns, wanted);
			let toSkip = before;
			let number = 0;
			const take = ({ cells, fault }: CsvRow) => {
				if (toSkip > 0) {
					toSkip--;
					return;
				}
				if (fault !== null) {
					onRow(new Row(++number, empty, shape, problemOf(fault)));
					return;
				}
				for (const { slot, at } of places) texts[slot] = cells[at] ?? '';
				// Concatenated files have further heads in the middle, sometimes with the columns in another order.
				if (columns.length > 2 && isFooter(cells)) {
					texts.fill('');
				} else if (isHead(slots, texts, names)) {
					places = placesOf(uniqueNames(cells), wanted);
					texts.fill('');
				} else {
					row.number = ++number;
					onRow(row);
				}
			};
			await readRows(bytes, dialect, take);
			if (number === 0) throw emptyInventory('holds no rows');
			return { missing: 0 };
		},
	};
}

async function readRows(bytes: Source, dialect: Dialect, take: (row: CsvRow) => void): Promise<void> {
	const reader = tableReader(dialect, take);
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	for await (const chunk of bytes) reader.push(withoutNul(decoder.decode(chunk, { stream: true })));
	reader.push(decoder.decode());
	reader.end();
}

/** The places of the wanted columns among these columns. */
function placesOf(columns: readonly string[], wanted: readonly (string | null)[]) {
	return wanted
		.map((column, slot) => ({ slot, at: column === null ? -1 : columns.indexOf(column) }))
		.filter(({ at }) => at >= 0);
}

interface ColumnNames {
	readonly all: ReadonlySet<string>;
	readonly lengths: ReadonlySet<number>;
}

/** Whether a row repeats the column names, in any order. `slots` are the places of the recognized columns in `texts`. */
function isHead(slots: readonly number[], texts: readonly string[], { all, lengths }: ColumnNames): boolean {
	// The head of a file with fewer columns leaves some cells empty.
	let first = 0;
	while (first < slots.length && texts[slots[first]!] === '') first++;
	// For nearly all rows the length of one cell rules out a head.
	if (first === slots.length || !lengths.has(texts[slots[first]!]!.length)) return false;
	const cells = slots.map((slot) => texts[slot]!.trim()).filter((cell) => cell !== '');
	return cells.length >= Math.min(2, slots.length) && cells.every((cell) => all.has(cell));
}

const total =
	/^(?:grand |sub)?(?:totals?|gesamt(?:zahl)?|summe|anzahl|suma|合計|総計)(?:\s+\p{L}+){0,2}\s*[:=]?\s*[\d.,\s]*$/iu;
const count = /^\d[\d.,]*\s+(?:computers?|macs?|devices?|rows?|records?|items?|results?)$/i;
const maker =
	/^(?:report )?(?:exported|generated|created|printed|downloaded|exportiert|erstellt|exporté|généré|exportado|generado)\s+(?:by|on|at|from|von|am|par|le|por|el)(?!\p{L})/iu;

/** In characters. The patterns would take cubic time for a long cell of blanks. */
const longestFooter = 200;

/** Whether a row sums up the table or says who made it: `Total: 2`, `Exported by,admin`. It is no Mac. */
function isFooter(cells: readonly string[]): boolean {
	const filled: string[] = [];
	for (const cell of cells) {
		if (cell.trim() !== '') filled.push(cell.trim());
		if (filled.length > 2) return false;
	}
	const [first = '', second] = filled;
	if (first.length > longestFooter) return false;
	if (maker.test(first)) return true;
	const isNumber = second === undefined || /^\d[\d.,]*$/.test(second);
	return isNumber && (total.test(first) || (second === undefined && count.test(first)));
}

function problemOf(fault: string): string {
	return fault === neverClosed ? 'a quote is opened in this row and never closed' : fault;
}

/** In bytes: the part of a file that may be read in advance to learn whether its days or its months come first. */
const mostBytes = 64 * 1024 * 1024;

async function settleDayOrder(
	bytes: Source,
	dialect: Dialect,
	column: number,
	dayOrder: DayOrder,
): Promise<void> {
	const reader = tableReader(dialect, ({ cells }) => dayOrder.see(cells[column] ?? ''));
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	let read = 0;
	for (let length = 1024 * 1024; dayOrder.isOpen && length <= mostBytes; length *= 2) {
		const first = await bytes.peek(length);
		if (first.length === read) return reader.end();
		reader.push(decoder.decode(first.subarray(read), { stream: true }));
		read = first.length;
	}
}
