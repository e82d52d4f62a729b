import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseCsv, printCsvLine } from './csv.ts';

const cellsOf = (line: string) => parseCsv(line)[0]?.cells;

describe('reading CSV', () => {
	test.each([
		['a,b,c', ['a', 'b', 'c']],
		['a,,', ['a', '', '']],
		['"Mac14,2",b', ['Mac14,2', 'b']],
		['"say ""hello""",b', ['say "hello"', 'b']],
		['""', ['']],
		['a,""', ['a', '']],
		['"a",', ['a', '']],
	])('%s is %p', (line, cells) => {
		expect(cellsOf(line)).toEqual(cells);
	});

	test.each(['"open', 'a,"open,b', 'a"b', '"a"b,c', 'a,b"c"'])('the quotes of %s do not fit', (line) => {
		expect(cellsOf(line)).toBeNull();
	});

	test('lines are counted from one, and a newline at the end begins no line', () => {
		expect(parseCsv('a\nb\n')).toEqual([
			{ line: 1, cells: ['a'] },
			{ line: 2, cells: ['b'] },
		]);
	});

	test('cells without a line break survive printing and reading', () => {
		const cell = fc.string().filter((text) => !text.includes('\n'));
		fc.assert(
			fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
				// A single empty cell is an empty line, which is no row.
				fc.pre(cells.length > 1 || cells[0] !== '');
				expect(cellsOf(printCsvLine(cells))).toEqual(cells);
			}),
		);
	});
});
