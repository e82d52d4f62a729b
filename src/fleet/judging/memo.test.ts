import { expect, test } from 'bun:test';
import { fieldIndex } from '../inventory/columns/field.ts';
import { Row } from '../inventory/row.ts';
import { noCells } from './machine-cells.ts';
import { type KnownResult, ResultMemo } from './memo.ts';

const encoder = new TextEncoder();

/** A row of a machine that says nothing but its board and its version. */
function rowOf(board: string, version: string): Row {
	const row = new Row();
	row.bytes = encoder.encode(board + version);
	row.ends[fieldIndex.board] = board.length;
	row.starts[fieldIndex.version] = board.length;
	row.ends[fieldIndex.version] = row.bytes.length;
	return row;
}

function memoOf() {
	const forgotten: KnownResult[] = [];
	const made: string[] = [];
	const memo = new ResultMemo(
		(row) => {
			made.push(`${row.text('board')} ${row.text('version')}`);
			return { cells: noCells, answer: null, count: 0, csv: null };
		},
		(known) => forgotten.push(...known),
	);
	return { memo, made, forgotten };
}

test('each of many different machines is answered once, however many there are', () => {
	const { memo, made, forgotten } = memoOf();
	const rows = Array.from({ length: 40_000 }, (_, at) =>
		rowOf(`J${at % 200}AP`, `26.${Math.floor(at / 200)}`),
	);
	const first = rows.map((row) => memo.find(row));
	expect(new Set(first).size).toBe(rows.length);
	expect(rows.every((row, at) => memo.find(row) === first[at])).toBe(true);
	expect([made.length, forgotten.length, memo.known.length]).toEqual([rows.length, 0, rows.length]);
});

test('where a cell ends and the next begins makes a difference', () => {
	const { memo } = memoOf();
	expect(memo.find(rowOf('J1', '26.1'))).not.toBe(memo.find(rowOf('J12', '6.1')));
});

test('beyond 65,536 machines all are handed over and begun anew, none twice', () => {
	const { memo, forgotten } = memoOf();
	for (let at = 0; at < 65_537; at++) memo.find(rowOf('J413AP', String(at))).count++;
	expect([forgotten.length, memo.known.length]).toEqual([65_536, 1]);
	expect([...forgotten, ...memo.known].every(({ count }) => count === 1)).toBe(true);
	memo.find(rowOf('J413AP', '65536')).count++;
	expect(memo.known.map(({ count }) => count)).toEqual([2]);
});

test('a row with cells longer than any machine has is answered by itself', () => {
	const { memo, made } = memoOf();
	const long = 'x'.repeat(2000);
	expect(memo.find(rowOf(long, '26.1'))).not.toBe(memo.find(rowOf(long, '26.1')));
	expect(made).toHaveLength(2);
	// Nine columns take three bytes each, of 1,024.
	for (const length of [997, 997, 998, 998]) memo.find(rowOf('x'.repeat(length), ''));
	expect(made.slice(2).map((cells) => cells.trim().length)).toEqual([997, 998, 998]);
});

test('a machine is known again wherever in the bytes its cells are', () => {
	const { memo, made } = memoOf();
	for (const before of [300, 300, 0]) {
		const row = rowOf('J413AP', '26.1');
		row.bytes = encoder.encode(`${'-'.repeat(before)}J413AP26.1`);
		for (const field of [fieldIndex.board, fieldIndex.version]) {
			row.starts[field]! += before;
			row.ends[field]! += before;
		}
		memo.find(row);
	}
	expect(made).toEqual(['J413AP 26.1']);
});

test('the same text in another column is another machine', () => {
	const { memo } = memoOf();
	const found = Array.from({ length: 1000 }, (_, at) => {
		const row = rowOf(`J${at}`, '');
		row.decisive = Int32Array.of(fieldIndex.board);
		const ofBoard = memo.find(row);
		row.starts[fieldIndex.model] = 0;
		row.ends[fieldIndex.model] = row.bytes.length;
		row.decisive = Int32Array.of(fieldIndex.model);
		return [ofBoard, memo.find(row)];
	});
	expect(new Set(found.flat()).size).toBe(2000);
});
