import { describe, expect, test } from 'bun:test';
import { inPieces } from '../../../../test/fleet/fleet-of.ts';
import { failureOf, readInventory, utf8 } from '../../../../test/fleet/read-inventory.ts';
import { type OpenOptions, openInventory } from '../open-inventory.ts';
import { type GivenColumns, readGivenColumn } from './recognise.ts';

const open = (text: string, given: GivenColumns = {}, options: OpenOptions = {}) =>
	openInventory(inPieces(utf8(text), 1000), given, options);

describe('columns are recognized', () => {
	test('by name in any case and with any separators, otherwise by content', async () => {
		const { recognised } = await readInventory(
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
		const { recognised } = await readInventory(
			'Model,Model Identifier,OS Version\nMacBook Air,"Mac14,2",14.1\n',
		);
		expect(recognised.map(({ field, column }) => `${field}: ${column}`)).toEqual([
			'model: Model Identifier',
			'model_name: Model',
			'version: OS Version',
		]);
	});

	test('as given by the user first; an empty name leaves a field out', async () => {
		const text = 'Model,Hardware Model,Version,Name\na,"Mac14,2",14.1,b\n';
		const { rows, recognised } = await readInventory(text, { model: 'hardware model', name: '' });
		expect(rows).toEqual([['', 'Mac14,2', '14.1']]);
		expect(recognised[0]).toEqual({ field: 'model', column: 'Hardware Model', by: 'given' });
	});

	test('instead of other columns for the same, if the user gives the model or version', async () => {
		const text =
			'Board ID,Model,Model Name,Type,Version,OS,Tag\nJ413AP,Air,MacBook Air,"Mac14,2",14.1,macOS 14.1,C02ABCDEFGHJ\n';
		const fieldsOf = async (given: GivenColumns) =>
			(await readInventory(text, given)).recognised.map(({ field }) => field).join(' ');
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
		const { rows, columns } = await readInventory('"Mac14,2",14.7.2\n"Mac15,3",15.1\n');
		expect(columns).toEqual(['column 1', 'column 2']);
		expect(rows).toEqual([
			['', 'Mac14,2', '14.7.2'],
			['', 'Mac15,3', '15.1'],
		]);
	});

	test('below a title, which is skipped', async () => {
		const { rows } = await readInventory('All Macs\n\nName,Model,OS Version\nx,"Mac14,2",14.1\n');
		expect(rows).toEqual([['x', 'Mac14,2', '14.1']]);
	});

	test('again in the middle of concatenated files, where they are not a row', async () => {
		const { rows } = await readInventory(
			'Name,Model,OS Version\nx,"Mac14,2",14.1\nName,Model,OS Version\ny,"Mac14,2",14.2\n',
		);
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac14,2', '14.2'],
		]);
	});

	test('again in another order, which holds for the rows below', async () => {
		const { rows } = await readInventory(
			'Name,Site,Model,OS Version\nx,Ulm,"Mac14,2",14.1\nOS Version,"Model",Name,Site\n14.2,"Mac15,3",y,Bonn\nName,Model\nz,"Mac16,1"\n',
		);
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac15,3', '14.2'],
			['z', 'Mac16,1', ''],
		]);
	});

	test('again without the first column', async () => {
		const { rows } = await readInventory(
			'Name,OS Version,Model\nx,14.1,"Mac14,2"\nName,Model\ny,"Mac16,1"\n',
		);
		expect(rows).toEqual([
			['x', 'Mac14,2', '14.1'],
			['y', 'Mac16,1', ''],
		]);
	});

	test('with the delimiter that the first line states', async () => {
		const { rows } = await readInventory('sep=|\r\nName|Model\r\na,b;c|Mac14,2\r\n');
		expect(rows).toEqual([['a,b;c', 'Mac14,2', '']]);
	});

	test('among ten thousand', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
		names[9_998] = 'Model';
		const cells = names.map((name) => (name === 'Model' ? 'MacBook Air' : 'x'));
		const { rows } = await readInventory(`${names.join(',')}\n${cells.join(',')}\n`);
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

describe('columns', () => {
	const table = 'Name,Model,OS Version,Site\na,"Mac14,2",14.1,Ulm\n';
	const rowsOf = async (text: string, keep: readonly string[]) => {
		const inventory = await open(text, {}, { keep });
		const rows: string[][] = [];
		await inventory.read((row) => rows.push([...row.keptCells, row.text('name')]));
		return { kept: inventory.keptColumns, rows };
	};

	test('to keep are found in any case; the cells of a missing one are empty', async () => {
		const expected = { kept: ['Site', null, 'Name'], rows: [['Ulm', '', 'a', 'a']] };
		expect(await rowsOf(table, ['SITE', 'Room', 'Name'])).toEqual(expected);
		const record = { Name: 'a', Model: 'Mac14,2', 'OS Version': '14.1', Site: 'Ulm' };
		expect(await rowsOf(JSON.stringify([record]), ['SITE', 'Room', 'Name'])).toEqual(expected);
	});

	test('may be longer than the first buffer in a JSON record', async () => {
		const long = 'ö'.repeat(5000);
		const record = { Name: long, Model: 'Mac14,2', 'OS Version': '14.1', Site: `${long}!` };
		expect((await rowsOf(JSON.stringify([record, { ...record, Name: 'b' }]), ['Site'])).rows).toEqual([
			[`${long}!`, long],
			[`${long}!`, 'b'],
		]);
	});

	test('are listed up to thirty if a given one is missing', async () => {
		const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
		const failure = (count: number, given: GivenColumns) =>
			open(`${names(count)}\n${names(count)}\n`, given).then(
				() => '',
				(thrown: Error) => thrown.message.replace(/.*"c2[89]"/, '…'),
			);
		for (const given of [{}, { model: 'x' }])
			expect([await failure(30, given), await failure(31, given), await failure(40, given)]).toEqual([
				'…',
				'… and 1 more',
				'… and 10 more',
			]);
	});

	test('are given as FIELD=COLUMN', () => {
		expect(readGivenColumn('model=Hardware=Model')).toEqual(['model', 'Hardware=Model']);
		expect(readGivenColumn('name=')).toEqual(['name', '']);
		for (const text of ['=x', 'model', 'colour=x', ''])
			expect(() => readGivenColumn(text)).toThrow(
				`--column ${text}: expected FIELD=COLUMN, where FIELD is one of board, `,
			);
	});

	test('repeated in the middle are skipped if two or more cells are names, and are a row if one cell is not', async () => {
		const names = async (rows: string) => {
			const columns: string[] = [];
			await (await open(`Name,Model,OS Version\na,"Mac14,2",14.1\n${rows}\n`)).read((row) =>
				columns.push(row.text('name')),
			);
			return columns;
		};
		expect(await names('Name,Model,')).toEqual(['a']);
		expect(await names('Name,,')).toEqual(['a', 'Name']);
		expect(await names('Name,Model,14.1')).toEqual(['a', 'Name']);
		expect(await names(',Model,OS Version')).toEqual(['a']);
		expect(await names('Name,,OS Version')).toEqual(['a']);
	});

	test('with long names are distinguished from rows', async () => {
		for (const length of [254, 255, 256]) {
			const head = `${'M'.repeat(length)},OS Version`;
			const inventory = await open(`${head}\n"Mac14,2",14.1\n${head}\n`, { model: 'M'.repeat(length) });
			let rows = 0;
			await inventory.read(() => rows++);
			expect(rows).toBe(1);
		}
	});
});
