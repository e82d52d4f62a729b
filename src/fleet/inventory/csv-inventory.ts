import type { DayOrder } from './cells/day-order.ts';
import { Cells } from './cells.ts';
import { type Field, fieldIndex, fields } from './columns/field.ts';
import { Headings } from './columns/headings.ts';
import { type ColumnWishes, columnsOf } from './columns/recognise.ts';
import { CsvScanner, type Dialect } from './csv-scanner.ts';
import { detectLayout, uniqueNames } from './dialect.ts';
import type { Source } from './file/source.ts';
import { emptyInventory, type OpenedTable } from './inventory.ts';
import { everyDecisive, Row } from './row.ts';

/** An inventory in a table of text. */
export async function openCsv(bytes: Source, sample: Uint8Array, wishes: ColumnWishes): Promise<OpenedTable> {
	const { dialect, columns, before, sample: rows } = detectLayout(sample);
	const { recognised, kept, dayOrder } = columnsOf(columns, rows, wishes);
	const place = (field: Field) =>
		columns.indexOf(recognised.find((column) => column.field === field)?.column ?? '');
	if (dayOrder.isOpen) await seeFurther(bytes, dialect, place('seen'), dayOrder);
	return {
		format: 'csv',
		delimiter: String.fromCharCode(dialect.delimiter),
		columns,
		recognised,
		kept,
		sample: rows,
		async read(onRow) {
			const wanted = [
				...recognised.map(({ field, column }) => ({ column, slot: fieldIndex[field] })),
				...kept.flatMap((column, at) => (column === null ? [] : [{ column, slot: fields.length + at }])),
			];
			let { slots, copies } = placesOf(columns, wanted);
			const row = new Row(kept.length);
			row.dayFirst = dayOrder.dayFirst;
			row.decisive = everyDecisive.filter((field) => wanted.some(({ slot }) => slot === field));
			const headings = new Headings(
				columns,
				recognised.map(({ field }) => fieldIndex[field]),
			);
			let passed = 0;
			const scanner = new CsvScanner(dialect, slots, row, () => {
				if (passed < before) {
					passed++;
					row.number = 0;
				} else if (headings.has(row)) {
					// Files that were put together have their heads in the middle, and not always in the same order.
					row.number--;
					({ slots, copies } = placesOf(
						uniqueNames(cellsOf(row.bytes.subarray(row.from, row.to), dialect)),
						wanted,
					));
					scanner.slots = slots;
				} else {
					for (let at = 0; at < copies.length; at++) {
						const { from, to } = copies[at]!;
						row.starts[to] = row.starts[from]!;
						row.ends[to] = row.ends[from]!;
					}
					onRow(row);
				}
			});
			for await (const chunk of bytes) scanner.push(chunk);
			scanner.end();
			if (row.number === 0) throw emptyInventory('holds no rows');
			return { missing: 0 };
		},
	};
}

interface Wanted {
	readonly column: string;
	readonly slot: number;
}

/** Where the cells of a table go whose columns are in this order. */
function placesOf(columns: readonly string[], wanted: readonly Wanted[]) {
	const places = wanted
		.map(({ column, slot }) => ({ at: columns.indexOf(column), slot }))
		.filter(({ at }) => at >= 0);
	const slots = new Int32Array(Math.max(-1, ...places.map(({ at }) => at)) + 1).fill(-1);
	// A cell goes to one place; where a column is wanted twice, the second place is filled from the first.
	const copies: { readonly from: number; readonly to: number }[] = [];
	for (const { at, slot } of places) {
		if (slots[at] === -1) slots[at] = slot;
		else copies.push({ from: slots[at]!, to: slot });
	}
	return { slots, copies };
}

/** The cells of one row. */
function cellsOf(row: Uint8Array, dialect: Dialect): string[] {
	const cells = new Cells(row.length + 1);
	const every = Int32Array.from({ length: row.length + 1 }, (_, slot) => slot);
	let texts: string[] = [];
	const scanner = new CsvScanner(dialect, every, cells, () => {
		texts = Array.from({ length: cells.count }, (_, slot) => cells.cell(slot));
	});
	scanner.push(row);
	scanner.end();
	return texts;
}

/** So much of a file is looked at to find out how a column writes its days. */
const mostBytes = 64 * 1024 * 1024;

async function seeFurther(
	bytes: Source,
	dialect: Dialect,
	column: number,
	dayOrder: DayOrder,
): Promise<void> {
	const cells = new Cells(1);
	const slots = new Int32Array(column + 1).fill(-1);
	slots[column] = 0;
	const scanner = new CsvScanner(dialect, slots, cells, () => dayOrder.see(cells.cell(0)));
	let seen = 0;
	for (let length = 1024 * 1024; dayOrder.isOpen && length <= mostBytes; length *= 2) {
		const first = await bytes.peek(length);
		if (first.length === seen) return scanner.end();
		scanner.push(first.subarray(seen));
		seen = first.length;
	}
}
