import { describe, expect, spyOn, test } from 'bun:test';
import { CsvReader } from '@pointrelease/core/src/text/csv.ts';
import { gzipSync, zipSync } from 'fflate';
import { fleetOf, inPieces } from '../../../test/fleet/fleet-of.ts';
import { failureOf, readInventory, utf8 } from '../../../test/fleet/read-inventory.ts';
import { type Budget, budgets, Spending } from './budgets.ts';
import { XmlTags } from './file/xml-tags.ts';
import { openInventory } from './open-inventory.ts';

const most = 'the most that is read: export fewer columns, or fewer Macs at a time';

/** Does something while a budget is small, because to fill a real one takes seconds. */
async function withBudget(budget: Budget, most: number, work: () => Promise<void>): Promise<void> {
	const changed = budgets as Record<Budget, number>;
	const before = changed[budget];
	changed[budget] = most;
	try {
		await work();
	} finally {
		changed[budget] = before;
	}
}

/** How many characters `indexOf` went through while something was done. */
function searched(work: () => void): number {
	const plain = String.prototype.indexOf;
	let characters = 0;
	const spy = spyOn(String.prototype, 'indexOf').mockImplementation(function (
		this: string,
		mark: string,
		from = 0,
	) {
		const at = plain.call(this, mark, from);
		characters += (at < 0 ? this.length : at) - from + 1;
		return at;
	});
	try {
		work();
	} finally {
		spy.mockRestore();
	}
	return characters;
}

