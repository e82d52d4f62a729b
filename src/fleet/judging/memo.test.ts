import { expect, test } from 'bun:test';
import { fieldIndex, fields } from '../inventory/columns/field.ts';
import { Row, rowShape } from '../inventory/inventory.ts';
import { noCells } from './machine-cells.ts';
import { ResultMemo } from './memo.ts';

const shape = rowShape([], { dayFirst: null }, ['board', 'version']);

/** A row with only a board and a version. */
function rowOf(board: string, version: string): Row {
	const cells = fields.map(() => '');
	cells[fieldIndex.board] = board;
	cells[fieldIndex.version] = version;
	return new Row(1, cells, shape);
}

function memoOf() {
	const judged: string[] = [];
	const memo = new ResultMemo((row) => {
		judged.push(`${row.text('board')} ${row.text('version')}`);
		return { cells: noCells, answer: null };
	});
	return { memo, judged };
}

test('each of many different machines is judged once', () => {
	const { memo, judged } = memoOf();
	const rows = Array.from({ length: 40_000 }, (_, at) =>
		rowOf(`J${at % 200}AP`, `26.${Math.floor(at / 200)}`),
	);
	const first = rows.map((row) => memo.find(row));
	expect(new Set(first).size).toBe(rows.length);
	expect(rows.every((row, at) => memo.find(row) === first[at])).toBe(true);
	expect(judged).toHaveLength(rows.length);
});

test('rows that differ only in where a cell ends are different', () => {
	const { memo } = memoOf();
	expect(memo.find(rowOf('J1', '26.1'))).not.toBe(memo.find(rowOf('J12', '6.1')));
});

test('rows whose long cells have the same beginning share a judgment', () => {
	const { memo, judged } = memoOf();
	const long = 'x'.repeat(2000);
	expect(memo.find(rowOf(`${long}1`, '26.1'))).toBe(memo.find(rowOf(`${long}2`, '26.1')));
	expect(memo.find(rowOf(long, '26.1'))).not.toBe(memo.find(rowOf(long, '26.2')));
	expect(memo.find(rowOf(`1${long}`, '26.1'))).not.toBe(memo.find(rowOf(`2${long}`, '26.1')));
	expect(judged).toHaveLength(4);
});

test('the same text in another column is another judgment', () => {
	const { memo } = memoOf();
	const results = Array.from({ length: 1000 }, (_, at) =>
		(['board', 'model'] as const).map((field) => {
			const cells = fields.map(() => '');
			cells[fieldIndex[field]] = `J${at}`;
			return memo.find(new Row(1, cells, rowShape([], { dayFirst: null }, [field])));
		}),
	);
	expect(new Set(results.flat()).size).toBe(2000);
});
