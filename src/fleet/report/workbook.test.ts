import { describe, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { fleetOf, open } from '../../../test/fleet/fleet-of.ts';
import { tableHeads } from './result-table.ts';
import { ReportWorkbook, type WorkbookCell, WorkbookWriter } from './workbook.ts';

/** The files of a workbook by name, as text. */
function workbook(fill: (writer: WorkbookWriter) => void): {
	parts: Record<string, string>;
	bytes: Uint8Array;
} {
	const pieces: Uint8Array[] = [];
	const writer = new WorkbookWriter((bytes) => pieces.push(bytes.slice()));
	fill(writer);
	writer.end();
	return unzipped(pieces);
}

function unzipped(pieces: readonly Uint8Array[]) {
	const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
	const files = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)]);
	return { bytes, parts: Object.fromEntries(files) as Record<string, string> };
}

/** The place and value of each cell: `B2 t="b" 1`. */
function cells(sheet: string): string[] {
	return [...sheet.matchAll(/<c r="(\w+)"([^>]*)>(.*?)<\/c>/g)].map(
		([, place, kind, body]) => `${place}${kind} ${body!.replace(/<[^>]*>/g, '')}`,
	);
}

describe('a sheet', () => {
	test('has each value in its place and with its type; an empty value has no cell', () => {
		const { parts } = workbook((writer) => {
			writer.beginSheet('A & B', ['name', 'number']);
			writer.addRow(['<x>\u0001', 0, true, false, null, '', '=1+1']);
		});
		expect(cells(parts['xl/worksheets/sheet1.xml']!)).toEqual([
			'A1 s="1" t="inlineStr" name',
			'B1 s="1" t="inlineStr" number',
			'A2 t="inlineStr" &lt;x&gt;',
			'B2 0',
			'C2 t="b" 1',
			'D2 t="b" 0',
			'G2 t="inlineStr" =1+1',
		]);
	});

	test('names its columns A to Z, AA to ZZ, AAA', () => {
		const row: WorkbookCell[] = Array.from({ length: 703 }, () => 1);
		const { parts } = workbook((writer) => writer.beginSheet('wide', row.map(String)));
		const places = cells(parts['xl/worksheets/sheet1.xml']!).map((cell) => cell.split(' ')[0]);
		expect([0, 25, 26, 27, 51, 52, 701, 702].map((at) => places[at])).toEqual([
			'A1',
			'Z1',
			'AA1',
			'AB1',
			'AZ1',
			'BA1',
			'ZZ1',
			'AAA1',
		]);
	});

	test('is complete if it is longer than the text that is compressed at a time', () => {
		const { parts } = workbook((writer) => {
			writer.beginSheet('long', ['x']);
			for (let at = 0; at < 3000; at++) writer.addRow([at]);
		});
		const sheet = parts['xl/worksheets/sheet1.xml']!;
		expect(cells(sheet)).toHaveLength(3001);
		expect(sheet.endsWith('<row r="3001"><c r="A3001"><v>2999</v></c></row></sheetData></worksheet>')).toBe(
			true,
		);
	});
});

test('every sheet is declared, listed and linked by its number, and so are the styles', () => {
	const { parts } = workbook((writer) => {
		for (const name of ['A "1"', 'B']) writer.beginSheet(name, [name]);
	});
	expect([...parts['[Content_Types].xml']!.matchAll(/sheet\d+\.xml/g)].map(String)).toEqual([
		'sheet1.xml',
		'sheet2.xml',
	]);
	expect(parts['xl/workbook.xml']).toContain(
		'<sheets><sheet name="A &quot;1&quot;" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId2"/></sheets>',
	);
	const links = [...parts['xl/_rels/workbook.xml.rels']!.matchAll(/Id="(\w+)" .*?Target="([^"]+)"/g)];
	expect(links.map(([, id, target]) => `${id} ${target}`)).toEqual([
		'rId1 worksheets/sheet1.xml',
		'rId2 worksheets/sheet2.xml',
		'rId3 styles.xml',
	]);
});

test('a report has sheets for Macs, summary, groups and replacements, and reads back as an inventory', async () => {
	const { macs, summary } = await fleetOf(
		'Name,Serial,Model,OS Version\nAnna,S1,"Mac14,2",14.7.2\nBert,S2,"iMac12,1",10.13.6\n',
	);
	const pieces: Uint8Array[] = [];
	const report = new ReportWorkbook((bytes) => pieces.push(bytes.slice()), ['Site']);
	for (const mac of macs) report.addMac({ ...mac, keptCells: ['Ulm'] });
	const head = {
		as_of: '2026-11-16',
		data_version: 'x',
		rules: 3,
		policy: null,
		files: ['a'],
		stale_days: 30,
	};
	const groups = [{ label: 'Ulm', macs: 2 } as never];
	const replacement = { owner: null, name: 'Bert', serial: 'S2', model_name: 'iMac', last_major: '10.13' };
	report.end(head, { ...summary, groups }, [{ ...replacement, ends: '2020-12-01' }]);
	const { bytes, parts } = unzipped(pieces);
	const sheet = (number: number) => cells(parts[`xl/worksheets/sheet${number}.xml`]!);
	const columns = tableHeads(['Site']);
	expect(sheet(1).filter((cell) => /^[A-Z]+1 /.test(cell))).toHaveLength(columns.length);
	const texts = sheet(2).map((cell) => cell.replace(/^\S+ (?:[a-z]+="\w+" ?)*/, ''));
	const sums = Object.fromEntries(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1]]] : [])));
	expect(sums).toMatchObject({
		count: 'value',
		as_of: '2026-11-16',
		data_version: 'x',
		macs: '2',
		incomplete: '0',
		ended: '2',
		'version 14.7.2': '1',
		'version 10.13.6': '1',
	});
	expect(sums).not.toHaveProperty('by_model');
	expect(sheet(3).map((cell) => cell.split(' ').at(-1))).toEqual(['label', 'macs', 'Ulm', '2']);
	expect(
		sheet(4)
			.slice(6)
			.map((cell) => cell.split(' ').at(-1)),
	).toEqual(['Bert', 'S2', 'iMac', '10.13', '2020-12-01']);
	const again = await open(bytes);
	expect(again.format).toBe('xlsx');
	const versions: string[] = [];
	await again.read((row) => versions.push(`${row.text('name')} ${row.text('version')} ${row.text('board')}`));
	expect(versions).toEqual(['Anna 14.7.2 J413AP', 'Bert 10.13.6 Mac-942B5BF58194151B']);
});