describe('a workbook', () => {
	const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
	const rowOf = (...values: string[]) => `<row>${values.map(text).join('')}</row>`;
	const head = rowOf('Name', 'Model') + rowOf('a', 'Mac14,2');
	const workbook = (sheet: string, more: Record<string, string> = {}, level: 0 | 6 = 6) =>
		zipSync(
			Object.fromEntries(
				Object.entries({
					'xl/workbook.xml': '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>',
					'xl/_rels/workbook.xml.rels':
						'<Relationships><Relationship Id="r1" Target="worksheets/1.xml"/></Relationships>',
					'xl/worksheets/1.xml': `<worksheet><sheetData>${head}${sheet}</sheetData></worksheet>`,
					...more,
				}).map(([path, xml]) => [path, utf8(xml)]),
			),
			{ level },
		);
	const many = 100_000;
	const row = '<row><c t="s"><v>0</v></c></row>';
	const shared = (items: string) => ({ 'xl/sharedStrings.xml': `<sst>${items}</sst>` });

	test.each([
		['cells that are never closed', `<row>${'<c '.repeat(many)}</row>`, {}],
		['rows that are never closed', '<row '.repeat(many), {}],
		[
			'a number format without an end',
			'',
			{
				'xl/styles.xml': `<styleSheet><numFmt numFmtId="200" formatCode="${'['.repeat(many)}"/></styleSheet>`,
			},
		],
		['an attribute of blanks', `<row><c r${' '.repeat(many)}="A1"><v>1</v></c></row>`, {}],
	])('is refused with %s', async (_, sheet, more) => {
		expect(await failureOf(workbook(sheet, more))).toBe(
			`the file is a workbook with a tag of more than 65,536 characters, ${most}`,
		);
	});

	test.each([
		[
			'phonetic readings that are never closed',
			`<row><c t="inlineStr"><is>${'<rPh>'.repeat(many)}</is></c></row>`,
			{},
		],
		['shared texts with such readings', row, shared(`<si>${'<rPh>'.repeat(many)}</si>`)],
		['shared texts that are never closed', row, shared('<si>'.repeat(many))],
		['elements that nobody knows', '<x>'.repeat(many), {}],
		[
			'properties that are never closed',
			'',
			{ 'xl/workbook.xml': `<workbook>${'<workbookPr '.repeat(many)}` },
		],
	])('with %s is read', async (_, sheet, more) => {
		expect((await readInventory(workbook(sheet, more))).rows).toEqual([['a', 'Mac14,2', '']]);
	});

	test('whose rows name one long text is refused before the text is repeated', async () => {
		const long = 'a'.repeat(1_000_000);
		const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(900)}</row>`;
		expect(await failureOf(workbook(rows, shared(`<si><t>${long}</t></si>`)))).toBe(
			`the file has more than 128 MiB of text in its cells, ${most}`,
		);
	});

	test.each([
		['a long text of its own', text('&lt;'.repeat(300_000)), {}],
		['a long value', `<c><v>${'1'.repeat(budgets.text + 1)}</v></c>`, {}],
		['a long shared text', '', shared(`<si><t>${'&lt;'.repeat(300_000)}</t></si>`)],
	])('with %s is refused before the text is decoded', async (_, cells, more) => {
		expect(await failureOf(workbook(`<row>${cells}</row>`, more))).toBe(
			`the file has a text of more than 1 MiB in a cell, ${most}`,
		);
	});

	test('with more formats than Excel writes is refused', async () => {
		const formats = (count: number) => ({
			'xl/styles.xml': `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(count)}</cellXfs></styleSheet>`,
		});
		expect((await readInventory(workbook('', formats(budgets.formats)))).rows).toHaveLength(1);
		expect(await failureOf(workbook('', formats(budgets.formats + 1)))).toBe(
			`the file has more than 65,536 formats of cells, ${most}`,
		);
	});

	test('counts its shared texts as cells', async () => {
		await withBudget('cells', 1000, async () => {
			expect(await failureOf(workbook('', shared('<si/>'.repeat(1001))))).toBe(
				`the file has more than 30,000,000 cells, ${most}`,
			);
		});
	});

	// Bytes for three turns in few tags.
	const long = `<x ${'a'.repeat(60_000)}/>`.repeat(215);
	test.each([
		['its rows', long, {}],
		['its cells', `<row>${long}</row>`, {}],
		['its shared texts', '', shared(long)],
		['its formats', '', { 'xl/styles.xml': long }],
		['its sheets', '', { 'xl/workbook.xml': `<workbook>${long}<sheet r:id="r1"/>` }],
	])('takes turns while %s are read, so that a stop can end it', async (_, sheet, more) => {
		// Stored, because to compress and unpack so many bytes takes far longer than to read them.
		const bytes = workbook(sheet, more, 0);
		let turns = 0;
		const stopped = new Error('stopped');
		// Unpacking takes three turns.
		const turn = async () => {
			if (++turns > 4) throw stopped;
		};
		const read = openInventory(inPieces(bytes, bytes.length), {}, { turn }).then((inventory) =>
			inventory.read(() => {}),
		);
		expect(await read.catch((thrown) => thrown)).toBe(stopped);
	});

	test('counts the gaps before its cells', async () => {
		const rows = '<row><c r="XFD1"><v>1</v></c></row>'.repeat(3);
		await withBudget('cells', 3 * budgets.columns + 3, async () => {
			expect(await failureOf(workbook(rows))).toBe(`the file has more than 30,000,000 cells, ${most}`);
		});
		expect((await readInventory(workbook(rows))).rows).toHaveLength(4);
	});

	test('reads a sheet once, however often it is listed', async () => {
		const listed = `<workbook>${'<sheet r:id="r1"/>'.repeat(many)}</workbook>`;
		const blank = `<worksheet><sheetData>${'<row/>'.repeat(many)}</sheetData></worksheet>`;
		expect(await failureOf(workbook('', { 'xl/workbook.xml': listed, 'xl/worksheets/1.xml': blank }))).toBe(
			'the file is empty: choose an export with at least one Mac',
		);
	});

	test.each(['<c ', '<c', '<', '<c>', '<c r="A1"/>', '</c', '>'])('goes through many %j once', (piece) => {
		const xml = piece.repeat(3000);
		const work = searched(() => {
			const tags = new XmlTags(xml);
			while (tags.next());
		});
		expect(work).toBeLessThan(4 * xml.length + 10);
	});
});

describe('a text table', () => {
	const head = 'Name,Model,OS Version\na,"Mac14,2",14.7.2\n';

	function readAll(text: string, pieceLength = text.length): CsvReader {
		const reader = new CsvReader(() => {}, { newline: '\n', lenient: true });
		for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength));
		reader.end();
		return reader;
	}

	test.each([
		['quotation marks that close nothing', '"x,'.repeat(4000)],
		['lines whose quotation marks close nothing', '"x,y\n'.repeat(4000)],
		['faults in a text without delimiters', '"a\nb"c\n'.repeat(4000)],
		['quoted cells', '"a","b"\n'.repeat(2000)],
		['carriage returns alone', 'a\r'.repeat(4000)],
	])('with %s is searched once', (_, text) => {
		expect(searched(() => readAll(text))).toBeLessThan(12 * text.length);
	});

	test('with one long row is not parsed again for each of its pieces', () => {
		const text = 'a,'.repeat(50_000);
		expect(searched(() => readAll(text, 100))).toBeLessThan(30 * text.length + 16 * 16 * 1024 * 100);
	});

	test('whose quotation marks are opened on each line and never closed is refused', async () => {
		const open = `${head}${'","a\n'.repeat(2000)}"z`;
		await withBudget('reread', 100_000, async () => {
			expect(await failureOf(open)).toBe(
				`the file has too many quotation marks that are never closed: more than 64 MiB would be read twice, ${most}`,
			);
		});
		const few = `"a\n${'","a\n'.repeat(100)}"z`;
		expect(readAll(few).reread).toBeGreaterThan(few.length * 20);
		expect(readAll('a,"b"\n"c\nd"\n').reread).toBe(0);
	});

	test('with a row of more cells than a spreadsheet has columns is refused', async () => {
		const wide = (cells: number) => `${head}${','.repeat(cells - 1)}\n`;
		expect((await readInventory(wide(budgets.columns))).rows).toHaveLength(2);
		expect(await failureOf(wide(budgets.columns + 1))).toBe(`the file has more than 16,384 columns, ${most}`);
	});

	test('with too many rows or cells is refused, packed or not', async () => {
		const text = head + 'x\n'.repeat(99);
		for (const bytes of [utf8(text), gzipSync(utf8(text))]) {
			expect((await readInventory(bytes)).rows).toHaveLength(100);
			await withBudget('rows', 99, async () => {
				expect(await failureOf(bytes)).toBe(`the file has more than 2,000,000 rows, ${most}`);
			});
			await withBudget('cells', 104, async () => {
				expect(await failureOf(bytes)).toBe(`the file has more than 30,000,000 cells, ${most}`);
			});
		}
	});
});

