import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { inPieces } from '../../../test/fleet/fleet-of.ts';
import { failureOf, readInventory, utf8 } from '../../../test/fleet/read-inventory.ts';
import { isFull } from '../../../test/size.ts';
import type { Failure } from '../../process/failure.ts';
import { openInventory } from './open-inventory.ts';

const table = 'Name;Model;OsVersion\nAnna’s Mac;Mac14,2;14.7.2\n"Büro; hinten";"Mac15,3";15.1\n';

const expected = [
	['Anna’s Mac', 'Mac14,2', '14.7.2'],
	['Büro; hinten', 'Mac15,3', '15.1'],
];

function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
	const units = [...(mark ? '\ufeff' : ''), ...text].flatMap((character) =>
		[...character].join('').split(''),
	);
	return Uint8Array.from(
		units.flatMap((unit) => {
			const code = unit.charCodeAt(0);
			return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
		}),
	);
}

test('of several files, one may lack a chosen column, and uses its own instead', async () => {
	const isOneOfSeveral = { isOneOfSeveral: true };
	const file = await openInventory(inPieces(utf8(table), 6), { model: 'Hardware' }, isOneOfSeveral);
	expect(file.recognised.find(({ field }) => field === 'model')).toMatchObject({
		column: 'Model',
		by: 'name',
	});
	const omitted = await openInventory(inPieces(utf8(table), 6), { name: '', model: 'Model' }, isOneOfSeveral);
	expect(omitted.recognised.map(({ field, by }) => `${field} ${by}`)).toEqual([
		'model given',
		'version name',
	]);
});

test('a table is read in advance only until a day shows whether days or months come first', async () => {
	let read = 0;
	async function* pieces(): AsyncGenerator<Uint8Array> {
		yield utf8('Name,Model,Last Check-in\n');
		for (const rows of [300, 30_000, 30_000, 30_000, 30_000]) {
			read++;
			yield utf8(`a,"Mac14,2",03/04/2026 ${' '.repeat(20)}\n`.repeat(rows));
			yield utf8('a,"Mac14,2",03/25/2026\n');
		}
	}
	await openInventory(pieces(), { version: 'Name' });
	expect(read).toBe(2);
});

test('JSON after a byte order mark is JSON', async () => {
	const inventory = await readInventory(utf8('\ufeff[{"model":"Mac14,2","os_version":"15.1"}]'));
	expect([inventory.format, inventory.rows]).toEqual(['json', [['', 'Mac14,2', '15.1']]]);
});

describe('one table in every encoding and packing reads the same', () => {
	const forms: [string, Uint8Array, string][] = [
		['UTF-8', utf8(table), 'utf-8'],
		['UTF-8 with its mark', utf8(`\ufeff${table}`), 'utf-8'],
		['UTF-16, little end first', utf16(table, true, true), 'utf-16le'],
		['UTF-16, big end first', utf16(table, false, true), 'utf-16be'],
		['UTF-16 without its mark', utf16(table, true, false), 'utf-16le'],
		['a ZIP archive', zipSync({ '__MACOSX/x': utf8('?'), 'DevicesWithInventory.csv': utf8(table) }), 'utf-8'],
		['a ZIP archive that stores', zipSync({ 'a.csv': [utf8(table), { level: 0 }] }), 'utf-8'],
		['gzip', gzipSync(utf8(table)), 'utf-8'],
	];
	test.each(forms)('%s', async (_, bytes, encoding) => {
		const inventory = await readInventory(bytes);
		expect(inventory.rows).toEqual(expected);
		expect(inventory.encoding).toBe(encoding as typeof inventory.encoding);
		expect(inventory.delimiter).toBe(';');
	});

	const long = utf8(table.repeat(15));
	test.each([
		['a ZIP archive', zipSync({ 'a.csv': [long, { level: 0 }] })],
		['gzip', gzipSync(long, { level: 0 })],
	])('%s of many pieces is read to its end', async (_, bytes) => {
		expect((await readInventory(bytes)).rows).toEqual(Array(15).fill(expected).flat());
	});

	test('bytes that are not UTF-8 are read as Windows-1252', async () => {
		const bytes = Uint8Array.from([...utf8('Name,Model\nM'), 0xfc, ...utf8('ller,Mac14,2\n')]);
		expect((await readInventory(bytes)).rows).toEqual([['Müller', 'Mac14', '']]);
	});
});

