import { describe, expect, test } from 'bun:test';
import { noPolicy, policyOf } from '../../src/advice/policy/policy.ts';
import { compareReports } from '../../src/fleet/comparison.ts';
import { Fleet, keepMac } from '../../src/fleet/fleet.ts';
import { FileMerger } from '../../src/fleet/merge-files.ts';
import { compactReport, expandReport, macRecord } from '../../src/fleet/report.ts';
import { shipped } from '../shipped-data.ts';
import { asOf, fleetOf, open } from './fleet-of.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('a name of several boards', () => {
	test('is answered when they all stand the same', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,MacBook Air M1,26.7.2,\n`);
		expect(macs[0]!.known.answer).toMatchObject({ standing: 'current', problem: null });
		expect(summary.current).toBe(1);
	});

	test('is ambiguous with all candidates when they do not', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,Mac mini,15.8.2,\n`);
		const { standing, board_ids, problem, problem_kind, version } = macs[0]!.known.answer!;
		expect({ standing, problem_kind, version }).toEqual({
			standing: null,
			problem_kind: 'ambiguous',
			version: '15.8.2',
		});
		expect(board_ids).toContain('J473AP');
		expect(problem).toStartWith(`${board_ids.length} Macs answer to "Mac mini" and stand differently: `);
		expect(summary.ambiguous).toBe(1);
	});
});

test('a machine of a shared number is asked for what it runs itself, by its name or model identifier', async () => {
	const rows = 'a,S1,Macintosh Quadra 630,8.1,\nb,S2,M3076,8.1,\nc,S3,"MacPro4,1",10.11.6,\n';
	const { macs } = await fleetOf(`${head}${rows}`, policyOf(asOf, { behind: 0 }));
	expect(macs.map(({ known }) => [known.answer!.target_version, known.answer!.last_major])).toEqual([
		['8.1', '8.1'],
		['9.1', '9.1'],
		['10.11.6', '10.11'],
	]);
	const named = await fleetOf('Name,Model,Model Identifier,OS Version\na,Quadra 630,M3076,8.1\n');
	expect(named.macs[0]!.known.answer).toMatchObject({ board_ids: ['M3076'], target_version: '8.1' });
});

describe('a row that cannot be answered says why', () => {
	test.each([
		['a,S1,Zebra 5,14.7.2,', 'unknown', /^no Mac is known as "Zebra 5"/],
		['a,S1,"Mac14,2",,', 'unreadable', /^the row names no version$/],
		['a,S1,"Mac14,2",soon,', 'unreadable', /^"soon" is no version of a Mac$/],
		['a,S1,,14.7.2,', 'unreadable', /^the row names no model$/],
		['a,S1,"Mac14,2",10.15.7,', 'unknown', /^this Mac runs no release of 10\.15$/],
	])('%s', async (row, kind, problem) => {
		const { macs } = await fleetOf(`${head}${row}\n`);
		const answer = macs[0]!.known.answer!;
		expect(answer.problem_kind).toBe(kind as typeof answer.problem_kind);
		expect(answer.problem).toMatch(problem);
		expect(answer.standing).toBeNull();
	});
});

describe('under a policy', () => {
	const policy = policyOf(asOf, { behind: 1, graceDays: 14 });

	test('each Mac has its target, its deadline and since when it is late', async () => {
		const { macs, summary } = await fleetOf(
			`${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.2,\n`,
			policy,
		);
		expect(macs[0]!.known.answer).toMatchObject({
			target_version: '26.7.2',
			deadline: '2026-11-09',
			days_overdue: 7,
			overdue_since: '2026-09-28',
			meets_policy: false,
		});
		expect(macs[1]!.known.answer).toMatchObject({ meets_policy: true, overdue_since: null });
		expect(summary).toMatchObject({ overdue: 1, meets_policy: 1, misses_policy: 1 });
		expect(summary.overdue_by_age.find(({ macs }) => macs > 0)).toEqual({ label: '31 to 90 days', macs: 1 });
		expect(summary.by_major).toEqual([{ label: '26', macs: 2, meets_policy: 1 }]);
	});
});

