import { describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { leftToUsualRun } from '../../../test/size.ts';
import { Failure } from '../../process/failure.ts';
import type { Field } from './columns/field.ts';
import type { GivenColumns } from './columns/recognise.ts';
import { openInventory } from './open-inventory.ts';

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(
	input: string | Uint8Array,
	given: GivenColumns = {},
	wanted: Field[] = ['name', 'model', 'version'],
) {
	const bytes = typeof input === 'string' ? utf8(input) : input;
	const inventory = await openInventory(inPieces(bytes), given);
	const rows: (string | null)[][] = [];
	await inventory.read((row) =>
		rows.push(row.problem ? [row.problem] : wanted.map((field) => row.text(field))),
	);
	return { ...inventory, rows };
}

async function failureOf(input: string | Uint8Array, given: GivenColumns = {}): Promise<string> {
	try {
		await read(input, given);
	} catch (thrown) {
		if (thrown instanceof Failure) return thrown.message;
		throw thrown;
	}
	throw new Error('it was read');
}

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
		const inventory = await read(bytes);
		expect(inventory.rows).toEqual(expected);
		expect(inventory.encoding).toBe(encoding as typeof inventory.encoding);
		expect(inventory.delimiter).toBe(';');
	});

	const long = utf8(table.repeat(15));
	test.each([
		['a ZIP archive', zipSync({ 'a.csv': [long, { level: 0 }] })],
		['gzip', gzipSync(long, { level: 0 })],
	])('%s of many pieces is read to its end', async (_, bytes) => {
		expect((await read(bytes)).rows).toEqual(Array(15).fill(expected).flat());
	});

	test('bytes that are not UTF-8 are read as Windows-1252', async () => {
		const bytes = Uint8Array.from([...utf8('Name,Model\nM'), 0xfc, ...utf8('ller,Mac14,2\n')]);
		expect((await read(bytes)).rows).toEqual([['Müller', 'Mac14', '']]);
	});
});

describe('columns are recognized', () => {
	test('by name in any case and with any separators, otherwise by content', async () => {
		const { recognised } = await read(
			'LAST-CHECK-IN,Asset,device name,what,Label\n2026-01-02,Mac14,2024,"Mac14,2",x\n'.replace(
				'Mac14,2024',
				'C02ABCDEFGHJ,7',
			),
		);
		expect(recognised).toEqual([
			{ field: 'model', column: 'what', by: 'content' },
			{ field: 'name', column: 'device name', by: 'name' },
			{ field: 'serial', column: 'Asset', by: 'content' },
			{ field: 'seen', column: 'LAST-CHECK-IN', by: 'name' },
		]);
	});

	test('the better of two names wins, and the other is the name of the model', async () => {
		const { recognised } = await read('Model,Model Identifier,OS Version\nMacBook Air,"Mac14,2",14.1\n');
		expect(recognised.map(({ field, column }) => `${field}: ${column}`)).toEqual([
			'model: Model Identifier',
			'model_name: Model',
			'version: OS Version',
		]);
	});

	test('as given by the user first; an empty name leaves a field out', async () => {
		const text = 'Model,Hardware Model,Version,Name\na,"Mac14,2",14.1,b\n';
		const { rows, recognised } = await read(text, { model: 'hardware model', name: '' });
		expect(rows).toEqual([['', 'Mac14,2', '14.1']]);
		expect(recognised[0]).toEqual({ field: 'model', column: 'Hardware Model', by: 'given' });
	});

	test('instead of other columns for the same, if the user gives the model or version', async () => {
		const text =
			'Board ID,Model,Model Name,Type,Version,OS,Tag\nJ413AP,Air,MacBook Air,"Mac14,2",14.1,macOS 14.1,C02ABCDEFGHJ\n';
		const fieldsOf = async (given: GivenColumns) =>
			(await read(text, given)).recognised.map(({ field }) => field).join(' ');
		expect(await fieldsOf({ model: 'Type' })).toBe('model version os serial');
		expect(await fieldsOf({ version: 'Version' })).toBe('board model model_name version serial');
		expect(await fieldsOf({ serial: 'Tag' })).toBe('board model model_name version os serial');
	});

	test('as given, and the error about a missing one lists the columns of the file', async () => {
		expect(await failureOf('Model,Version\nx,1\n', { model: 'Modell' })).toBe(
			'there is no column "Modell": the columns are "Model", "Version"',
		);
	});

	test('by the cells of a table without column names', async () => {
		const { rows, columns } = await read('"Mac14,2",14.7.2\n"Mac15,3",15.1\n');
		expect(columns).toEqual(['column 1', 'column 2']);
		expect(rows).toEqual([
			['', 'Mac14,2', '14.7.2'],
			['', 'Mac15,3', '15.1'],
		]);
	});

	test('below a title, which is skipped', async () => {
		const { rows } = await read('All Macs\n\nName,Model,OS Version\nx,"Mac14,2",14.1\n');
		expect(rows).toEqual([['x', 'Mac14,2', '14.1']]);
	});

	test('again in the middle of concatenated files, where they are not a row', async () => {
		const { rows } = await read(
			'Name,Model,OS Version\nx,"Mac14,2",14.1\nName,Model,OS Version\ny,"Mac14,2",14.2\n',
		);
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac14,2', '14.2'],
		]);
	});

	test('again in another order, which holds for the rows below', async () => {
		const { rows } = await read(
			'Name,Site,Model,OS Version\nx,Ulm,"Mac14,2",14.1\nOS Version,"Model",Name,Site\n14.2,"Mac15,3",y,Bonn\nName,Model\nz,"Mac16,1"\n',
		);
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac15,3', '14.2'],
			['z', 'Mac16,1', ''],
		]);
	});

	test('again without the first column', async () => {
		const { rows } = await read('Name,OS Version,Model\nx,14.1,"Mac14,2"\nName,Model\ny,"Mac16,1"\n');
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac16,1', ''],
		]);
	});

	test('with the delimiter that the first line states', async () => {
		const { rows } = await read('sep=|\r\nName|Model\r\na,b;c|Mac14,2\r\n');
		expect(rows).toEqual([['a,b;c', 'Mac14,2', '']]);
	});

	test('among ten thousand', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
		names[9_998] = 'Model';
		const cells = names.map((name) => (name === 'Model' ? 'MacBook Air' : 'x'));
		const { rows } = await read(`${names.join(',')}\n${cells.join(',')}\n`);
		expect(rows).toEqual([['', 'MacBook Air', '']]);
	});
});

