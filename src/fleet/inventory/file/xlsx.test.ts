import { describe, expect, test } from 'bun:test';
import { zipSync } from 'fflate';
import { failureOf, readInventory, utf8 } from '../../../../test/fleet/read-inventory.ts';
import { isWorkbook, openWorkbook, textOf } from './xlsx.ts';

const sheetOf = (...rows: string[]) =>
	`<worksheet><sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData></worksheet>`;

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

const rowOf = (...values: string[]) => values.map(text).join('');

const only = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>';

const relations = (...targets: string[]) =>
	`<Relationships>${targets.map((target, at) => `<Relationship Id="r${at + 1}" Target="${target}"/>`).join('')}</Relationships>`;

async function rowsOf(parts: Record<string, string>): Promise<string[]> {
	const files = {
		'xl/workbook.xml': only,
		'xl/_rels/workbook.xml.rels': relations('worksheets/1.xml'),
		...parts,
	};
	const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, utf8(xml)])));
	let lines = '';
	for await (const piece of (await openWorkbook(piecesOf(bytes))).rows)
		lines += new TextDecoder().decode(piece);
	return lines.split('\n').slice(0, -1);
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

const only1 = (sheet: string, more: Record<string, string> = {}) =>
	rowsOf({ 'xl/worksheets/1.xml': sheet, ...more });

test('a workbook is recognized by the name of its first file', () => {
	const first = (name: string) => isWorkbook(zipSync({ [name]: utf8('x') }));
	expect(['[Content_Types].xml', '_rels/.rels', 'docProps/app.xml', 'xl/workbook.xml'].map(first)).toEqual(
		Array(4).fill(true),
	);
	expect(['a.csv', 'axl/a', 'xl', '_rels'].map(first)).toEqual(Array(4).fill(false));
	// The length of the name has two bytes.
	const header = (length: number) =>
		Uint8Array.from([...Array(26).fill(0), length % 256, Math.floor(length / 256), 0, 0, ...utf8('xl/a')]);
	expect([2, 3, 256, 259].map((length) => isWorkbook(header(length)))).toEqual([false, true, true, true]);
	expect(isWorkbook(new Uint8Array(0))).toBe(false);
});

describe('the sheet to read is', () => {
	const book = (...sheets: string[]) =>
		rowsOf({
			'xl/workbook.xml': `<workbook>${sheets.map((_, at) => `<sheet r:id="r${at + 1}"/>`).join('')}</workbook>`,
			'xl/_rels/workbook.xml.rels': relations(...sheets.map((_, at) => `/xl/worksheets/${at + 1}.xml`)),
			...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/${at + 1}.xml`, sheet])),
		});
	const macs = sheetOf(rowOf('Name', 'Model'), rowOf('a', 'b'));

	test('the first with two known column names, otherwise the first that is not empty', async () => {
		expect(await book(sheetOf(rowOf('x', 'y')), macs, sheetOf(rowOf('Name', 'Model')))).toEqual([
			'Name,Model',
			'a,b',
		]);
		expect(await book(sheetOf(rowOf('Name', 'x')), macs)).toEqual(['Name,Model', 'a,b']);
		expect(await book(sheetOf(), sheetOf(rowOf('', '')), sheetOf(rowOf('x')), sheetOf(rowOf('y')))).toEqual([
			'x',
		]);
		expect(await book(sheetOf(), sheetOf(rowOf('')))).toEqual([]);
	});

	test('one with column names in its first six rows that are not empty', async () => {
		const late = (titles: number) =>
			sheetOf(rowOf(''), ...Array<string>(titles).fill(rowOf('t', '')), rowOf('Name', 'Model'));
		expect((await book(sheetOf(rowOf('x')), late(5))).at(-1)).toBe('Name,Model');
		expect(await book(sheetOf(rowOf('x')), late(6))).toEqual(['x']);
	});

	test('the first by name if the workbook does not list its sheets; other files are not sheets', async () => {
		const parts = { 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/b.xml': sheetOf(rowOf('b')) };
		expect(await rowsOf({ ...parts, 'xl/worksheets/a.xml': sheetOf(rowOf('a')) })).toEqual(['a']);
		expect(await rowsOf({ ...parts, 'xl/other/a.xml': sheetOf(rowOf('a')) })).toEqual(['b']);
	});

	test('not a sheet that is listed and missing', async () => {
		const listed = '<workbook><sheet r:id="r9"/><sheet id="r1"/></workbook>';
		expect(await only1(sheetOf(rowOf('x')), { 'xl/workbook.xml': listed })).toEqual(['x']);
	});
});

describe('cells', () => {
	test('are placed by their reference, up to the last column of a spreadsheet', async () => {
		const at = (place: string) => `<c r="${place}"><v>1</v></c>`;
		const columns = async (...places: string[]) =>
			(await only1(sheetOf(places.map(at).join(''))))[0]?.split(',');
		expect(await columns('A1', 'C1')).toEqual(['1', '', '1']);
		expect((await columns('Z1'))?.length).toBe(26);
		expect((await columns('AA1'))?.length).toBe(27);
		expect((await columns('XFD1'))?.length).toBe(16_384);
		expect(await columns('A1', 'XFE1')).toEqual(['1']);
		expect(await columns('', '', 'D1', '7')).toEqual(['1', '1', '', '1', '1']);
	});

	test('are shared texts, also in pieces, without phonetic readings; errors are empty', async () => {
		const shared =
			'<sst><si><t>one</t></si><si><r><t>t&amp;</t></r><r><t>wo</t></r><rPh sb="0"><t>no</t></rPh></si></sst>';
		const cells = ['0', '1', '2'].map((value) => `<c t="s"><v>${value}</v></c>`).join('');
		expect(
			await only1(
				sheetOf(
					`${cells}<c t="e"><v>#N/A</v></c><c t="str"><v>s</v></c><c t="b"><v>1</v></c><c/><c><v>7</v></c>`,
				),
				{
					'xl/sharedStrings.xml': shared,
				},
			),
		).toEqual(['one,t&wo,,,s,1,,7']);
	});

	test('without text in all of a row leave the row out', async () => {
		expect(await only1(sheetOf(rowOf('', 'x'), rowOf('', ''), '', rowOf('y')))).toEqual([',x', 'y']);
	});
});

