import { describe, expect, test } from 'bun:test';
import { inPieces, open } from '../../../../test/fleet/fleet-of.ts';
import { openInventory } from '../open-inventory.ts';
import type { GivenColumns } from './recognise.ts';

const recognised = async (text: string) =>
	(await open(text)).recognised.map(({ field, column }) => `${field}: ${column}`);

test('a column is recognized by its name only if its cells are plausible', async () => {
	// A number that a service gives to a model, and the name of the system in osquery.
	expect(await recognised('model,model_name,name,hostname,os_version\n17,Mac mini,macOS,a,14.1\n')).toEqual([
		'model: model_name',
		'version: os_version',
		'name: hostname',
	]);
	expect(await recognised('Model,Model Name,OS Version\n"Mac14,2",12,14.1\n')).toEqual([
		'model: Model',
		'version: OS Version',
	]);
	// One cell with a number is enough for a version; the version of an agent comes only if there is none.
	const versions = (first: string, second: string) =>
		recognised(`Model,OS Version,Version\n"Mac14,2",${first},7.1\n"Mac14,2",${second},7.2\n`);
	expect(await versions('unknown', '14.1')).toContain('version: OS Version');
	expect(await versions('unknown', 'unknown')).toContain('version: Version');
	expect(await versions('', '')).toContain('version: Version');
});

test('a column is recognized by its cells if three of five have the form of the field', async () => {
	const table = (count: number) =>
		`What,OS Version\n${Array.from({ length: 5 }, (_, at) => `${at < count ? '"Mac14,2"' : 'x'},14.1\n`).join('')}`;
	expect(await recognised(table(3))).toEqual(['model: What', 'version: OS Version']);
	await expect(recognised(table(2))).rejects.toThrow('no column with the model');
});

test('pages state how many computers are missing', async () => {
	const mac = { name: 'a', model: 'Mac14,2', os_version: '14.1' };
	const missing = async (value: object) => {
		const inventory = await open(JSON.stringify(value));
		return (await inventory.read(() => {})).missing;
	};
	expect(await missing({ totalCount: 5, results: [mac, mac] })).toBe(3);
	expect(await missing({ results: [mac, mac], totalCount: 2 })).toBe(0);
	expect(await missing({ results: [{ ...mac, count: 7 }], paging: { next: 'x' } })).toBeNull();
	expect(await missing([mac])).toBe(0);
});

test('JSON is read line by line, or as one document over many lines', async () => {
	const names = async (text: string) => {
		const columns: (string | null)[] = [];
		await (await open(text)).read((row) => columns.push(row.problem ?? row.text('name')));
		return columns;
	};
	const line = (name: string) => JSON.stringify({ name, model: 'Mac14,2', os_version: '14.1' });
	expect(await names(`${line('a')}\n{"name":\n${line('b')}\n`)).toHaveLength(3);
	expect(await names(`[${line('a')},\n${line('b')}]`)).toEqual(['a', 'b']);
	expect(await names(`{"list":\n[${line('a')}]}`)).toEqual(['a']);
	expect(await names(line('a'))).toEqual(['a']);
	expect(await names(`[\n[${line('a')}],\n[${line('b')}]]`)).toEqual(['a', 'b']);
});

test.each([
	['コンピューター名', 'name: コンピューター名'],
	['コンピュータ名', 'name: コンピュータ名'],
	['ｺﾝﾋﾟｭｰﾀｰ名', 'name: ｺﾝﾋﾟｭｰﾀｰ名'],
	['シリアルナンバ', 'serial: シリアルナンバ'],
	['Seriennr.', 'serial: Seriennr.'],
	['Geräte-Seriennr.', 'serial: Geräte-Seriennr.'],
])('the column %p is found', async (column, field) => {
	expect(await recognised(`Model,${column}\n"Mac14,2",x1\n`)).toContain(field);
});

describe('columns of days that nothing uses', () => {
	const unused = async (names: string, ...rows: string[]) =>
		(await open(`Model,OS Version,${names}\n${rows.map((row) => `"Mac14,2",14.1,${row}\n`).join('')}`))
			.unusedDays;

	test.each([
		['2026-11-18'],
		['2026-11-18T10:15:00Z'],
		['2026/1/3 10:15'],
		['18.11.2026 10:15'],
		['11/18/2026'],
		['18/11/26'],
		['1794650400'],
		['1794650400000'],
		['18 novembre 2026'],
		['"Nov 18, 2026 10:15 AM"'],
		['2026年11月18日'],
		['3 days ago'],
		['vor 3 Tagen'],
	])('one with %s is named', async (cell) => {
		expect(await unused('Letzte Inventaraktualisierung', cell)).toEqual(['Letzte Inventaraktualisierung']);
	});

	test.each([
		['online'],
		['7.12.25'],
		['2025.11.3'],
		['10.1.10.5'],
		['46327'],
		['123456789'],
		['20261118'],
		['Lab 2026'],
		[''],
	])('one with %s is not', async (cell) => {
		expect(await unused('Other', cell)).toEqual([]);
	});

	test('three of five cells must be days, beside blank ones', async () => {
		const day = '2026-11-18';
		expect(await unused('Other', day, day, 'never', '', day, 'never')).toEqual(['Other']);
		expect(await unused('Other', day, day, 'never', 'never', 'never')).toEqual([]);
	});

	test('a column that is read, kept or chosen is used', async () => {
		const text = 'Model,Last Check-in,Purchased,Bought\n"Mac14,2",2026-11-18,2026-01-02,2026-01-03\n';
		const unusedOf = async (options: { given?: GivenColumns; keep?: string[] }) =>
			(await openInventory(inPieces(new TextEncoder().encode(text)), options.given, options)).unusedDays;
		expect(await unusedOf({})).toEqual(['Purchased', 'Bought']);
		expect(await unusedOf({ keep: ['Bought'] })).toEqual(['Purchased']);
		// A person who names the last contact, or leaves it out, has looked.
		expect(await unusedOf({ given: { seen: 'Purchased' } })).toEqual([]);
		expect(await unusedOf({ given: { seen: '' } })).toEqual([]);
	});

	test('members of JSON are columns, too', async () => {
		const mac = { model: 'Mac14,2', os_version: '14.1', general: { bought: '2026-01-02T10:00:00Z' } };
		expect((await open(JSON.stringify([mac]))).unusedDays).toEqual(['general.bought']);
	});
});
