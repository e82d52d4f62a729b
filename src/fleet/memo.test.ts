import { expect, test } from 'bun:test';
import { fieldIndex } from './inventory/field.ts';
import { Row } from './inventory/row.ts';
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
			return { cells: null, answer: null, count: 0, csv: null };
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
});