describe('days', () => {
	/** Reads a sheet with a number in each of these formats. */
	const shown = async (formats: readonly number[], value: string, more = '', workbook = only) => {
		const styles = `<styleSheet>${more}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
			.map((format) => `<xf numFmtId="${format}"/>`)
			.join('')}</cellXfs></styleSheet>`;
		const cells = formats.map((_, style) => `<c s="${style}"><v>${value}</v></c>`).join('');
		const [line = ''] = await only1(sheetOf(cells), { 'xl/styles.xml': styles, 'xl/workbook.xml': workbook });
		return line.split(',');
	};

	test('are numbers in the built-in formats of days', async () => {
		const formats = [0, 13, 14, 17, 18, 21, 22, 23, 26, 27, 36, 37];
		const days = (await shown(formats, '46000')).map((cell) => cell === '2025-12-09T00:00:00');
		expect(formats.filter((_, at) => days[at])).toEqual([14, 17, 22, 27, 36]);
	});

	test('are numbers in custom formats with a year or a day outside of quotes', async () => {
		const codes = ['yyyy', 'D', '0.00', '0&quot;d&quot;', '[Red]0', '0\\d', 'hh:mm'];
		const formats = codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('');
		const cells = await shown(
			codes.map((_, at) => 200 + at),
			'1.5',
			`<numFmts>${formats}</numFmts>`,
		);
		const day = '1899-12-31T12:00:00';
		expect(cells).toEqual([day, day, '1.5', '1.5', '1.5', '1.5', '1.5']);
	});

	test('count from 1904 if the workbook says so, and end with the year 9999', async () => {
		const since1904 = only.replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
		expect(await shown([14], '1', '', since1904)).toEqual(['1904-01-02T00:00:00']);
		expect(await shown([14], '2958465')).toEqual(['9999-12-31T00:00:00']);
		for (const value of ['2958466', '0', '-1', 'x']) expect(await shown([14], value)).toEqual([value]);
	});

	test('are neither texts nor numbers in other styles; a cell without a style has the first', async () => {
		const styles = (format: number) => ({
			'xl/styles.xml': `<cellXfs><xf numFmtId="${format}"/></cellXfs>`,
		});
		const cells =
			'<c><v>1</v></c><c t="n"><v>1</v></c><c t="str"><v>1</v></c><c s="1"><v>1</v></c><c s="0"/>';
		const day = '1899-12-31T00:00:00';
		expect(await only1(sheetOf(cells), styles(14))).toEqual([`${day},${day},1,1,`]);
		expect(await only1(sheetOf(cells), styles(0))).toEqual(['1,1,1,1,']);
	});
});

