import { describe, expect, test } from 'bun:test';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { detectEncoding } from './file/source.ts';

const seenMacs = async (input: string | Uint8Array) => {
	const { macs, summary, inventory } = await fleetOf(input);
	return {
		macs: macs.map(({ name, serial, seen, judgment }) => [name, serial, seen, judgment.answer!.version]),
		summary,
		inventory,
	};
};

test('osquery result logs: the row is in columns, and its moment beside it', async () => {
	const line = (action: string, version: string, unixTime: number) =>
		JSON.stringify({
			name: 'pack/mac/inventory',
			hostIdentifier: 'anna.local',
			calendarTime: 'Wed Nov 11 09:00:00 2026 UTC',
			unixTime,
			columns: { hardware_serial: 'C02ABCDEFGHJ', hardware_model: 'Mac14,2', version, name: 'macOS' },
			action,
			decorations: { host_uuid: 'ABC' },
		});
	const moment = Date.parse('2026-11-11T09:00:00Z') / 1000;
	const log = [line('removed', '26.7.1', moment), line('added', '26.7.2', moment)].join('\n');
	const { macs, summary, inventory } = await seenMacs(log);
	expect(macs).toEqual([['anna.local', 'C02ABCDEFGHJ', '2026-11-11', '26.7.2']]);
	expect(summary).toMatchObject({ rows: 1, macs: 1, duplicates: 0 });
	expect(inventory.recognised).toContainEqual({ field: 'seen', column: 'unixTime', by: 'name' });
});

describe('Shift-JIS, as Excel writes it in Japan', () => {
	/** コンピュータ名,シリアル番号,モデル識別子,OSバージョン,最後のチェックイン and 営業の Mac */
	const head =
		'\x83R\x83\x93\x83s\x83\x85\x81[\x83^\x96\xbc,\x83V\x83\x8a\x83A\x83\x8b\x94\xd4\x8d\x86,\x83\x82\x83f\x83\x8b\x8e\xaf\x95\xca\x8eq,OS\x83o\x81[\x83W\x83\x87\x83\x93,\x8d\xc5\x8c\xe3\x82\xcc\x83`\x83F\x83b\x83N\x83C\x83\x93';
	const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

	test('is read', async () => {
		const row = '\x89c\x8b\xc6\x82\xcc Mac,C02ABCDEFGHJ,"Mac14,2",26.7.2,2026/11/12';
		const { macs, inventory } = await seenMacs(bytes(`${head}\r\n${row}\r\n`));
		expect(inventory.encoding).toBe('shift_jis');
		expect(macs).toEqual([['営業の Mac', 'C02ABCDEFGHJ', '2026-11-12', '26.7.2']]);
	});

	test.each([
		['an apostrophe of Windows', 'Name,Model\r\nAnna\x92s MacBook,Mac\r\nBen\x92s Mac,Mac'],
		['umlauts', 'Ger\xe4tename,Modell\r\nB\xfcro M\xfcnchen,Mac\r\nK\xf6ln,Mac'],
		['French', 'Nom,Mod\xe8le\r\nB\xe9r\xe9nice \x96 b\xe2timent,Mac\r\n\x9cuvre,Mac'],
	])('is not seen in a table with %s', (_, text) => {
		expect(detectEncoding(bytes(text))).toBe('windows-1252');
	});
});

test('days as Excel writes them in the United States: 18-Nov-26', async () => {
	const rows = ['a,C02ABCDEFGH1,18-Oct-26', 'b,C02ABCDEFGH2,2-Nov-26', 'c,C02ABCDEFGH3,31-Oct-26'];
	const csv = rows.map((row) => row.replace(/^(.*),(.*?)$/, '$1,"Mac14,2",26.6,$2')).join('\n');
	const { macs, summary } = await seenMacs(`Name,Serial Number,Model,OS Version,Last Check-in\n${csv}\n`);
	expect(macs.map(([, , seen]) => seen)).toEqual(['2026-10-18', '2026-11-02', '2026-10-31']);
	expect(summary.unreadable_days).toBe(0);
});

test('a JSON record with empty sections is a Mac without an inventory', async () => {
	const results = [
		{
			general: { name: 'a' },
			hardware: { serialNumber: 'C02ABCDEFGHJ', modelIdentifier: 'Mac14,2' },
			operatingSystem: { version: '26.7.2' },
		},
		{ general: { name: null }, hardware: null, operatingSystem: null },
		{
			general: { name: 'b' },
			hardware: { serialNumber: 'C02ABCDEFGHK', modelIdentifier: 'Mac14,2' },
			operatingSystem: { version: '26.7.2' },
		},
	];
	const { summary } = await seenMacs(JSON.stringify({ totalCount: 3, results }));
	expect(summary).toMatchObject({ rows: 3, macs: 3, continuation_rows: 0, current: 2, unreadable: 1 });
});

test('totals and remarks at the end of a table are no Macs', async () => {
	const table =
		'Computer Name,Model Identifier,OS Version,Serial Number\na,"Mac14,2",26.7.2,C02ABCDEFGH1\nb,"Mac14,2",26.7.2,C02ABCDEFGH2\n';
	for (const footer of [
		'Total: 2',
		'Total,2',
		'Total computers: 2,,,',
		'Grand Total,,,2',
		'Gesamt: 2',
		'合計,2',
		'2 computers',
		'Exported by admin',
		'Exported by,admin,,',
		'Report generated on 2026-11-18',
		'Exportiert von Kim',
		'Généré le 18/11/2026',
	]) {
		const { macs, summary } = await seenMacs(`${table}${footer}\n`);
		expect({ footer, macs: macs.length, rows: summary.rows }).toEqual({ footer, macs: 2, rows: 2 });
	}
	// A Mac may have such a name.
	for (const mac of [
		'Total,"Mac14,2",26.7.2,C02ABCDEFGH3',
		'Total,"Mac14,2"',
		'Exports,,,C02ABCDEFGH3',
		'Totally,,',
		'Summer',
	])
		expect((await seenMacs(`${table}${mac}\n`)).macs).toHaveLength(3);
});

describe('headers as consoles translate them', () => {
	test.each([
		['Jamf Pro in German', 'Computername,Letzte Bestandsaktualisierung,Letzter Check-In', '2026-11-10'],
		['Intune in German', 'Gerätename,Besitz,Letztes Einchecken', '2026-11-12'],
		['Intune in French', "Nom de l'appareil,Propriété,Dernier archivage", '2026-11-12'],
		[
			'Intune in Spanish',
			'Nombre del dispositivo,Propiedad,Última inserción en el repositorio',
			'2026-11-12',
		],
		['Intune in Japanese', 'デバイス名,所有権,最後のチェックイン', '2026-11-12'],
	])('%s', async (_, head, seen) => {
		const cells = head.startsWith('Computername') ? '2026-11-10,2026-11-12' : 'x,2026-11-12';
		const csv = `${head},Serial Number,Model,OS Version\nanna,${cells},C02ABCDEFGHJ,"Mac14,2",26.7.2\n`;
		const { macs, inventory } = await seenMacs(csv);
		expect(macs).toEqual([['anna', 'C02ABCDEFGHJ', seen, '26.7.2']]);
		expect(inventory.unusedDays).toEqual([]);
	});
});