test('one of several files may lack models if it has serial numbers to merge it by', async () => {
	const open = (head: string) =>
		openInventory(inPieces(utf8(`${head}\nx,15.3\n`)), {}, { inPart: true }).then(
			({ recognised }) => recognised.map(({ field }) => field).join(' '),
			(thrown: Failure) => thrown.code,
		);
	expect(await open('Serial Number,OS Version')).toBe('version serial');
	expect(await open('Computer Name,OS Version')).toBe('no-model-column');
	expect(await failureOf('Serial Number,OS Version\nx,15.3\n')).toStartWith('no column with the model');
});

test('a short text is read if at most a tenth of its bytes are control characters', async () => {
	const text = (controls: number) =>
		`Name,Model\n${'\x01'.repeat(controls)}${'x'.repeat(28 - controls)},"Mac14,2"\n`;
	expect(text(5)).toHaveLength(50);
	expect((await readInventory(text(5), {}, ['model'])).rows).toEqual([['Mac14,2']]);
	expect(await failureOf(text(6))).toStartWith('this is not a text file');
});

describe('a file that is not an inventory is refused in one line', () => {
	const expectedForms = 'expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these';
	test.each([
		['nothing', '', 'the file is empty: choose an export with at least one Mac'],
		['blanks', ' \n\t\n', 'the file is empty: choose an export with at least one Mac'],
		[
			'names of columns alone',
			'Name,Model\r\n\r\n',
			'the file holds no rows: choose an export with at least one Mac',
		],
		['an empty list', '[]', 'the file holds no rows: choose an export with at least one Mac'],
		[
			'an answer without rows',
			'{"results":[]}',
			'the file holds no rows: choose an export with at least one Mac',
		],
		[
			'a page without rows',
			'{"totalCount":0,"page":{"number":1},"results":[],"error":null}',
			'the file holds no rows: choose an export with at least one Mac',
		],
		[
			'a property list',
			'<?xml version="1.0"?>\n<plist/>',
			`the file is a property list or XML: ${expectedForms}`,
		],
		[
			'a web page',
			'<!doctype html><title>Sign in</title>',
			`the file is a web page or XML: ${expectedForms}`,
		],
		[
			'bytes',
			Uint8Array.from({ length: 900 }, (_, at) => (at % 3 ? at % 251 : 0)),
			`this is not a text file: ${expectedForms}`,
		],
		[
			'a table of something else',
			'City,Zip\nUlm,89073\n',
			'no column with the model or board ID of a Mac was found: the columns are "City", "Zip"',
		],
		['an empty archive', zipSync({}), 'the ZIP archive is empty: expected one inventory'],
		[
			'several files',
			zipSync({ 'a.csv': utf8(table), 'b.csv': utf8(table) }),
			'the ZIP archive holds several files ("a.csv", "b.csv", ...): expected one inventory',
		],
		[
			'a workbook of LibreOffice',
			zipSync({
				mimetype: utf8('application/vnd.oasis.opendocument.spreadsheet'),
				'content.xml': utf8('<x/>'),
			}),
			'the file is a workbook that is not XLSX: save it as XLSX or CSV',
		],
		[
			'a workbook without sheets',
			zipSync({ '[Content_Types].xml': utf8('<Types/>'), 'xl/workbook.xml': utf8('<workbook/>') }),
			'the file is empty: choose an export with at least one Mac',
		],
		[
			'a workbook that is none',
			zipSync({ '[Content_Types].xml': utf8('<Types/>'), 'word/document.xml': utf8('<w/>') }),
			'the workbook is damaged, or was not saved as XLSX',
		],
		[
			'a PDF document',
			'%PDF-1.7\n%âãÏÓ\n1 0 obj\n',
			`the file is a PDF document: export the list as a table, ${expectedForms}`,
		],
		[
			'an archive cut short',
			zipSync({ 'a.csv': utf8(table.repeat(50)) }).subarray(0, 120),
			'the zip file is damaged or cut short (invalid zip data)',
		],
	])('%s', async (_, input, message) => {
		expect(await failureOf(input)).toBe(message);
	});

	// That each kind of archive is counted is cheap: `budgets.test.ts`. So is where the limit lies: `file/unpack.test.ts`.
	test.skipIf(!isFull)('an archive that grows without end', async () => {
		const bomb = gzipSync(utf8(`Name,Model\n${' '.repeat(80 * 1024 * 1024)}`));
		expect(await failureOf(bomb)).toBe(
			'the archive grows more than 250-fold when it is unpacked, more than an inventory does',
		);
	});
});
