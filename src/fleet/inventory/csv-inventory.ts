import { CsvScanner } from './csv-scanner.ts';
import { detectLayout } from './dialect.ts';
import { fieldIndex, fields } from './field.ts';
import { type Bytes, emptyInventory, type OpenedTable } from './inventory.ts';
import { type ColumnWishes, columnsOf } from './recognise.ts';
import { Row } from './row.ts';

/** An inventory in a table of text. */
export function openCsv(bytes: Bytes, sample: Uint8Array, wishes: ColumnWishes): OpenedTable {
	const { dialect, columns, before, sample: rows } = detectLayout(sample);
	const { recognised, kept, dayFirst } = columnsOf(columns, rows, wishes);
	return {
		format: 'csv',
		delimiter: String.fromCharCode(dialect.delimiter),
		columns,
		recognised,
		kept,
		sample: rows,
		async read(onRow) {
			const wanted = [
				...recognised.map(({ field, column }) => ({ at: columns.indexOf(column), slot: fieldIndex[field] })),
				...kept.flatMap((column, at) =>
					column === null ? [] : [{ at: columns.indexOf(column), slot: fields.length + at }],
				),
			];
			const slots = new Int32Array(Math.max(-1, ...wanted.map(({ at }) => at)) + 1).fill(-1);
			// A cell goes to one place; where a column is wanted twice, the second place is filled from the first.
			const copies: (readonly [from: number, to: number])[] = [];
			for (const { at, slot } of wanted) {
				if (slots[at] === -1) slots[at] = slot;
				else copies.push([slots[at]!, slot]);
			}
			const row = new Row(kept.length);
			row.dayFirst = dayFirst;
			const encoder = new TextEncoder();
			const headings = recognised.map(
				({ field, column }) => [fieldIndex[field], encoder.encode(column)] as const,
			);
			let passed = 0;
			const scanner = new CsvScanner(dialect, slots, row, () => {
				if (passed < before) {
					passed++;
					row.number = 0;
				} else if (isHeading(row, headings)) {
					// Files that were put together have their heads in the middle.
					row.number--;
				} else {
					for (const [from, to] of copies) {
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

/** Whether a row is the names of the columns again. The length of its first cell settles it for nearly all rows. */
function isHeading(
	{ bytes, starts, ends }: Row,
	headings: readonly (readonly [slot: number, name: Uint8Array])[],
): boolean {
	for (const [slot, name] of headings) {
		const start = starts[slot]!;
		if (ends[slot]! - start !== name.length) return false;
		for (let at = 0; at < name.length; at++) if (bytes[start + at] !== name[at]) return false;
	}
	return headings.length > 0;
}
