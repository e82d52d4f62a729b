import { describe, expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import fc from 'fast-check';
import { asOf, open } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { sized } from '../../test/size.ts';
import { Fleet } from './fleet.ts';

interface Said {
	readonly name: string;
	readonly serial: string;
	readonly model?: string;
	readonly version: string;
}

/** Merges several files: the name, serial number and version of each Mac, and the summary. */
async function merged(...files: (readonly Said[])[]) {
	const policy = policyOf(asOf, { behind: 1 });
	const fleet = new Fleet({ catalog: shipped, policy, staleDays: 30 });
	for (const [number, rows] of files.entries()) {
		const lines = rows.map(({ name, serial, model = 'MacBookPro17,1', version }) =>
			csvLine([name, serial, model, version]),
		);
		const inventory = await open(['Name,Serial Number,Model Identifier,OS Version', ...lines].join('\n'));
		await fleet.read(`${number}.csv`, inventory);
	}
	const { macs, summary } = fleet.end();
	return {
		macs: macs.map(({ name, serial, judgment }) => [name, serial, judgment.answer!.version]),
		summary,
	};
}

const good = { name: 'good', version: '27.2' };
const bad = { name: 'bad', version: '14.7.2' };

describe('two files', () => {
	test.each(['N/A', 'unknown', '-', 'Not Available', 'Unbekannt', '000000', 'System Serial#'])(
		'with %p in place of serial numbers are not merged',
		async (serial) => {
			const { macs, summary } = await merged(
				[{ ...good, serial }],
				[
					{ ...bad, serial },
					{ name: 'bad2', serial, version: '13.1' },
				],
			);
			expect(macs.map(([name]) => name)).toEqual(['good', 'bad', 'bad2']);
			expect(summary).toMatchObject({ macs: 3, merged_rows: 0, meets_policy: 1, misses_policy: 2 });
		},
	);

	const twice = [
		{ ...bad, serial: 'C02ABCDEFGHJ' },
		{ name: 'bad2', serial: 'C02ABCDEFGHJ', version: '13.1' },
	];
	test('are merged by a serial number that one of them has twice, in either order', async () => {
		const once = [{ ...good, serial: 'C02ABCDEFGHJ' }];
		for (const [files, name] of [
			[[once, twice], 'good'],
			[[twice, once], 'bad'],
		] as const) {
			const { macs, summary } = await merged(...files);
			expect(macs.map(([first]) => first)).toEqual([name]);
			expect(summary).toMatchObject({ rows: 3, macs: 1, merged_rows: 1, duplicates: 1 });
		}
	});

	test('are merged if one has a row for each user of a Mac', async () => {
		const { macs, summary } = await merged(
			[
				{ ...bad, serial: 'C02ABCDEFGHJ' },
				{ ...bad, serial: 'C02ABCDEFGHJ' },
			],
			[{ name: '', serial: 'c02abcdefghj', version: '14.7.2' }],
		);
		expect(macs).toEqual([['bad', 'C02ABCDEFGHJ', '14.7.2']]);
		expect(summary).toMatchObject({ macs: 1, merged_rows: 1, duplicates: 1, misses_policy: 1 });
	});

	test('are merged if one repeats a Mac, with another blank or another version', async () => {
		const serial = 'C02ABCDEFGHJ';
		const macsWith = async (version: string) =>
			(
				await merged(
					[
						{ ...bad, serial },
						{ ...bad, serial, version },
					],
					[{ ...bad, serial }],
				)
			).macs.length;
		expect([await macsWith('14.7.2 '), await macsWith('14.7.1')]).toEqual([1, 1]);
	});

	test('of different models are not merged by a third file whose model may be either', async () => {
		const files = ['Macmini8,1', 'Mac mini', 'Macmini9,1'].map((model) => [
			{ ...bad, serial: 'C02ABCDEFGHJ', model },
		]);
		expect((await merged(...files)).macs).toHaveLength(3);
		expect((await merged(...files.slice(1))).macs).toHaveLength(1);
	});

	test('with one serial number for two models are not merged', async () => {
		const serial = 'C02ABCDEFGHJ';
		const { summary } = await merged(
			[{ ...good, serial }],
			[{ ...bad, serial, model: 'Mac14,2' }],
			[{ ...bad, serial, model: '' }],
		);
		expect(summary).toMatchObject({ macs: 3, merged_rows: 0, misses_policy: 1 });
	});

	test('are merged by serial number in any case, in the order of the first rows', async () => {
		const { macs, summary } = await merged(
			[
				{ ...good, serial: 'C02ABCDEFGHJ' },
				{ ...bad, serial: 'C02ABCDEFGHK' },
			],
			[
				{ ...bad, serial: 'c02abcdefghk' },
				{ name: 'new', serial: 'C02ABCDEFGHL', version: '26.7.2' },
				{ ...good, serial: 'C02ABCDEFGHJ' },
			],
		);
		expect(macs).toEqual([
			['good', 'C02ABCDEFGHJ', '27.2'],
			['bad', 'C02ABCDEFGHK', '14.7.2'],
			['new', 'C02ABCDEFGHL', '26.7.2'],
		]);
		expect(summary).toMatchObject({ rows: 5, macs: 3, merged_rows: 2 });
	});
});

test('two equal rows without a name are one Mac only if they have a real serial number', async () => {
	const nameless = { name: '', version: '14.7.2' };
	const counted = async (serial: string) =>
		(
			await merged([
				{ ...nameless, serial },
				{ ...nameless, serial },
			])
		).summary;
	expect(await counted('N/A')).toMatchObject({ macs: 2, continuation_rows: 0 });
	expect(await counted('C02ABCDEFGHJ')).toMatchObject({ macs: 1, continuation_rows: 1 });
});

const version = fc.constantFrom('27.2', '26.7.2', '14.7.2', '13.1');
const row = fc.record({
	name: fc.constantFrom('a', 'b', 'c'),
	serial: fc.constantFrom('C02ABCDEFGHJ', 'C02ABCDEFGHK', 'H4TDXX6JJ9', 'N/A', '', '0000'),
	version,
});

test('every serial number is one Mac, and every row without one is a Mac', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { minLength: 1 }),
			async (files) => {
				const { macs, summary } = await merged(...files);
				const all = files.flatMap((rows, file) => rows.map((each) => ({ ...each, file })));
				const numbered = all.filter(({ serial }) => serial.length > 4);
				const serials = new Set(numbered.map(({ serial }) => serial)).size;
				const count = serials + all.length - numbered.length;
				const inFiles = new Set(numbered.map(({ file, serial }) => `${file} ${serial}`)).size;
				expect([macs.length, summary.macs]).toEqual([count, count]);
				expect([summary.duplicates, summary.merged_rows]).toEqual([
					numbered.length - inFiles,
					inFiles - serials,
				]);
				expect(summary.rows).toBe(summary.macs + summary.merged_rows + summary.duplicates);
				expect(summary.meets_policy + summary.misses_policy).toBe(summary.macs);
			},
		),
		{ numRuns: sized(40, 2000) },
	);
});