describe('columns in other languages', () => {
	const fieldsOf = async (text: string) => {
		const { recognised } = await openInventory(inPieces(utf8(text)));
		return recognised.map(({ field, by }) => `${field} ${by}`).join(', ');
	};
	const all =
		'board name, model name, version name, os name, build name, supplement name, platform name, name name, serial name, seen name';
	// The names of a board ID, a letter and a platform are recognized without help from the cells.
	const cells = 'x,x,1,macOS,x,a,Mac,n,s,t';

	test.each([
		[
			'English',
			'Board ID,Model,OS Version,Operating System,Build,Rapid Security Response,Platform,Device Name,Serial Number,Last Online',
		],
		[
			'German',
			'Platinen-ID,Modell,Betriebssystemversion,Betriebssystem,Build-Nummer,Sicherheitsmaßnahme,Plattform,Gerätename,Seriennummer,Zuletzt gesehen',
		],
		[
			'French',
			'Identifiant carte mère,Modèle,Version du système d’exploitation,Système d’exploitation,Numéro de build,Réponse rapide de sécurité,Plateforme,Nom de l’appareil,Numéro de série,Dernière connexion',
		],
		[
			'French without accents',
			'ID carte mere,Modele,Version du systeme,Systeme,Compilation,Reponse rapide de securite,Plateforme,Nom,No de serie,Derniere connexion',
		],
		[
			'Spanish',
			'ID de placa base,Modelo,Versión del sistema operativo,Sistema operativo,Compilación,Respuesta rápida de seguridad,Plataforma,Nombre del equipo,Número de serie,Última conexión',
		],
		[
			'Japanese',
			'ボードID,モデル,OSバージョン,オペレーティングシステム,ビルド番号,緊急セキュリティ対応,プラットフォーム,コンピュータ名,シリアル番号,最終接続日時',
		],
		['its own', 'board,model,version,os,build,supplement,platform,name,serial,seen'],
	])('%s', async (_, head) => {
		expect(await fieldsOf(`${head}\n${cells}\n`)).toBe(all);
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
		const inventory = await read(
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
		const inventory = await read(
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
		expect((await read(whole)).rows).toHaveLength(2);
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

describe('JSON', () => {
	const record = {
		general: { name: 'a' },
		hardware: { modelIdentifier: 'Mac14,2' },
		operatingSystem: { version: '14.1' },
	};
	const flat = { name: 'a', model: 'Mac14,2', os_version: '14.1' };

	test.each([
		['a list', JSON.stringify([flat, flat])],
		['a list over lines', JSON.stringify([flat, flat], null, 2)],
		['below results', JSON.stringify({ totalCount: 2, results: [record, record], more: [{ model: 'no' }] })],
		[
			'in groups of devices',
			JSON.stringify({ status: 'OK', response: [{ devices: [flat] }, { devices: [flat] }] }),
		],
		['two levels down', JSON.stringify({ response: { total: 2, devices: [flat, flat] } })],
		['below Devices', JSON.stringify({ Total: 2, Devices: [flat, flat] })],
		[
			'below resources',
			JSON.stringify({ meta: { pagination: { total: 2 } }, resources: [flat, flat], errors: [] }),
		],
		['under numbers', JSON.stringify({ C02A: flat, C02B: flat })],
		[
			'under numbers further down',
			JSON.stringify({ total: 2, devices: { C02A: flat, C02B: flat } }, null, 2),
		],
		['in two lists', JSON.stringify({ laptops: [record], desktops: [record], total: 2 })],
		[
			'under numbers, one to a line',
			`${JSON.stringify({ C02A: flat })}\n${JSON.stringify({ C02B: flat })}\n`,
		],
		['in the nodes of a graph', JSON.stringify({ data: { computers: { nodes: [flat, flat] } } })],
		[
			'below a name that nobody knows',
			JSON.stringify({ filter: [{ id: 1 }], stuff: { things: [flat, flat] } }),
		],
		[
			'pages that jq -s put together',
			JSON.stringify([{ results: [record] }, { results: [record] }], null, 2),
		],
		[
			'pages, one to a line',
			`${JSON.stringify({ results: [flat] })}\n${JSON.stringify({ results: [flat] })}\n`,
		],
		['lists, one to a line', `${JSON.stringify([flat])}\n${JSON.stringify([flat])}\n`],
		[
			'pages, one after the other',
			`${JSON.stringify({ results: [flat] }, null, 2)}\n${JSON.stringify({ results: [flat] }, null, 2)}\n`,
		],
		[
			'records that hold lists of their own',
			JSON.stringify({ computers: [1, 2].map(() => ({ ...flat, apps: [{ name: 'x', version: '1' }] })) }),
		],
		[
			'one to a line',
			`${JSON.stringify(flat)}\n\n${JSON.stringify(record)}\n`.replace(
				JSON.stringify(record),
				JSON.stringify(flat),
			),
		],
	])('%s', async (_, text) => {
		expect((await read(text)).rows).toEqual([
			['a', 'Mac14,2', '14.1'],
			['a', 'Mac14,2', '14.1'],
		]);
	});

	describe('shows that pages are missing', () => {
		const missing = async (value: unknown, size = 1000) => {
			const text = typeof value === 'string' ? value : JSON.stringify(value);
			const inventory = await openInventory(inPieces(utf8(text), size));
			return (await inventory.read(() => {})).missing;
		};
		const hundred = Array.from({ length: 100 }, () => flat);

		test.each([
			['totalCount', { totalCount: 5000, results: hundred }, 4900],
			['a total behind the list', { results: hundred, totalCount: 101 }, 1],
			['a total further down', { meta: { pagination: { limit: 100, total: 812 } }, resources: hundred }, 712],
			['a total in quotes', { response: { rows: '150', devices: hundred } }, 50],
			['all pages of five hundred', [1, 2, 3, 4, 5].map(() => ({ totalCount: 500, results: hundred })), 0],
			['one page of five is missing', [1, 2, 3, 4].map(() => ({ totalCount: 500, results: hundred })), 100],
			['a link to the next', { '@odata.nextLink': 'https://mdm.example/next', value: hundred }, null],
			['has_more', { data: hundred, has_more: true }, null],
			['has_more with a total that is there', { data: hundred, total: 100, has_more: false }, 0],
			['no next page', { next: null, previous: 'x', results: hundred }, 0],
			[
				'pages up to the last',
				[
					{ next: 'x', results: [flat] },
					{ next: null, results: [flat] },
				],
				0,
			],
			['counts of something else', { facets: [{ count: 900 }], results: hundred }, 0],
			['a count inside a record', { results: [{ ...flat, count: 7, next: 'x' }] }, 0],
			['a list alone', hundred, 0],
		])('%s', async (_, value, expected) => {
			expect(await missing(value)).toBe(expected);
			expect(await missing(value, 7)).toBe(expected);
			expect(await missing(JSON.stringify(value, null, 2))).toBe(expected);
		});

		test('if it has a page on each line', async () => {
			const page = JSON.stringify({ totalCount: 300, results: hundred });
			expect(await missing(`${page}\n${page}\n`)).toBe(100);
			expect(await missing(`${page}\n${page}\n${page}\n`)).toBe(0);
		});
	});

	test('has the names of users, which are not those of Macs', async () => {
		const details = {
			general: {
				device_id: '1',
				device_name: 'Annas Air',
				model: 'MacBook Air (M2, 2022)',
				platform: 'Mac',
				os_version: '14.1',
				assigned_user: { name: 'Anna Example', email: 'anna@example.com' },
			},
			users: { regular_users: [{ username: 'anna', name: 'Anna Example' }] },
			hardware_overview: { model_identifier: 'Mac14,2', serial_number: 'C02ABCDEFGHJ' },
		};
		expect((await read(JSON.stringify(details))).rows).toEqual([['Annas Air', 'Mac14,2', '14.1']]);
		const nameless = { ...details, general: { ...details.general, device_name: undefined } };
		expect((await read(JSON.stringify(nameless))).rows).toEqual([['', 'Mac14,2', '14.1']]);
	});

	test('of a system profile is one Mac', async () => {
		const profile = {
			SPHardwareDataType: [
				{
					_name: 'hardware_overview',
					machine_model: 'Mac14,2',
					machine_name: 'MacBook Air',
					serial_number: 'C02ABCDEFGHJ',
				},
			],
			SPSoftwareDataType: [
				{ _name: 'os_overview', local_host_name: 'annas-mac', os_version: 'macOS 14.7.2 (23H311)' },
			],
			SPApplicationsDataType: [{ _name: 'Safari', version: '17' }],
		};
		expect((await read(JSON.stringify(profile, null, 2))).rows).toEqual([
			['annas-mac', 'Mac14,2', 'macOS 14.7.2 (23H311)'],
		]);
		const { SPHardwareDataType } = profile;
		expect((await read(`${JSON.stringify({ SPHardwareDataType })}\n{}\n`)).rows).toEqual([
			['', 'Mac14,2', ''],
			['', '', ''],
		]);
	});

	test('may show the order of day and month only after the first records', async () => {
		const record = (seen: string) => ({ ...flat, note: 'x'.repeat(1300), last_seen: seen });
		const records = [...Array(229).fill(record('01/02/2026')), record('13/02/2026')];
		const inventory = await openInventory(inPieces(utf8(JSON.stringify(records))));
		const orders = new Set<boolean | null>();
		await inventory.read(({ shape }) => orders.add(shape.dayFirst));
		expect([...orders]).toEqual([true]);
	});

	test('loses only a damaged line', async () => {
		const line = JSON.stringify(flat);
		expect((await read(`${line}\n{"name":"b"\n17\n${line}\n`)).rows).toEqual([
			['a', 'Mac14,2', '14.1'],
			['The record is not JSON.'],
			['The record is not a JSON object.'],
			['a', 'Mac14,2', '14.1'],
		]);
	});

	test('with an element that is not an object, or without its end, has a problem', async () => {
		expect((await read(`[${JSON.stringify(flat)},5,"x",{"name":`)).rows).toEqual([
			['a', 'Mac14,2', '14.1'],
			['The record is not a JSON object.'],
			['The record is not a JSON object.'],
			['The file ends in the middle of a record: expected the rest of the JSON.'],
		]);
	});

	test('reads the same in pieces of any size', async () => {
		const text = JSON.stringify({
			x: '"]}\\',
			results: Array.from({ length: 5 }, (_, n) => ({ ...flat, name: `[{"${n}\\` })),
		});
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 80 }), async (size) => {
				const inventory = await openInventory(inPieces(utf8(text), size));
				const names: string[] = [];
				await inventory.read((row) => names.push(row.text('name')));
				expect(names).toEqual(['[{"0\\', '[{"1\\', '[{"2\\', '[{"3\\', '[{"4\\']);
			}),
			{ numRuns: 30 },
		);
	});
});

describe('a file that is not an inventory is refused in one line', () => {
	const expectedForms = 'expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these';
	test.each([
		['nothing', '', 'the file is empty: expected rows of computers'],
		['blanks', ' \n\t\n', 'the file is empty: expected rows of computers'],
		['names of columns alone', 'Name,Model\r\n\r\n', 'the file holds no rows: expected rows of computers'],
		['an empty list', '[]', 'the file holds no rows: expected rows of computers'],
		['an answer without rows', '{"results":[]}', 'the file holds no rows: expected rows of computers'],
		[
			'a page without rows',
			'{"totalCount":0,"page":{"number":1},"results":[],"error":null}',
			'the file holds no rows: expected rows of computers',
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
			'the file is empty: expected rows of computers',
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

	test.skipIf(leftToUsualRun)('an archive that grows without end', async () => {
		const bomb = gzipSync(utf8(`Name,Model\n${' '.repeat(80 * 1024 * 1024)}`));
		expect(await failureOf(bomb)).toBe(
			'the archive grows more than 250-fold when it is unpacked, more than an inventory does',
		);
	});
});