test('an archive of any kind counts what it unpacks to', async () => {
	const table = utf8('Name,Model,OS Version\na,"Mac14,2",14.7.2\n');
	const rows = '<row><c t="inlineStr"><is><t>Model</t></is></c></row>';
	const sheet = utf8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
	for (const bytes of [
		gzipSync(table),
		zipSync({ 'a.csv': table }),
		zipSync({ 'xl/workbook.xml': sheet, 'xl/worksheets/1.xml': sheet }),
	])
		await withBudget('unpacked', 40, async () => {
			expect(await failureOf(bytes)).toBe(`the file unpacks to more than 256 MiB, ${most}`);
		});
});

test('long names of columns and days are not normalized: that takes minutes for some', async () => {
	const accents = `a${'\u0301'.repeat(1000)}${'\u0323'.repeat(1000)}`;
	const normalize = spyOn(String.prototype, 'normalize');
	const lengths = (): number => {
		const longest = Math.max(...normalize.mock.contexts.map((text) => String(text).length));
		normalize.mockClear();
		return longest;
	};
	try {
		for (const text of [
			`Name,Serial Number,Model,Last Check-in,${accents}\na,C02AAAAAAAAA,"Mac14,2",${accents},x\n`,
			`{"model":"Mac14,2","seen":"${accents}","${accents}":1}\n{"model":"Mac14,2","x":{"${accents}":1}}\n`,
			`{"${accents}":1,"list":[{"model":"Mac14,2","name":"${accents}"}]}`,
		]) {
			await fleetOf(text);
			expect(lengths()).toBeWithin(3, 201);
		}
	} finally {
		normalize.mockRestore();
	}
});

describe('JSON', () => {
	const mac = '"model":"Mac14,2","os_version":"14.7.2"';

	test('with too many names in its first records is refused', async () => {
		const names = (record: number) =>
			Array.from({ length: 100 }, (_, at) => `"n${record}_${at}":1`).join(',');
		const records = Array.from({ length: 170 }, (_, at) => `{${mac},${names(at)}}`);
		expect(await failureOf(`[${records.join(',')}]`)).toBe(`the file has more than 16,384 columns, ${most}`);
		expect((await readInventory(`[${records.slice(0, 160).join(',')}]`)).rows).toHaveLength(160);
	});

	test('with too many names in one record is refused', async () => {
		const names = Array.from({ length: budgets.columns + 1 }, (_, at) => `"n${at}":1`);
		expect(await failureOf(`[{${mac}},{${names.join(',')},${mac}}]`)).toBe(
			`the file has more than 16,384 columns, ${most}`,
		);
	});

	const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const tooDeep = `the file has lists and objects nested more than 64 deep, ${most}`;

	test('that is nested too deep is refused, in a record, around the records and on a line', async () => {
		for (const text of [
			`[{${mac},"x":${nested(budgets.depth)}}]`,
			'['.repeat(1_000_000),
			`{${mac}}\n{${mac},"x":${nested(budgets.depth)}}\n`,
		])
			expect(await failureOf(text)).toBe(tooDeep);
		expect((await readInventory(`[{${mac},"x":${nested(budgets.depth - 2)}}]`)).rows).toHaveLength(1);
		expect(
			(await readInventory(`[{${mac},"x":"${'['.repeat(100)}\\"${'['.repeat(100)}"}]`)).rows,
		).toHaveLength(1);
	});

	test('with too many values in a record is refused before it is parsed', async () => {
		const lists = '[],'.repeat(100_000);
		const parse = spyOn(JSON, 'parse');
		try {
			await withBudget('values', 100_000, async () => {
				expect(await failureOf(`[{${mac}},{${mac},"x":[${lists}[]]}]`)).toBe(
					`the file has a record with more than 2,000,000 values, ${most}`,
				);
			});
			expect(parse.mock.calls.every(([text]) => !text.includes(lists))).toBe(true);
		} finally {
			parse.mockRestore();
		}
	});
});

test('what a file uses adds up to its budget, and not beyond', () => {
	const rows = new Spending('rows');
	for (let added = 0; added < 4; added++) rows.add(budgets.rows / 4);
	expect(() => rows.add(1)).toThrow(`the file has more than 2,000,000 rows, ${most}`);
});
