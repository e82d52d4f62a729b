import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leftToUsualRun } from '../../../test/size.ts';
import { Cells } from './cells.ts';
import { CsvScanner, type Dialect, longestRow } from './csv-scanner.ts';

const commas: Dialect = { delimiter: 0x2c, newline: 0x0a };

interface Scanned {
	number: number;
	cells: string[];
	problem: string | null;
}

function scan(chunks: readonly (string | Uint8Array)[], dialect = commas, columns = 4): Scanned[] {
	const cells = new Cells(columns);
	const rows: Scanned[] = [];
	const slots = Int32Array.from({ length: columns }, (_, column) => column);
	const scanner = new CsvScanner(dialect, slots, cells, () => {
		const { number, problem, count } = cells;
		const texts = Array.from({ length: Math.min(count, columns) }, (_, slot) => cells.cell(slot));
		rows.push({ number, problem, cells: texts });
	});
	for (const chunk of chunks)
		scanner.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
	scanner.end();
	return rows;
}

const texts = (...chunks: string[]) => scan(chunks).map(({ cells }) => cells);

describe('a table of text is taken apart', () => {
	test('cells, rows, and a last line without an end', () => {
		expect(texts('a,b\n1,2\r\n,\n3,4')).toEqual([
			['a', 'b'],
			['1', '2'],
			['', ''],
			['3', '4'],
		]);
	});

	test('a line without anything is no row, a quoted nothing is one', () => {
		expect(texts('a\n\n\r\n""\nb\n')).toEqual([['a'], [''], ['b']]);
	});

	test('quotes hold delimiters, ends of lines and quotes', () => {
		expect(texts('"a,b","c\r\nd","say ""hi"""\r\nx,"",""""')).toEqual([
			['a,b', 'c\r\nd', 'say "hi"'],
			['x', '', '"'],
		]);
	});

	test('a quote inside a cell is text, and so is one with text behind it', () => {
		expect(texts('27" iMac,"The" Mac,5\n')).toEqual([['27" iMac', '"The" Mac', '5']]);
	});

	test('a quote at the very end of a piece or of the file closes its cell, or is half of one that is text', () => {
		expect(texts('"a"')).toEqual([['a']]);
		expect(texts('"a"', ',b')).toEqual([['a', 'b']]);
		expect(texts('"a"', '",b"')).toEqual([['a",b']]);
		expect(texts('"a"\r')).toEqual([['a']]);
		expect(texts('"a"\rb,c\n')).toEqual([['"a"\rb', 'c']]);
		expect(texts('a\r,\r\n')).toEqual([['a\r', '']]);
	});

	test('returns alone end rows where the file is written so', () => {
		expect(scan(['a\t"b\tc"\rd\te'], { delimiter: 9, newline: 13 }).map(({ cells }) => cells)).toEqual([
			['a', 'b\tc'],
			['d', 'e'],
		]);
	});

	test('only the columns that are asked for are kept, and all are counted', () => {
		const cells = new Cells(1);
		const seen: unknown[] = [];
		const scanner = new CsvScanner(commas, Int32Array.of(-1, 0), cells, () =>
			seen.push([cells.cell(0), cells.count]),
		);
		scanner.push(new TextEncoder().encode('a,"b""c",c,"d\n"\nalone\n'));
		scanner.end();
		expect(seen).toEqual([
			['b"c', 4],
			['', 1],
		]);
	});
});