test('a number beyond the last Unicode character is an empty text', () => {
	expect([textOf('&#x10ffff;'), textOf('&#x110000;'), textOf('&#65;')]).toEqual(['\u{10ffff}', '', 'A']);
});

describe('a workbook', () => {
	const sheet = (rows: string) =>
		`<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
	const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
	const workbook = (sheets: readonly string[], more: Record<string, string> = {}) => {
		const list = sheets
			.map((_, at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
			.join('');
		const links = sheets
			.map((_, at) => `<Relationship Id="rId${at + 1}" Type="x" Target="worksheets/sheet${at + 1}.xml"/>`)
			.join('');
		const files: Record<string, string> = {
			'[Content_Types].xml': '<Types/>',
			'xl/workbook.xml': `<workbook><sheets>${list}</sheets></workbook>`,
			'xl/_rels/workbook.xml.rels': `<Relationships>${links}</Relationships>`,
			...Object.fromEntries(sheets.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
			...more,
		};
		return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, utf8(xml)])));
	};
	const head = `<row r="1">${text('A1', 'Name')}${text('B1', 'Model')}${text('D1', 'OS Version')}${text('E1', 'Last seen')}</row>`;

	test('is read from its first sheet with column names: shared texts, gaps, days, escaped characters', async () => {
		const rows =
			'<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2"><v>26.1</v></c><c r="E2" s="1"><v>46340.5</v></c></row>' +
			'<row r="3"/><row r="4"><c r="A4" t="str"><v>b</v></c><c r="B4" t="s"><v>1</v></c></row>';
		const inventory = await readInventory(
			workbook([sheet(`<row r="1">${text('A1', 'Report of all Macs')}</row>`), sheet(head + rows)], {
				'xl/sharedStrings.xml':
					'<sst><si><r><t>Anna &amp; </t></r><r><t xml:space="preserve">&quot;Bob&quot;, äü</t></r></si><si><t>Mac14,2</t><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>',
				'xl/styles.xml':
					'<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
			}),
			{},
			['name', 'model', 'version', 'seen'],
		);
		expect(inventory.format).toBe('xlsx');
		expect(inventory.rows).toEqual([
			['Anna & "Bob", äü', 'Mac14,2', '26.1', '2026-11-14T12:00:00'],
			['b', 'Mac14,2', '', ''],
		]);
	});

	test('has days in cells whose format is a day', async () => {
		const formats = [0, 13, 14, 17, 18, 22, 26, 27, 36, 37, 164, 165, 166];
		const rows = formats.map(
			(_, at) =>
				`<row r="${at + 2}">${text(`A${at + 2}`, 'x')}${text(`B${at + 2}`, 'Mac14,2')}<c r="E${at + 2}" s="${at}"><v>46340</v></c></row>`,
		);
		const inventory = await readInventory(
			workbook([sheet(head + rows.join(''))], {
				'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;[Red]"/><numFmt numFmtId="166" formatCode="D.M."/></numFmts><cellXfs>${formats.map((format) => `<xf numFmtId="${format}"/>`).join('')}</cellXfs></styleSheet>`,
			}),
			{},
			['seen'],
		);
		const asDays = formats.filter((_, at) => inventory.rows[at]![0] === '2026-11-14T00:00:00');
		expect(asDays).toEqual([14, 17, 22, 27, 36, 164, 166]);
		expect(inventory.rows.filter(([seen]) => seen === '46340')).toHaveLength(formats.length - asDays.length);
	});

	const mac = (row: number) => `<row r="${row}">${text(`A${row}`, 'x')}${text(`B${row}`, 'Mac14,2')}</row>`;

	test('that is cut short anywhere is refused, not read as empty or as a part of the fleet', async () => {
		const whole = workbook([sheet(head + mac(2) + mac(3))]);
		expect((await readInventory(whole)).rows).toHaveLength(2);
		const said = new Set<string>();
		for (let length = 60; length < whole.length; length++)
			said.add((await failureOf(whole.subarray(0, length)))!.slice(0, 40));
		expect([...said].sort()).toEqual([
			'the workbook is cut short',
			'the workbook is damaged or cut short (in',
		]);
	});

	test('whose sheet is cut short is refused', async () => {
		const cut = sheet(head + mac(2) + mac(3)).slice(0, -40);
		expect(await failureOf(workbook([cut]))).toBe(
			'the workbook is damaged or cut short (a sheet has no end)',
		);
	});
});
