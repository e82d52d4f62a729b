import { describe, expect, test } from 'bun:test';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { asOf, inPieces, open } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { Fleet } from './fleet.ts';
import { openInventory } from './inventory/open-inventory.ts';
import { macRecord } from './report/report.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('several files', () => {
	async function merged(...files: [string, string][]) {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		for (const [name, text] of files) {
			const inventory = await open(text);
			await inventory.read((row) => fleet.add(name, row));
		}
		const { macs, summary } = fleet.end();
		return { macs: macs.map(macRecord), summary };
	}

	test('are merged by serial number: the row with the later contact wins, the other fills its empty cells', async () => {
		const { macs, summary } = await merged(
			['old.csv', `${head}Anna,s1,"Mac14,2",14.7.2,2026-11-01\nBob,S2,"Mac14,2",26.7.2,2026-11-02\n`],
			[
				'new.csv',
				'Serial,OS Version,Model,Last seen,Name\nS1,26.7.2,,2026-11-15,\nS3,15.7.4,"Mac14,2",2026-03-01,Eve\n',
			],
		);
		expect(
			macs.map(({ name, serial, version, standing, seen }) => [name, serial, version, standing, seen]),
		).toEqual([
			['Anna', 's1', '26.7.2', 'current', '2026-11-15'],
			['Bob', 'S2', '26.7.2', 'current', '2026-11-02'],
			['Eve', 'S3', '15.7.4', 'behind', '2026-03-01'],
		]);
		expect(summary).toMatchObject({
			rows: 4,
			macs: 3,
			merged_rows: 1,
			duplicates: 0,
			current: 2,
			behind: 1,
			ended: 0,
			stale: 1,
			unreadable: 0,
		});
	});

	test('rows with one serial number in one file are one Mac: the latest wins, and the others are duplicates', async () => {
		const rows = [
			'old,S1,"Mac14,2",14.7.2,2026-11-01',
			'new,s1,"Mac14,2",26.7.2,2026-11-10',
			'older,S1,"Mac14,2",14.1,2026-10-30',
			'never,S1,"Mac14,2",27.2,Never',
			'other,S2,"Mac14,2",27.2,2026-11-10',
		];
		const orders = [rows, rows.toReversed()];
		for (const order of orders) {
			const { macs, summary } = await merged(['a.csv', `${head}${order.join('\n')}\n`]);
			expect(macs.map(({ name, version, seen }) => [name, version, seen]).toSorted()).toEqual([
				['new', '26.7.2', '2026-11-10'],
				['other', '27.2', '2026-11-10'],
			]);
			expect(summary).toMatchObject({ rows: 5, macs: 2, duplicates: 3, merged_rows: 0, current: 2 });
			expect(summary).toMatchObject({ unreadable_days: 1, unreadable_day_example: 'Never' });
		}
	});

	test('with duplicates in each give one Mac, and every row is counted', async () => {
		const file = (day: string) => `${head}a,S1,"Mac14,2",26.7.2,${day}\na,S1,"Mac14,2",26.7.2,2026-11-02\n`;
		const { macs, summary } = await merged(['a.csv', file('2026-11-01')], ['b.csv', file('2026-11-03')]);
		expect(macs.map(({ seen }) => seen)).toEqual(['2026-11-03']);
		expect(summary).toMatchObject({ rows: 4, macs: 1, duplicates: 2, merged_rows: 1 });
	});

	test('rows with one serial number and different models are two Macs', async () => {
		const { summary } = await merged(['a.csv', `${head}a,S1,"Mac14,2",14.7.2,\nb,S1,"Macmini8,1",14.7.2,\n`]);
		expect(summary).toMatchObject({ macs: 2, duplicates: 0 });
	});
});

