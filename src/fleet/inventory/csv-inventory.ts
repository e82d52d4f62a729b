import { CsvScanner } from './csv-scanner.ts';
import { detectLayout } from './dialect.ts';
import { fieldIndex } from './field.ts';
import { type Bytes, emptyInventory, type Inventory } from './inventory.ts';
import { type GivenColumns, recogniseColumns } from './recognise.ts';
import { Row } from './row.ts';

/** An inventory in a table of text. */
export function openCsv(
	bytes: Bytes,
	sample: Uint8Array,
	given: GivenColumns,
): Omit<Inventory, 'packing' | 'encoding'> {
	const { dialect, columns, before, sample: rows } = detectLayout(sample);
	const recognised = recogniseColumns(columns, rows, given);
	return {
		format: 'csv',
		delimiter: String.fromCharCode(dialect.delimiter),
		columns,
		recognised,
		async read(onRow) {
			const places = recognised.map(({ column }) => columns.indexOf(column));
			const slots = new Int32Array(Math.max(-1, ...places) + 1).fill(-1);
			for (const [index, { field }] of recognised.entries()) slots[places[index]!] = fieldIndex[field];
			const row = new Row();
			let passed = 0;
			const scanner = new CsvScanner(dialect, slots, row, () => {
				if (passed < before) {
					passed++;
					row.number = 0;
				} else onRow(row);
			});
			for await (const chunk of bytes) scanner.push(chunk);
			scanner.end();
			if (row.number === 0) throw emptyInventory('holds no rows');
		},
	};
}
