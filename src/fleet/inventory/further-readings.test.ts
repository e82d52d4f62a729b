import { describe, expect, test } from 'bun:test';
import { fleetOf, open } from '../../../test/fleet/fleet-of.ts';

/** The recognized columns with their fields, and the result of the first Mac. */
async function readAs(text: string) {
	const { inventory, macs, summary } = await fleetOf(text);
	const columns = Object.fromEntries(inventory.recognised.map(({ field, column }) => [field, column]));
	const { name, serial, seen, judgment } = macs[0]!;
	const { version, board_ids } = judgment.answer!;
	return { columns, summary, mac: { name, serial, seen, version, board_ids } };
}

test('Microsoft Graph: the count is that of the page, and the link shows that more follow', async () => {
	const value = [{ deviceName: 'a', model: 'Mac14,2', osVersion: '26.7.2', serialNumber: 'C02ABCDEFGHJ' }];
	const page = { '@odata.count': 1, '@odata.nextLink': 'https://graph.example/next', value };
	const { summary } = await readAs(JSON.stringify(page));
	expect(summary).toMatchObject({ macs: 1, incomplete: true, missing_rows: 0 });
	const { '@odata.nextLink': _, ...last } = page;
	expect((await readAs(JSON.stringify(last))).summary.incomplete).toBe(false);
});

test('Apple Business: the product type is the model identifier, and the device model is a name', async () => {
	const attributes = {
		serialNumber: 'C02ABCDEFGHJ',
		deviceModel: 'Mac mini',
		productFamily: 'Mac',
		productType: 'Mac16,10',
		status: 'ASSIGNED',
	};
	const { mac, summary } = await readAs(
		JSON.stringify({
			data: [{ type: 'orgDevices', id: 'C02ABCDEFGHJ', attributes }],
			links: { self: 'https://api.example/v1/orgDevices' },
			meta: { paging: { limit: 100 } },
		}),
	);
	expect(mac).toEqual({
		name: '',
		serial: 'C02ABCDEFGHJ',
		seen: null,
		version: null,
		board_ids: ['J773gAP'],
	});
	expect(summary.incomplete).toBe(false);
});

test('Tanium, as CSV', async () => {
	const { mac, columns } = await readAs(
		'Computer Name,Computer Serial Number,Operating System,OS Platform,Manufacturer,Model,IP Address,Last Seen,Count\n' +
			'mac-1,C02ABCDEFGHJ,macOS Tahoe 26.7.2,Mac,Apple Inc.,"Mac14,2",[no results],2026-11-15 08:00:00,1\n' +
			'pc-1,5CG1234XYZ,Windows 11 Enterprise,Windows,HP,HP EliteBook 840 G8,10.0.0.1,2026-11-15 08:00:00,1\n',
	);
	expect(columns).toMatchObject({ serial: 'Computer Serial Number', os: 'Operating System' });
	expect(mac).toEqual({
		name: 'mac-1',
		serial: 'C02ABCDEFGHJ',
		seen: '2026-11-15',
		version: '26.7.2',
		board_ids: ['J413AP'],
	});
});

test('Tanium, from its API', async () => {
	const node = {
		name: 'mac-1',
		serialNumber: 'C02ABCDEFGHJ',
		model: 'Mac14,2',
		os: { name: 'macOS 26.7.2', platform: 'Mac', generation: 'macOS 26' },
		eidLastSeen: '2026-11-15T08:00:00Z',
	};
	const page = (hasNextPage: boolean) =>
		JSON.stringify({ data: { endpoints: { edges: [{ node }], pageInfo: { hasNextPage } } } });
	const { mac, summary } = await readAs(page(false));
	expect(mac).toEqual({
		name: 'mac-1',
		serial: 'C02ABCDEFGHJ',
		seen: '2026-11-15',
		version: '26.7.2',
		board_ids: ['J413AP'],
	});
	expect([summary.incomplete, (await readAs(page(true))).summary.incomplete]).toEqual([false, true]);
});