describe('damage costs the row that has it', () => {
	test('a row that has fewer cells has none of the rows before it', () => {
		const cells = new Cells(3);
		const rows: string[][] = [];
		const scanner = new CsvScanner(commas, Int32Array.of(0, -1, 1, 2), cells, () =>
			rows.push([0, 1, 2].map((slot) => cells.cell(slot))),
		);
		for (const byte of new TextEncoder().encode('a,b,c,d,e\nf,g\nh,i,j\n\nk\nl,m,n,o\np,q,"r\ns,t\nu'))
			scanner.push(Uint8Array.of(byte));
		scanner.end();
		expect(rows).toEqual([
			['a', 'c', 'd'],
			['f', '', ''],
			['h', 'j', ''],
			['k', '', ''],
			['l', 'n', 'o'],
			['', '', ''],
			['s', '', ''],
			['u', '', ''],
		]);
	});

	test('a quote that is never closed costs its line, not the file', () => {
		expect(scan(['a,b\n"open,1\nc,2\nd,3'])).toEqual([
			{ number: 1, problem: null, cells: ['a', 'b'] },
			{ number: 2, problem: 'a quote is opened in this row and never closed', cells: [''] },
			{ number: 3, problem: null, cells: ['c', '2'] },
			{ number: 4, problem: null, cells: ['d', '3'] },
		]);
	});

	test('nor does it swallow the rows up to the next quote', () => {
		expect(scan(['"open,1\nc,2\n"d","3"\n']).map(({ cells }) => cells)).toEqual([
			[''],
			['c', '2'],
			['d', '3'],
		]);
	});

	test('a row without an end is told of once and passed over in flat memory', () => {
		const piece = new Uint8Array(longestRow / 2).fill(0x61);
		const rows = scan(['a,b\n', ...Array(40).fill(piece), '\nc,d\n']);
		expect(rows).toEqual([
			{ number: 1, problem: null, cells: ['a', 'b'] },
			{ number: 2, problem: 'the row is longer than 1 MiB', cells: [''] },
			{ number: 3, problem: null, cells: ['c', 'd'] },
		]);
	});

	test('a mebibyte is waited for, and not a byte more', () => {
		const [longest, behind] = ['x'.repeat(longestRow), '\nc,d\n'];
		expect(scan([longest, behind]).map(({ cells }) => cells)).toEqual([[longest], ['c', 'd']]);
		expect(scan([`${longest}x`, behind]).map(({ problem }) => problem)).toEqual([
			'the row is longer than 1 MiB',
			null,
		]);
	});

	test('one without an end that is the last of the file is passed over up to there', () => {
		const long = 'x'.repeat(longestRow + 1);
		expect(scan([long, 'y', 'z']).map(({ cells }) => cells)).toEqual([['']]);
		expect(scan(['a\n"b']).map(({ problem }) => problem)).toEqual([
			null,
			'a quote is opened in this row and never closed',
		]);
	});

	test.skipIf(leftToUsualRun)('a quote that opens a text without an end is given up after a mebibyte', () => {
		const lines = 'c,2\n'.repeat(longestRow / 2);
		const rows = scan(['"open,1\n', lines]);
		expect(rows).toHaveLength(1 + longestRow / 2);
		expect(rows[0]?.problem).toBe('a quote is opened in this row and never closed');
		expect(rows.at(-1)?.cells).toEqual(['c', '2']);
	});
});

describe('any table, written in any dialect and cut anywhere, reads back the same', () => {
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

	test('for all of them', () => {
		fc.assert(
			fc.property(table, writing, fc.array(fc.nat(200), { maxLength: 6 }), (rows, how, cuts) => {
				const { delimiter, newline, quoteAll, lastEnd } = how;
				const print = (text: string) =>
					quoteAll || text === '' || /["\r\n]/.test(text) || text.includes(delimiter)
						? `"${text.replaceAll('"', '""')}"`
						: text;
				const lines = rows.map((row) => row.map(print).join(delimiter));
				const bytes = new TextEncoder().encode(lines.join(newline) + (lastEnd ? newline : ''));
				const places = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
					(a, b) => a - b,
				);
				const pieces = places.map((place, index) => bytes.slice(places[index - 1] ?? 0, place));
				const dialect = { delimiter: delimiter.charCodeAt(0), newline: newline.at(-1)!.charCodeAt(0) };
				expect(scan(pieces, dialect, 5).map(({ cells }) => cells)).toEqual(rows);
			}),
			{ numRuns: 500 },
		);
	});
});