describe('of two rows about a Mac in two files', () => {
	async function both(first: string, second: string, keep: string[] = []) {
		const groupBy = keep.length > 0 ? 0 : null;
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30, groupBy });
		for (const [file, text] of [first, second].entries()) {
			const inventory = await openInventory(inPieces(new TextEncoder().encode(text)), {}, { keep });
			await fleet.read(String(file), inventory);
		}
		return fleet.end();
	}
	const columns = 'Serial,Model,OS Version,Build,OS,Last seen,Name\n';
	const told = ({
		macs,
	}: {
		macs: readonly { judgment: { answer: unknown }; seen: string | null; name: string }[];
	}) =>
		macs.map(({ judgment, seen, name }) => {
			const { version, build } = judgment.answer as { version: string | null; build: string | null };
			return [version, build, seen, name];
		});

	test.each([
		['the later contact', '14.1,,,2026-11-01,a', '14.2,,,2026-11-02,b', ['14.2', null, '2026-11-02', 'b']],
		[
			'the later contact, in either order',
			'14.2,,,2026-11-02,b',
			'14.1,,,2026-11-01,a',
			['14.2', null, '2026-11-02', 'b'],
		],
		['a contact rather than none', '14.1,,,,a', '14.2,,,2026-11-02,b', ['14.2', null, '2026-11-02', 'b']],
		[
			'a contact rather than none, in either order',
			'14.2,,,2026-11-02,b',
			'14.1,,,,a',
			['14.2', null, '2026-11-02', 'b'],
		],
		['the first of equals', '14.1,,,2026-11-02,a', '14.2,,,2026-11-02,b', ['14.1', null, '2026-11-02', 'a']],
		[
			'an answer rather than a problem',
			'soon,,,2026-11-02,a',
			'14.2,,,2026-11-02,b',
			['14.2', null, '2026-11-02', 'b'],
		],
		['the first of two problems', 'soon,,,,a', 'later,,,,b', [null, null, null, 'a']],
		[
			'the version, without the build of the other row,',
			'14.1,,,2026-11-02,',
			'14.2,23C64,,2026-11-01,b',
			['14.1', null, '2026-11-02', 'b'],
		],
		[
			'the build, without the version of the other row,',
			',23C64,,2026-11-02,a',
			'14.1,,,2026-11-01,b',
			['14.2', '23C64', '2026-11-02', 'a'],
		],
		[
			'the system name, without the version of the other row,',
			',,macOS 14.2,2026-11-02,a',
			'14.1,23B74,,2026-11-01,b',
			['14.2', null, '2026-11-02', 'a'],
		],
	])('%s counts', async (_, first, second, expected) => {
		const report = await both(`${columns}S1,"Mac14,2",${first}\n`, `${columns}S1,"Mac14,2",${second}\n`);
		expect(told(report)).toEqual([expected]);
		expect(report.summary).toMatchObject({ rows: 2, macs: 1, merged_rows: 1 });
	});

	test('an unknown model comes with similar ones', async () => {
		const report = await both(`${columns}S1,"Mac14,22",,,,,\n`, `${columns}S1,,14.1,,,,\n`);
		expect(report.macs.map(({ judgment }) => judgment.answer!.problem)).toEqual([
			expect.stringContaining('Similar: J413AP, '),
		]);
	});

	test('rows that add nothing to each other keep the judgment that they share with other Macs', async () => {
		const rows = (...serials: string[]) =>
			columns + serials.map((serial) => `${serial},"Mac14,2",14.1,,,,\n`).join('');
		const [merged, other] = (await both(rows('S1', 'S2'), rows('S1'))).macs;
		expect(merged!.judgment).toBe(other!.judgment);
	});

	test('the later contact decides whether the Mac is stale', async () => {
		const stale = async (first: string, second: string) =>
			(await both(`${columns}S1,"Mac14,2",14.1,,,${first},\n`, `${columns}S1,"Mac14,2",14.1,,,${second},\n`))
				.summary.stale;
		expect([
			await stale('2026-10-16', '2026-10-16'),
			await stale('2026-10-17', '2026-10-17'),
			await stale('2026-01-01', '2026-11-01'),
			await stale('2026-01-01', ''),
			await stale('', '2026-11-01'),
		]).toEqual([1, 0, 0, 1, 0]);
	});

	test('an empty kept cell is filled from the other row, and the group follows', async () => {
		const text = (site: string, seen: string) =>
			`Serial,Model,OS Version,Last seen,Site\nS1,"Mac14,2",14.1,${seen},${site}\n`;
		const { macs, summary } = await both(text('', '2026-11-02'), text('Ulm', '2026-11-01'), ['Site']);
		expect(macs.map(({ keptCells }) => keptCells)).toEqual([['Ulm']]);
		expect(summary.groups!.map(({ label, macs }) => [label, macs])).toEqual([['Ulm', 1]]);
		const other = await both(text('Bonn', '2026-11-02'), text('Ulm', '2026-11-01'), ['Site']);
		expect(other.macs[0]!.keptCells).toEqual(['Bonn']);
	});
});
