import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvLine, parseCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test('quotation marks, line ends of all systems, a byte order mark and empty lines are understood', () => {
	expect(cellsOf('\ufeffa,b\r\n\r\n"c,""d""",\n')).toEqual([
		['a', 'b'],
		['c,"d"', ''],
	]);
	expect(cellsOf('a\nb')).toEqual([['a'], ['b']]);
	expect(cellsOf('')).toEqual([]);
});

test('a record knows the line it starts on, also after a cell of several lines', () => {
	expect(parseCsv('a\n"b\nc"\nd\n')).toEqual([
		{ line: 1, cells: ['a'] },
		{ line: 2, cells: ['b\nc'] },
		{ line: 4, cells: ['d'] },
	]);
});

test('a broken quotation is told with its line', () => {
	expect(() => parseCsv('a\n"b\n')).toThrow('line 2: a quotation mark is never closed');
	expect(() => parseCsv('"a"b\n')).toThrow('line 1: text after a closing quotation mark');
});

test('whatever is written is read back', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', ';') });
	fc.assert(
		fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
			expect(cellsOf(rows.map(csvLine).join('\r\n'))).toEqual(rows);
		}),
	);
});
