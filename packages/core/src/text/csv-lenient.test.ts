import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leftToUsualRun } from '../../../../test/size.ts';
import { CsvReader, type CsvRow, longestRow, neverClosed, tooLong } from './csv.ts';

type Dialect = { delimiter: string; newline: '\n' | '\r' };
const commas: Dialect = { delimiter: ',', newline: '\n' };

function scan(pieces: readonly string[], dialect = commas): CsvRow[] {
	const rows: CsvRow[] = [];
	const reader = new CsvReader((row) => rows.push(row), { ...dialect, lenient: true });
	for (const piece of pieces) reader.push(piece);
	reader.end();
	return rows;
}

const texts = (...chunks: string[]) => scan(chunks).map(({ cells }) => cells);

describe('a text table is split into', () => {
	test('cells and rows, also a last row without a line end', () => {
		expect(texts('a,b\n1,2\r\n,\n3,4')).toEqual([
			['a', 'b'],
			['1', '2'],
			['', ''],
			['3', '4'],
		]);
	});

	test('rows: an empty line is not one, an empty quotation is', () => {
		expect(texts('a\n\n\r\n""\nb\n')).toEqual([['a'], [''], ['b']]);
	});

	test('quoted cells with delimiters, line ends and quotation marks', () => {
		expect(texts('"a,b","c\r\nd","say ""hi"""\r\nx,"",""""')).toEqual([
			['a,b', 'c\r\nd', 'say "hi"'],
			['x', '', '"'],
		]);
	});

	test('cells with quotation marks inside, which are text', () => {
		expect(texts('27" iMac,"The" Mac,5\n')).toEqual([['27" iMac', '"The" Mac', '5']]);
	});

	test('cells whose quotation mark is the end of a piece: it closes the cell, or is the first of two', () => {
		expect(texts('"a"')).toEqual([['a']]);
		expect(texts('"a"', ',b')).toEqual([['a', 'b']]);
		expect(texts('"a"', '",b"')).toEqual([['a",b']]);
		expect(texts('"a"\r')).toEqual([['a']]);
		expect(texts('"a"\rb,c\n')).toEqual([['"a"\rb', 'c']]);
		expect(texts('a\r,\r\n')).toEqual([['a\r', '']]);
	});

	test('rows at carriage returns, if those are its line ends', () => {
		expect(scan(['a\t"b\tc"\rd\te'], { delimiter: '\t', newline: '\r' }).map(({ cells }) => cells)).toEqual([
			['a', 'b\tc'],
			['d', 'e'],
		]);
	});
});

describe('a damaged row does not affect others', () => {
	test('rows have the same cells, however short the pieces are', () => {
		const text = 'a,b,c,d,e\nf,g\nh,i,j\n\nk\nl,m,n,o\np,q,"r\ns,t\nu';
		expect(scan([...text]).map(({ cells }) => cells)).toEqual([
			['a', 'b', 'c', 'd', 'e'],
			['f', 'g'],
			['h', 'i', 'j'],
			['k'],
			['l', 'm', 'n', 'o'],
			[],
			['s', 't'],
			['u'],
		]);
	});

	test('an unclosed quotation mark costs its line, not the file', () => {
		expect(scan(['a,b\n"open,1\nc,2\nd,3'])).toEqual([
			{ line: 1, lastLine: 1, fault: null, cells: ['a', 'b'] },
			{ line: 2, lastLine: 2, fault: neverClosed, cells: [] },
			{ line: 3, lastLine: 3, fault: null, cells: ['c', '2'] },
			{ line: 4, lastLine: 4, fault: null, cells: ['d', '3'] },
		]);
	});

	test('an unclosed quotation mark does not swallow the rows up to the next one', () => {
		expect(scan(['"open,1\nc,2\n"d","3"\n']).map(({ cells }) => cells)).toEqual([[], ['c', '2'], ['d', '3']]);
	});

	test('an endless row is reported once and skipped, and memory does not grow', () => {
		const piece = 'a'.repeat(longestRow / 2);
		const rows = scan(['a,b\n', ...Array(40).fill(piece), '\nc,d\n']);
		expect(rows).toEqual([
			{ line: 1, lastLine: 1, fault: null, cells: ['a', 'b'] },
			{ line: 2, lastLine: 2, fault: tooLong, cells: [] },
			{ line: 3, lastLine: 3, fault: null, cells: ['c', 'd'] },
		]);
	});

	test('a row may have a mebibyte, and not a character more', () => {
		const [longest, behind] = ['x'.repeat(longestRow), '\nc,d\n'];
		expect(scan([longest, behind]).map(({ cells }) => cells)).toEqual([[longest], ['c', 'd']]);
		expect(scan([`${longest}x`, behind]).map(({ fault }) => fault)).toEqual([tooLong, null]);
	});

	test('an endless row at the end of the file is skipped', () => {
		const long = 'x'.repeat(longestRow + 1);
		expect(scan([long, 'y', 'z']).map(({ cells }) => cells)).toEqual([[]]);
		expect(scan(['a\n"b']).map(({ fault }) => fault)).toEqual([null, neverClosed]);
	});

	test.skipIf(leftToUsualRun)('a quote that opens a text without an end is given up after a mebibyte', () => {
		const lines = 'c,2\n'.repeat(longestRow / 2);
		const rows = scan(['"open,1\n', lines]);
		expect(rows).toHaveLength(1 + longestRow / 2);
		expect(rows[0]?.fault).toBe(neverClosed);
		expect(rows.at(-1)?.cells).toEqual(['c', '2']);
	});
});

describe('tables of any dialect, cut anywhere, read back the same', () => {
	const cell = fc.oneof(
		fc.string({
			unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', 'é', '’', '😀', '\0', ' ', '='),
		}),
		fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
	);
	const table = fc
		.integer({ min: 1, max: 5 })
		.chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }));
	const writing = fc.record({
		delimiter: fc.constantFrom(',', ';', '\t', '|'),
		newline: fc.constantFrom('\n', '\r\n', '\r'),
		quoteAll: fc.boolean(),
		lastEnd: fc.boolean(),
	});

	test('for generated tables', () => {
		fc.assert(
			fc.property(table, writing, fc.array(fc.nat(200), { maxLength: 6 }), (rows, how, cuts) => {
				const { delimiter, newline, quoteAll, lastEnd } = how;
				const print = (text: string) =>
					quoteAll || text === '' || /["\r\n]/.test(text) || text.includes(delimiter)
						? `"${text.replaceAll('"', '""')}"`
						: text;
				const lines = rows.map((row) => row.map(print).join(delimiter));
				const text = lines.join(newline) + (lastEnd ? newline : '');
				const places = [...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort((a, b) => a - b);
				const pieces = places.map((place, index) => text.slice(places[index - 1] ?? 0, place));
				const dialect = { delimiter, newline: newline.at(-1) as '\n' | '\r' };
				expect(scan(pieces, dialect).map(({ cells }) => cells)).toEqual(rows);
			}),
			{ numRuns: 500 },
		);
	});
});