describe('several files', () => {
	async function merged(...files: [string, string][]) {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		const merger = new FileMerger(fleet);
		for (const [name, text] of files) {
			const inventory = await open(text);
			await inventory.read((row) => fleet.add(name, row, (...mac) => merger.add(keepMac(...mac))));
		}
		const macs = merger.macs.map(macRecord);
		return { macs, summary: fleet.summary() };
	}

	test('merge by serial number: the later contact tells the version, the other what it leaves open', async () => {
		const { macs, summary } = await merged(
			['old.csv', `${head}Anna,s1,"Mac14,2",14.7.2,2026-11-01\nBob,S2,"Mac14,2",26.7.2,2026-11-02\n`],
			[
				'new.csv',
				'Serial,OS Version,Model,Last seen,Name\nS1,26.7.2,,2026-11-15,\nS3,15.8.2,"Mac14,2",2026-01-01,Eve\n',
			],
		);
		expect(
			macs.map(({ name, serial, version, standing, seen }) => [name, serial, version, standing, seen]),
		).toEqual([
			['Anna', 's1', '26.7.2', 'current', '2026-11-15'],
			['Bob', 'S2', '26.7.2', 'current', '2026-11-02'],
			['Eve', 'S3', '15.8.2', 'current', '2026-01-01'],
		]);
		expect(summary).toMatchObject({
			rows: 4,
			macs: 3,
			merged_rows: 1,
			current: 3,
			ended: 0,
			stale: 1,
			unreadable: 0,
		});
	});

	test('the same number twice in one file stays two Macs', async () => {
		const { summary } = await merged(['a.csv', `${head}a,S1,"Mac14,2",14.7.2,\nb,S1,"Mac14,2",14.7.2,\n`]);
		expect(summary).toMatchObject({ macs: 2, merged_rows: 0 });
	});
});

describe('rows that continue a Mac', () => {
	test('607 rows are 97 Macs', async () => {
		let text = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Application\n';
		for (let mac = 0; mac < 97; mac++) {
			text += `mac ${mac},C02000000${mac},"Mac14,2",14.7.2,Safari\n`;
			for (let more = 0; more < (mac < 25 ? 6 : 5); more++) text += `,,,,Application ${more}\n`;
		}
		const { summary } = await fleetOf(text);
		expect(summary).toMatchObject({ rows: 607, macs: 97, continuation_rows: 510, ended: 97 });
	});

	test('a Mac without a name is none', async () => {
		const { summary } = await fleetOf(
			`${head}a,S1,"Mac14,2",14.7.2,\n,S2,"Mac14,2",14.7.2,\n,,"Mac14,3",14.7.2,\n`,
		);
		expect(summary).toMatchObject({ macs: 3, continuation_rows: 0 });
	});
});

test('a compact report says the same as the long one', async () => {
	const { macs, summary } = await fleetOf(`${head}a,S1,"Mac14,2",14.7.2,\nb,,"Mac14,2",14.7.2,2026-11-01\n`);
	const report = { data_version: 'x', as_of: asOf, policy: null, files: ['a file'], stale_days: 30 };
	const compact = compactReport(report, summary, macs);
	expect(compact.answers).toHaveLength(1);
	expect(expandReport(compact)).toEqual({ ...report, summary, macs: macs.map(macRecord) });
});

test('two reports of different days tell what got better, worse and newly overdue', async () => {
	const rows = `${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.2,\nc,S3,"Mac14,2",15.8.2,\n`;
	const then = await fleetOf(rows, policyOf('2026-09-20', { behind: 1, graceDays: 30 }));
	const now = await fleetOf(
		`${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.1,\nd,S4,"Mac14,2",27.2,\n`,
		policyOf(asOf, { behind: 1, graceDays: 30 }),
	);
	const older = {
		...{ data_version: 'x', as_of: '2026-09-20', policy: null, files: [], stale_days: 30 },
		...{ summary: then.summary, macs: then.macs.map(macRecord) },
	};
	const { since, better, worse, newly_overdue, added, gone } = compareReports(older, now.macs.map(macRecord));
	expect(since).toBe('2026-09-20');
	expect(better).toEqual([]);
	expect(worse.map(({ name }) => name)).toEqual(['a', 'b']);
	expect(newly_overdue).toEqual([
		{ name: 'a', serial: 'S1', was: '26.6.2 behind', is: '26.6.2 behind, overdue since 2026-10-14' },
	]);
	expect(added.map(({ name }) => name)).toEqual(['d']);
	expect(gone.map(({ name }) => name)).toEqual(['c']);
});

test('a Mac that cannot be told any more got neither better nor worse', async () => {
	const then = await fleetOf(`${head}a,S1,"Mac14,2",15.3,\nb,S2,"Mac14,2",,\n`);
	const now = await fleetOf(`${head}a,S1,"Mac14,2",,\nb,S2,"Mac14,2",27.2,\n`);
	const older = {
		...{ data_version: 'x', as_of: asOf, policy: null, files: [], stale_days: 30 },
		...{ summary: then.summary, macs: then.macs.map(macRecord) },
	};
	const { better, worse } = compareReports(older, now.macs.map(macRecord));
	expect({ better, worse }).toEqual({ better: [], worse: [] });
});
