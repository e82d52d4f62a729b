import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { inPieces } from '../../../../test/fleet/fleet-of.ts';
import { readInventory, utf8 } from '../../../../test/fleet/read-inventory.ts';
import { openInventory } from '../open-inventory.ts';

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
		expect((await readInventory(text)).rows).toEqual([
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
		expect((await readInventory(JSON.stringify(details))).rows).toEqual([['Annas Air', 'Mac14,2', '14.1']]);
		const nameless = { ...details, general: { ...details.general, device_name: undefined } };
		expect((await readInventory(JSON.stringify(nameless))).rows).toEqual([['', 'Mac14,2', '14.1']]);
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
		expect((await readInventory(JSON.stringify(profile, null, 2))).rows).toEqual([
			['annas-mac', 'Mac14,2', 'macOS 14.7.2 (23H311)'],
		]);
		const { SPHardwareDataType } = profile;
		expect((await readInventory(`${JSON.stringify({ SPHardwareDataType })}\n{}\n`)).rows).toEqual([
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
		expect((await readInventory(`${line}\n{"name":"b"\n17\n${line}\n`)).rows).toEqual([
			['a', 'Mac14,2', '14.1'],
			['The record is not JSON.'],
			['The record is not a JSON object.'],
			['a', 'Mac14,2', '14.1'],
		]);
	});

	test('with an element that is not an object, or without its end, has a problem', async () => {
		expect((await readInventory(`[${JSON.stringify(flat)},5,"x",{"name":`)).rows).toEqual([
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
