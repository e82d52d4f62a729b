import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { CsvReader, type CsvRow, columnNames, csvLine, parseCsv } from './csv.ts';
import { spreadsheetCell } from './spreadsheet.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);
const faultsOf = (text: string) => parseCsv(text).map(({ line, fault }) => [line, fault]);

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
		expect(cellsOf(line)).toEqual([cells]);
	});

	test('the line ends of all systems and a byte order mark are read', () => {
		expect(cellsOf('\ufeffa,b\r\n"c,""d""",\re\n')).toEqual([['a', 'b'], ['c,"d"', ''], ['e']]);
		expect(cellsOf('a\nb')).toEqual([['a'], ['b']]);
		expect(cellsOf('')).toEqual([]);
	});

	test('rows do not depend on the kind of line ends', () => {
		const text = '\ufeffa,b\n\n"c\nd",e\n"f"g\nh\n';
		const rows = parseCsv(text);
		expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
			[1, ['a', 'b']],
			[2, ['']],
			[3, ['c\nd', 'e']],
			[5, []],
			[6, ['h']],
		]);
		const rowsOfWindows = parseCsv(text.replaceAll('\n', '\r\n'));
		expect(rowsOfWindows.map(({ cells }) => cells.map((cell) => cell.replace('\r', '')))).toEqual(
			rows.map(({ cells }) => cells),
		);
	});

	test('an empty line is one empty cell, and the last line end does not begin a row', () => {
		expect(cellsOf('a\n\nb\n')).toEqual([['a'], [''], ['b']]);
	});

	test('a row has the numbers of its lines, also after a cell of several lines', () => {
		expect(parseCsv('a\n"b\r\nc"\nd\n')).toEqual([
			{ line: 1, lastLine: 1, cells: ['a'], fault: null },
			{ line: 2, lastLine: 3, cells: ['b\r\nc'], fault: null },
			{ line: 4, lastLine: 4, cells: ['d'], fault: null },
		]);
	});

	test.each([
		['"open', 'a quotation mark is never closed'],
		['a,"open,b', 'a quotation mark is never closed'],
		['"a"b,c', 'text after a closing quotation mark'],
		[
			'a"b',
			'a quotation mark inside a value must be written twice, and the value needs quotation marks around it',
		],
		[
			'a,b"c"',
			'a quotation mark inside a value must be written twice, and the value needs quotation marks around it',
		],
	])('%s has a fault', (line, fault) => {
		expect(faultsOf(line)).toEqual([[1, fault]]);
	});

	test('only the line of a fault is lost', () => {
		expect(faultsOf('a\n"b,c\nd,e\n"f",g\n')).toEqual([
			[1, null],
			[2, 'text after a closing quotation mark'],
			[3, null],
			[4, null],
		]);
	});

	test('written rows read back the same', () => {
		const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', ';') });
		fc.assert(
			fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
				// A last row of one empty cell is written as an empty text.
				fc.pre(rows.at(-1)!.join(',') !== '');
				expect(cellsOf(rows.map(csvLine).join('\r\n'))).toEqual(rows);
			}),
		);
	});

	test('every line of any text belongs to exactly one row', () => {
		const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r') });
		fc.assert(
			fc.property(text, (text) => {
				let next = 1;
				for (const { line, lastLine } of parseCsv(text)) {
					expect(line).toBe(next);
					next = lastLine + 1;
				}
			}),
		);
	});
});

test('a spreadsheet reads a cell neither as a formula nor as two cells', () => {
	expect(spreadsheetCell('=1+1')).toBe("'=1+1");
	expect(spreadsheetCell(' @SUM(A1)')).toBe("' @SUM(A1)");
	expect(spreadsheetCell('|calc')).toBe("'|calc");
	expect(spreadsheetCell(' ｜calc')).toBe("' ｜calc");
	expect(spreadsheetCell('MacBook | Air')).toBe('MacBook | Air');
	expect(spreadsheetCell('-1, or less')).toBe(`"'-1, or less"`);
	expect(spreadsheetCell('a;b')).toBe('"a;b"');
	expect(spreadsheetCell('say "hi"')).toBe('"say ""hi"""');
	expect(spreadsheetCell('14.7.2')).toBe('14.7.2');
});

function rowsOf(pieces: readonly string[]) {
	const rows: CsvRow[] = [];
	const reader = new CsvReader((row) => rows.push(row));
	for (const piece of pieces) reader.push(piece);
	reader.end();
	return rows;
}

test('rows, lines and faults do not depend on where the text is cut into pieces', () => {
	const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '"', '\n', '\r', '\ufeff', 'é') });
	fc.assert(
		fc.property(fc.array(text), (pieces) => {
			expect(rowsOf(pieces)).toEqual(parseCsv(pieces.join('')));
		}),
		{ numRuns: 1000 },
	);
});

test('an unclosed quotation mark is reported before the end of the file', () => {
	const rows: CsvRow[] = [];
	const reader = new CsvReader((row) => rows.push(row));
	const line = `${'a'.repeat(99)}\n`;
	reader.push('x\n"y\n');
	expect(rows).toEqual([{ line: 1, lastLine: 1, cells: ['x'], fault: null }]);
	for (let pieces = 0; pieces < 2000 && rows.length === 1; pieces++) reader.push(line.repeat(100));
	expect(rows[1]).toEqual({ line: 2, lastLine: 2, cells: [], fault: 'a quotation mark is never closed' });
});

test.each([
	['Owner,Department', ['Owner', 'Department']],
	[' Owner , ,Department,', ['Owner', 'Department']],
	['"Dept, Team"', ['Dept, Team']],
	['Owner, "Dept, Team" ,Site', ['Owner', 'Dept, Team', 'Site']],
	['"a ""b"" c",14"', ['a "b" c', '14"']],
	['13" or 14",x', ['13" or 14"', 'x']],
	['""', []],
	['', []],
])('%p names %j', (text, names) => {
	expect(columnNames(text)).toEqual(names);
});

test('any quoted names are read as they are', () => {
	const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
	fc.assert(
		fc.property(fc.array(name, { maxLength: 5 }), (names) => {
			const text = names.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');
			expect(columnNames(text)).toEqual(names);
		}),
	);
});