test('GLPI in French', async () => {
	const { mac, columns } = await readAs(
		`Nom;Entité;Statut;Fabricant;Numéro de série;Type;Modèle;Système d'exploitation - Nom;Système d'exploitation - Version;Lieu;Dernière modification;Date du dernier inventaire
mac-1;Siège;En production;Apple Inc.;C02ABCDEFGHJ;Portable;Mac14,2;macOS;26.7.2;Lyon;2026-11-16 09:00;2026-11-15 08:00
pc-1;Siège;En production;Dell Inc.;5CG1234;Portable;Latitude 5420;Microsoft Windows 11 Professionnel;10.0.22631;Lyon;2026-11-16 09:00;2026-11-15 08:00
`,
	);
	expect(columns).toMatchObject({
		name: 'Nom',
		model: 'Modèle',
		os: "Système d'exploitation - Nom",
		version: "Système d'exploitation - Version",
		serial: 'Numéro de série',
		seen: 'Date du dernier inventaire',
	});
	expect(mac).toEqual({
		name: 'mac-1',
		serial: 'C02ABCDEFGHJ',
		seen: '2026-11-15',
		version: '26.7.2',
		board_ids: ['J413AP'],
	});
});

test.each(['Last connected (UTC)', 'Last Hardware Scan Date', 'last_refresh_time', 'Last Check-in (UTC)'])(
	'%s is a last contact, and Computer is a name',
	async (column) => {
		const { mac } = await readAs(`Computer,Model,OS Version,${column}\nanna,"Mac14,2",26.7.2,2026-11-15\n`);
		expect(mac).toMatchObject({ name: 'anna', seen: '2026-11-15' });
	},
);

test.each([
	['MacBook Pro 16-inch, Nov 2019', ['Mac-E1008331FDC96864']],
	['MacBook Pro (16-inch, November 2019)', ['Mac-E1008331FDC96864']],
	['MacBookPro17.1', ['J293AP']],
	['macbookpro17.1', ['J293AP']],
])('%s is a Mac', async (model, board_ids) => {
	const { mac } = await readAs(`Name,Model,OS Version\na,"${model}",26.7.2\n`);
	expect(mac.board_ids).toEqual(board_ids);
});

describe('versions in other forms', () => {
	test.each([
		['macOS 26 Tahoe', '26', 'unknown', '26 is a major version: which release of 26 is it?'],
		['macOS 14.7.2 Sonoma', '14.7.2', 'known', null],
		['27.3 Beta (26B5012a)', '27.3', 'beta', '27.3 (26B5012a) is a beta.'],
		['27.3 Beta 2 (26B5012a)', '27.3', 'beta', '27.3 (26B5012a) is a beta.'],
		['27.2 Beta', null, null, '"27.2 Beta" is not a version of macOS.'],
		['Darwin 24.5.0', '15.5', 'known', null],
		['Darwin Kernel Version 25.1.0', '26.1', 'known', null],
		['Darwin 22.2.0', '13.1', 'known', null],
		[
			'Darwin 24.6.0',
			null,
			null,
			'Darwin 24.6.0 is the kernel of macOS 15; the row does not say which release it is.',
		] as const,
		[
			'Darwin 25.3.0',
			null,
			null,
			'Darwin 25.3.0 is the kernel of macOS 26; the row does not say which release it is.',
		] as const,
		[
			'Darwin 26.2.0',
			null,
			null,
			'Darwin 26.2.0 is the kernel of macOS 27; the row does not say which release it is.',
		] as const,
	])('%s', async (text, version, standing, problem) => {
		const { macs } = await fleetOf(`Name,Model,OS Version\na,"Mac14,2",${text}\n`);
		const { answer } = macs[0]!.judgment;
		expect([answer!.version, answer!.version_standing, answer!.problem]).toEqual([
			version,
			standing,
			problem,
		]);
	});

	test('a build beside a kernel tells the release', async () => {
		const { macs } = await fleetOf('Name,Model,OS Version,Build\na,"Mac14,2",Darwin 24.5.0,24G90\n');
		expect(macs[0]!.judgment.answer!.version).toBe('15.6.1');
	});
});

describe('a binary file is refused by its kind', () => {
	const begins = (...bytes: number[]) => new Uint8Array([...bytes, ...Array(600).fill(0x41)]);
	test.each([
		['a PNG image', begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
		['a JPEG image', begins(0xff, 0xd8, 0xff, 0xe0)],
		['an SQLite database', new TextEncoder().encode(`SQLite format 3\0${'A'.repeat(600)}`)],
		['a workbook or document of an old Office', begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)],
	])('%s', async (name, bytes) => {
		expect(await open(bytes).catch((thrown) => thrown)).toMatchObject({
			code: 'unknown-format',
			message: `the file is ${name}: expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these`,
		});
	});

	test('bytes of any other program', async () => {
		const bytes = Uint8Array.from({ length: 2000 }, (_, at) => (at * 167 + (at >> 3) * 31) % 256);
		expect(await open(bytes).catch((thrown) => thrown)).toMatchObject({
			code: 'unknown-format',
			message: 'this is not a text file: expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these',
		});
	});
});
