import { CsvReader, type CsvRow, neverClosed } from '../../text/csv.ts';
import type { DayOrder } from './cells/seen-day.ts';
import { type Field, fieldIndex, fields } from './columns/field.ts';
import { type ColumnWishes, columnsOf } from './columns/recognise.ts';
import { type Dialect, detectLayout, uniqueNames } from './dialect.ts';
import type { Source } from './file/source.ts';
import { emptyInventory, type OpenedTable, Row, rowShape, withoutNul } from './inventory.ts';

/** An inventory in a table of text. */
export async function openCsv(bytes: Source, sample: Uint8Array, wishes: ColumnWishes): Promise<OpenedTable> {
	const { dialect, columns, before, sample: rows } = detectLayout(sample);
	const { recognised, keptColumns, dayOrder } = columnsOf(columns, rows, wishes);
	const place = (field: Field) =>
		columns.indexOf(recognised.find((column) => column.field === field)?.column ?? '');
	if (dayOrder.isOpen) await seeFurther(bytes, dialect, place('seen'), dayOrder);
	return {
		format: 'csv',
		delimiter: dialect.delimiter,
		columns,
		recognised,
		keptColumns,
		sample: rows,
		async read(onRow) {
			const shape = rowShape(
				recognised.map(({ field }) => field),
				dayOrder.column,
			);
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
			let toPass = before;
			let number = 0;
			const take = ({ cells, fault }: CsvRow) => {
				if (toPass > 0) {
					toPass--;
					return;
				}
				if (fault !== null) {
					onRow(new Row(++number, empty, shape, problemOf(fault)));
					return;
				}
				for (const { slot, at } of places) texts[slot] = cells[at] ?? '';
				// Files that were put together have further heads in the middle, and not always in the same order.
				if (isHead(slots, texts, names)) {
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
	const reader = new CsvReader({ ...dialect, lenient: true });
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	for await (const chunk of bytes)
		reader.push(withoutNul(decoder.decode(chunk, { stream: true }))).forEach(take);
	reader.push(decoder.decode()).forEach(take);
	reader.end().forEach(take);
}

/** Where a table whose columns are in this order has those that are wanted. */
function placesOf(columns: readonly string[], wanted: readonly (string | null)[]) {
	return wanted
		.map((column, slot) => ({ slot, at: column === null ? -1 : columns.indexOf(column) }))
		.filter(({ at }) => at >= 0);
}

interface ColumnNames {
	readonly all: ReadonlySet<string>;
	readonly lengths: ReadonlySet<number>;
}

/** Whether a row repeats the names of columns, in any order; `slots` are those of the recognized columns. */
function isHead(slots: readonly number[], texts: readonly string[], { all, lengths }: ColumnNames): boolean {
	// A head with fewer columns leaves some cells empty.
	let first = 0;
	while (first < slots.length && texts[slots[first]!] === '') first++;
	// The length alone settles it for nearly all rows.
	if (first === slots.length || !lengths.has(texts[slots[first]!]!.length)) return false;
	const cells = slots.map((slot) => texts[slot]!.trim()).filter((cell) => cell !== '');
	return cells.length >= Math.min(2, slots.length) && cells.every((cell) => all.has(cell));
}

function problemOf(fault: string): string {
	return fault === neverClosed ? 'a quote is opened in this row and never closed' : fault;
}

/** The reader looks at this much of a file to find out how a column writes its days. */
const mostBytes = 64 * 1024 * 1024;

async function seeFurther(
	bytes: Source,
	dialect: Dialect,
	column: number,
	dayOrder: DayOrder,
): Promise<void> {
	const reader = new CsvReader({ ...dialect, lenient: true });
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const see = ({ cells }: CsvRow) => dayOrder.see(cells[column] ?? '');
	let read = 0;
	for (let length = 1024 * 1024; dayOrder.isOpen && length <= mostBytes; length *= 2) {
		const first = await bytes.peek(length);
		if (first.length === read) return reader.end().forEach(see);
		reader.push(decoder.decode(first.subarray(read), { stream: true })).forEach(see);
		read = first.length;
	}
}
