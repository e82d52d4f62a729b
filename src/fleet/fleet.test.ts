import { describe, expect, test } from 'bun:test';
import { asOf, fleetOf, inPieces, open } from '../../test/fleet/fleet-of.ts';
import { shipped } from '../../test/shipped-data.ts';
import { noPolicy, policyOf } from '../advice/policy/policy.ts';
import { Fleet } from './fleet.ts';
import { openInventory } from './inventory/open-inventory.ts';
import { FileMerger } from './merge-files.ts';
import { compareReports } from './report/comparison.ts';
import { headline, isTooUncertain, readAllowed } from './report/headline.ts';
import { compactReport, expandReport, macRecord } from './report/report.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('a name of several boards', () => {
	test('has a result if all boards have the same standing', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,MacBook Air M1,26.7.2,\n`);
		expect(macs[0]!.judgment.answer).toMatchObject({ standing: 'current', problem: null });
		expect(summary.current).toBe(1);
	});

	test('means only boards that run the version: a Mac mini on 27.2 is not a PowerPC, an Air of 2020 on 26.1 has the M1', async () => {
		const { macs } = await fleetOf(`${head}a,S1,Mac mini,27.2,\nb,S2,"MacBook Air 13"" 2020",26.1,\n`);
		const [mini, air] = macs.map(({ judgment }) => judgment.answer!);
		expect(mini).toMatchObject({ standing: 'current', target_version: '27.2', problem_kind: null });
		for (const id of mini!.board_ids) expect(shipped.boards.get(id)!.support.has('27')).toBe(true);
		expect(air).toMatchObject({
			board_ids: ['J313AP'],
			model_name: 'MacBook Air (M1, 2020)',
			standing: 'behind',
		});
	});

	test('has the members that all boards agree on, and a problem that names the differences', async () => {
		const policy = policyOf(asOf, { behind: 2, graceDays: 14 });
		const { macs, summary } = await fleetOf(`${head}a,S1,Mac mini,15.8.2,\n`, policy);
		const { standing, board_ids, problem, problem_kind, version, ...rest } = macs[0]!.judgment.answer!;
		expect({ standing, problem_kind, version }).toEqual({
			standing: 'current',
			problem_kind: null,
			version: '15.8.2',
		});
		// The last major of some is 15, and of others 27, so the end of support is unknown.
		expect(rest).toMatchObject({ target_version: '15.8.2', meets_policy: true, estimated_end: null });
		expect(rest).toMatchObject({ missing_count: 0, exploited_missing_count: 0 });
		expect(board_ids).toContain('J473AP');
		expect(problem).toStartWith(
			`"Mac mini" may be any of ${board_ids.length} Macs, which differ in end of support: `,
		);
		// The target of every Mac on 27 is the latest release of 27, even if the policy allows 26.
		const { answer } = (await fleetOf(`${head}a,S1,Mac mini,27.2,\n`, policyOf(asOf, { behind: 1 }))).macs[0]!
			.judgment;
		expect(answer).toMatchObject({ standing: 'current', meets_policy: true, target_version: '27.2' });
		expect(answer!.problem).toBeNull();
		expect(summary).toMatchObject({ current: 1, ambiguous: 0, meets_policy: 1 });
	});

	test('is ambiguous if its boards have different standings', async () => {
		const { macs, summary } = await fleetOf(`${head}a,S1,MacBook,99.9,\nb,S2,Mac mini,26.3.2,\n`);
		expect(macs[0]!.judgment.answer).toMatchObject({ standing: null, problem_kind: 'unknown' });
		const { standing, board_ids, problem_kind } = macs[1]!.judgment.answer!;
		expect({ standing, problem_kind }).toEqual({ standing: null, problem_kind: 'ambiguous' });
		expect(board_ids).toContain('J473AP');
		expect(summary).toMatchObject({ ambiguous: 1, exposure_unknown: 2 });
	});
});

test('model names in other languages, and names of virtual machines, are recognized', async () => {
	const names = [
		'"MacBook Pro (14 Zoll, 2021)"',
		'MacBook Air 13 pouces M2',
		'"MacBook Pro (15 pulgadas, mediados de 2015)"',
		'"iMac (27 Zoll, Ende 2013)"',
		'"VMware7,1"',
		'"Parallels16,1"',
		'Parallels ARM Virtual Machine',
	];
	const { macs } = await fleetOf(
		`${head}${names.map((name, at) => `m${at},S${at},${name},12.7.6,`).join('\n')}\n`,
	);
	expect(
		macs.map(({ judgment }) => judgment.answer!.model_name ?? judgment.answer!.board_ids.join(' ')),
	).toEqual([
		'J314cAP J314sAP',
		'MacBook Air (M2, 2022)',
		'Mac-06F11F11946D27C5 Mac-06F11FD93F0323C5',
		'iMac (27-inch, Late 2013)',
		'Intel virtual machine',
		'Intel virtual machine',
		'Apple silicon virtual machine',
	]);
});

test('a kernel version is not read as a macOS version', async () => {
	const rows =
		'a,"Mac14,2",Darwin 24.6.0,,\nb,"Mac14,2",24.6.0,Darwin,\nc,"Mac14,2",Darwin 24.6.0,macOS 15.6,\n';
	const { macs } = await fleetOf(`Name,Model,OS Version,OS,Build\n${rows}`);
	expect(
		macs.map(({ judgment }) => [judgment.answer!.major, judgment.answer!.version, judgment.answer!.standing]),
	).toEqual([
		['15', null, null],
		['15', null, null],
		['15', '15.6', 'behind'],
	]);
	expect(macs[0]!.judgment.answer!.problem).toBe(
		'Darwin 24.6.0 is the kernel of macOS 15; the row does not say which release it is.',
	);
});

test.each([
	['Tahoe,,', '26', 'Tahoe is macOS 26; the row does not say which release it is.'],
	[',macOS Sonoma,', '14', 'macOS Sonoma is macOS 14; the row does not say which release it is.'],
	['Mountain Lion,,', '10.8', 'Mountain Lion is macOS 10.8; the row does not say which release it is.'],
	['Tahoma,,', null, '"Tahoma" is not a version of macOS.'],
	['macOS,,', null, '"macOS" is not a version of macOS.'],
])('the system name in %p has the major %p', async (cells, major, problem) => {
	const { macs } = await fleetOf(`Model,OS Version,OS,Build\n"Mac14,2",${cells}\n`);
	expect(macs[0]!.judgment.answer).toMatchObject({
		major,
		problem,
		version: null,
		problem_kind: 'unreadable',
	});
});

describe('the exposure of a Mac', () => {
	test('is never zero on an unsupported version: seven Macs on 10.9.5 to 13.7.8', async () => {
		const rows = [
			...[
				['MacBookPro11,1', '10.9.5'],
				['MacBookPro11,1', '10.11.6'],
				['MacBookPro11,1', '10.13.6'],
			],
			...[
				['MacBookPro14,1', '10.15.7'],
				['MacBookPro14,1', '11.7.10'],
				['MacBookPro14,1', '12.7.6'],
			],
			['MacBookPro14,1', '13.7.8'],
		].map(([model, version], at) => `mac ${at},S${at},"${model}",${version},`);
		const { macs, summary } = await fleetOf(`${head}${rows.join('\n')}\n`);
		const last = macs.at(-1)!.judgment.answer!;
		expect(last).toMatchObject({ exposure_known: 'complete', missing_count: 0, exploited_missing_count: 0 });
		// Fixes of newer majors after the last release of 13, and those that its later lists left out, are counted separately.
		expect(last).toMatchObject({ fixed_elsewhere_count: 949, fixed_elsewhere_exploited_count: 7 });
		expect(last).toMatchObject({ not_stated_count: 604, not_stated_exploited_count: 10 });
		expect(macs[0]!.judgment.answer).toMatchObject({ exposure_known: 'unknown', missing_count: null });
		expect(summary).toMatchObject({ exploited: 0, exploited_elsewhere: 3, exposure_unknown: 4, ended: 7 });
		expect(
			headline(summary, false)
				.map(({ text }) => text)
				.join(''),
		).toBe(
			'0 of 7 Macs are behind and 7 run an unsupported macOS; 0 are exposed to known exploited vulnerabilities, 3 to some that only newer major versions fix, and for 4 it is not known what they miss.',
		);
	});

	test('follows from the version if the model is unknown; whether the Mac meets a policy stays unknown', async () => {
		const { macs } = await fleetOf(
			`${head}a,S1,Zebra 5,14.7.2,\nb,S2,,14.7.2,\n`,
			policyOf(asOf, { behind: 1 }),
		);
		for (const { judgment } of macs)
			expect(judgment.answer).toMatchObject({
				standing: null,
				meets_policy: null,
				version_standing: 'known',
				major: '14',
				exposure_known: 'complete',
				missing_count: 645,
				exploited_missing_count: 6,
			});
	});
});

describe('a Mac that cannot be judged does not pass', () => {
	const policy = policyOf(asOf, { behind: 1, graceDays: 1 });
	test.each([
		[
			'99.9',
			'',
			{ version_standing: 'unknown', standing: null, meets_policy: null, overdue_since: null },
			{},
		],
		['28.0', '', { version_standing: 'unknown', meets_policy: null }, { unknown: 1 }],
		['27.1', '26B5101f', { version_standing: 'beta', standing: 'behind', meets_policy: null }, { beta: 1 }],
		['', '26B5101f', { version_standing: 'beta', problem_kind: 'unknown', meets_policy: null }, { beta: 1 }],
		['27.9', '', { version_standing: 'newer', standing: 'current', meets_policy: true }, { newer: 1 }],
		...(['26', '15.70', '26.4.9'] as const).map(
			(version) =>
				[
					...([version, ''] as const),
					{
						version_standing: 'unknown',
						standing: null,
						meets_policy: null,
						deadline: null,
						overdue_since: null,
						exposure_known: 'unknown',
						missing_count: null,
						action: 'check',
					},
					{ unknown: 1, current: 0, meets_policy: 0, exposure_unknown: 1 },
				] as const,
		),
		[
			...(['14.0.9', ''] as const),
			// Support of 14 has ended for all of its releases.
			{ version_standing: 'unknown', standing: 'ended', problem_kind: null, meets_policy: null },
			{ ended: 1, misses_policy: 0 },
		],
		['26.7.2', '25H300', { version_standing: 'known', doubt: null, meets_policy: true }, { newer: 0 }],
	])('%s %s', async (version, build, answer, counts) => {
		const { macs, summary } = await fleetOf(
			`Name,Model,OS Version,Build\na,"Mac14,2",${version},${build}\n`,
			policy,
		);
		expect(macs[0]!.judgment.answer).toMatchObject(answer);
		expect(summary).toMatchObject(counts);
	});

	test('a known build wins over a contradicting version, and the contradiction is explained and counted', async () => {
		const rows = 'a,"Mac14,2",26.7.1,24A335\nb,"MacBookPro16,1",10.15,19D76\nc,"Mac14,2",26.7.2,25H300\n';
		const { macs, summary } = await fleetOf(`Name,Model,OS Version,Build\n${rows}`);
		expect(macs.map(({ judgment }) => [judgment.answer!.version, judgment.answer!.doubt])).toEqual([
			[
				'15.0',
				'Version 26.7.1 and build 24A335 contradict each other. Build 24A335 is 15.0, so 15.0 counts.',
			],
			[
				'10.15.3',
				'Version 10.15 and build 19D76 contradict each other. Build 19D76 is 10.15.3, so 10.15.3 counts.',
			],
			['26.7.2', null],
		]);
		expect(summary.doubtful).toBe(2);
	});

	test('the user may allow a number or a percentage of Macs without an answer', async () => {
		const { summary } = await fleetOf(
			`${head}${'a,S1,"Mac14,2",27.2,\n'.repeat(19)}b,S2,Zebra,27.2,\n`,
			policy,
		);
		const isEnough = (text: string) => !isTooUncertain(summary, readAllowed(text)!);
		expect(['0', '1', '4%', '4.9 %', '5%', '100%'].map(isEnough)).toEqual([
			false,
			true,
			false,
			false,
			true,
			true,
		]);
		for (const text of ['', '-1', '101%', '1.5', 'all', '5%%']) expect(readAllowed(text)).toBeNull();
	});
});

test('of machines that share a board ID, the name or model identifier selects the one whose releases count', async () => {
	const rows = 'a,S1,Macintosh Quadra 630,8.1,\nb,S2,M3076,8.1,\nc,S3,"MacPro4,1",10.11.6,\n';
	const { macs } = await fleetOf(`${head}${rows}`, policyOf(asOf, { behind: 0 }));
	expect(macs.map(({ judgment }) => [judgment.answer!.target_version, judgment.answer!.last_major])).toEqual([
		['8.1', '8.1'],
		['9.1', '9.1'],
		['10.11.6', '10.11'],
	]);
	const named = await fleetOf('Name,Model,Model Identifier,OS Version\na,Quadra 630,M3076,8.1\n');
	expect(named.macs[0]!.judgment.answer).toMatchObject({ board_ids: ['M3076'], target_version: '8.1' });
});

test('other devices do not use up the 500 searches for similar models', async () => {
	const others = Array.from({ length: 501 }, (_, at) => ({ platform: 'Windows', os_version: String(at) }));
	const { macs, summary } = await fleetOf(
		JSON.stringify([{ model: 'Mac14,2' }, ...others, { model: 'Mac14,22', os_version: '14.1' }]),
	);
	expect(summary.not_macs).toBe(501);
	expect(macs.at(-1)!.judgment.answer!.problem).toContain('Similar: J413AP, ');
});

describe('a row without a standing has a problem', () => {
	test.each([
		['a,S1,Zebra 5,14.7.2,', 'unknown', /^No Mac is known as "Zebra 5"\./],
		['a,S1,"Mac14,22",14.7.2,', 'unknown', /^No Mac is known as "Mac14,22"\. Similar: J413AP, J474sAP, /],
		['a,S1,"Mac14,2",,', 'unreadable', /^The row has no version\.$/],
		['a,S1,"Mac14,2",soon,', 'unreadable', /^"soon" is not a version of macOS\.$/],
		['a,S1,,14.7.2,', 'unreadable', /^The row has no model\.$/],
		['a,S1,"Mac14,2",10.15.7,', 'unknown', /^This Mac runs no release of 10\.15\.$/],
		['a,S1,"Mac14,2",26,', 'unknown', /^26 is a major version: which release of 26 is it\?$/],
		['a,S1,"Mac14,2",15.70,', 'unknown', /^15\.70 is not a known release: which release is it\?$/],
		['a,S1,"Mac14,2",26.4.9,', 'unknown', /^26\.4\.9 is not a known release: which release is it\?$/],
		['a,S1,"Mac14,2",99.9,', 'unknown', /^There is no macOS 99\.$/],
	])('%s', async (row, kind, problem) => {
		const { macs } = await fleetOf(`${head}${row}\n`);
		const answer = macs[0]!.judgment.answer!;
		expect(answer.problem_kind).toBe(kind as typeof answer.problem_kind);
		expect(answer.problem).toMatch(problem);
		expect(answer.standing).toBeNull();
	});
});

test('the end of support of the last major and of the installed major are separate', async () => {
	const { macs } = await fleetOf(`Model,OS Version\n"Mac17,9",14.8.4\n"iMac12,1",10.13.6\nToaster,14.8.4\n`);
	const ends = macs.map(({ judgment: { answer } }) => [
		answer!.last_major,
		answer!.ended_on,
		answer!.estimated_end,
		answer!.major_ended_on,
		answer!.major_estimated_end,
	]);
	expect(ends).toEqual([
		['27', null, '2029-09', '2026-09-14', null],
		['10.13', '2020-11-12', null, '2020-11-12', null],
		[null, null, null, '2026-09-14', null],
	]);
});

test.each([
	// An unknown major, a major that the Mac does not support, no version, and a beta.
	['"Mac14,2"', '99.9', 'unknown'],
	['"MacBookPro9,2"', '26.1', 'unknown'],
	['"Mac14,2"', '', 'unknown'],
	['"Mac14,2"', '26B5101f', 'unknown'],
	['Toaster', '99.9', 'unknown'],
	['Toaster', '14.1', 'complete'],
	// Some of its boards were released later than others, or do not support it.
	['Mac Studio', '26.3.2', 'lower-bound'],
])('%s on %p: the exposure is %s', async (model, version, knowledge) => {
	const { macs } = await fleetOf(`Model,OS Version\n${model},${version}\n`);
	expect(macs[0]!.judgment.answer!.exposure_known).toBe(knowledge as 'unknown');
});

describe('under a policy', () => {
	const policy = policyOf(asOf, { behind: 1, graceDays: 14 });

	test('a Mac has a target, a deadline and the day since when it is overdue', async () => {
		const { macs, summary } = await fleetOf(
			`${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.2,\n`,
			policy,
		);
		expect(macs[0]!.judgment.answer).toMatchObject({
			target_version: '26.7.2',
			deadline: '2026-11-09',
			// Counted from the oldest missed deadline.
			days_overdue: 49,
			action: 'update',
			headline: 'Update to 26.7.2, 49 days overdue',
			overdue_since: '2026-09-28',
			meets_policy: false,
		});
		expect(macs[1]!.judgment.answer).toMatchObject({
			meets_policy: true,
			overdue_since: null,
			deadline: null,
			days_overdue: null,
			action: 'none',
		});
		expect(summary).toMatchObject({ overdue: 1, meets_policy: 1, misses_policy: 1 });
		expect(summary.overdue_by_age.find(({ macs }) => macs > 0)).toEqual({ label: '31 to 90 days', macs: 1 });
		expect(summary.by_major).toEqual([{ label: '26', macs: 2, meets_policy: 1, exposed: 1 }]);
	});

	test.each([
		['27.2', '26B83', true, 0],
		['27.2', '24G999', null, 1],
		['27.2', '24G6001k', null, 1],
		['26.7.1', '26B5101f', null, 1],
		['14.7.2', '26Z999', false, 1],
	])('%s with build %s: meets it %p, %p contradictions', async (version, build, meets, doubtful) => {
		const { macs, summary } = await fleetOf(
			`Model,OS Version,Build\n"Mac14,2",${version},${build}\n`,
			policy,
		);
		expect(macs[0]!.judgment.answer!.meets_policy).toBe(meets);
		expect(summary.doubtful).toBe(doubtful);
	});
});

describe('several files', () => {
	async function merged(...files: [string, string][]) {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		const merger = new FileMerger(fleet);
		for (const [name, text] of files) {
			const inventory = await open(text);
			await inventory.read((row) => fleet.add(name, row, (mac) => merger.add(mac)));
		}
		const macs = merger.merge().map(macRecord);
		return { macs, summary: fleet.summary() };
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

	test('a Mac without a name is not a continuation', async () => {
		const { summary } = await fleetOf(
			`${head}a,S1,"Mac14,2",14.7.2,\n,S2,"Mac14,2",14.7.2,\n,,"Mac14,3",14.7.2,\n`,
		);
		expect(summary).toMatchObject({ macs: 3, continuation_rows: 0 });
	});
});

test('a compact report expands to the printed form', async () => {
	const { macs, summary } = await fleetOf(`${head}a,S1,"Mac14,2",14.7.2,\nb,,"Mac14,2",14.7.2,2026-11-01\n`);
	const report = { data_version: 'x', as_of: asOf, policy: null, files: ['a file'], stale_days: 30 };
	const compact = compactReport(report, summary, macs);
	expect(compact.answers).toHaveLength(1);
	expect(expandReport(compact)).toEqual({ ...report, summary, macs: macs.map(macRecord) });
});

test('a comparison of reports lists Macs that got better, worse or newly overdue', async () => {
	const rows = `${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.2,\nc,S3,"Mac14,2",15.8.2,\n`;
	const then = await fleetOf(rows, policyOf('2026-09-20', { behind: 1, graceDays: 30 }));
	const now = await fleetOf(
		`${head}a,S1,"Mac14,2",26.6.2,\nb,S2,"Mac14,2",26.7.1,\nd,S4,"Mac14,2",27.2,\n`,
		policyOf(asOf, { behind: 1, graceDays: 30 }),
	);
	const older = {
		data_version: 'x',
		as_of: '2026-09-20',
		policy: null,
		files: [],
		stale_days: 30,
		summary: then.summary,
		macs: then.macs.map(macRecord),
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

test('a Mac that can no longer be judged is neither better nor worse', async () => {
	const then = await fleetOf(`${head}a,S1,"Mac14,2",15.3,\nb,S2,"Mac14,2",,\n`);
	const now = await fleetOf(`${head}a,S1,"Mac14,2",,\nb,S2,"Mac14,2",27.2,\n`);
	const older = {
		data_version: 'x',
		as_of: asOf,
		policy: null,
		files: [],
		stale_days: 30,
		summary: then.summary,
		macs: then.macs.map(macRecord),
	};
	const { better, worse } = compareReports(older, now.macs.map(macRecord));
	expect({ better, worse }).toEqual({ better: [], worse: [] });
});

describe('of two rows about a Mac in two files', () => {
	const merger = (groupBy: number | null = null) => {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30, groupBy });
		return { fleet, merger: new FileMerger(fleet) };
	};
	async function both(first: string, second: string, keep: string[] = []) {
		const { fleet, merger: merged } = merger(keep.length > 0 ? 0 : null);
		for (const [file, text] of [first, second].entries()) {
			const inventory = await openInventory(inPieces(new TextEncoder().encode(text)), {}, { keep });
			await fleet.read(String(file), inventory, (mac) => merged.add(mac));
		}
		return { macs: merged.merge(), summary: fleet.summary() };
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

test('rows on further pages make a report incomplete, and are counted if the file states their number', async () => {
	const mac = { name: 'a', model: 'Mac14,2', os_version: '14.1' };
	const counts = async (page: object) => {
		const { incomplete, missing_rows } = (await fleetOf(JSON.stringify({ ...page, results: [mac] }))).summary;
		return [incomplete, missing_rows];
	};
	expect(await counts({ total: 7 })).toEqual([true, 6]);
	expect(await counts({ next: 'x' })).toEqual([true, 0]);
	expect(await counts({ total: 1 })).toEqual([false, 0]);
});

test('files that state the same total are pages of one export, and the same page twice counts once', async () => {
	const counts = async (...pages: readonly (readonly [total: number, names: string])[]) => {
		const fleet = new Fleet({ catalog: shipped, policy: noPolicy(asOf), staleDays: 30 });
		for (const [index, [total, names]] of pages.entries()) {
			const results = [...names].map((name) => ({ name, model: 'Mac14,2', os_version: '14.1' }));
			await fleet.read(`${index}.json`, await open(JSON.stringify({ total, results })), null);
		}
		const { incomplete, missing_rows } = fleet.summary();
		return [incomplete, missing_rows];
	};
	expect(await counts([5, 'ab'], [5, 'cd'], [5, 'e'])).toEqual([false, 0]);
	expect(await counts([5, 'ab'], [5, 'cd'])).toEqual([true, 1]);
	expect(await counts([4, 'ab'], [4, 'ab'])).toEqual([true, 2]);
	expect(await counts([4, 'ab'], [5, 'cd'])).toEqual([true, 5]);
	expect(await counts([2, 'ab'], [3, 'c'])).toEqual([true, 2]);
});

test.each([
	['2026-11-02', '2026-11-02'],
	['2026-11-02T23:30:00-05:00', '2026-11-03'],
	['2026-11-02T05:00:00+10:00', '2026-11-01'],
	['2026-11-02T05:00:00+1000', '2026-11-01'],
	['2026-11-02T05:00:00Z', '2026-11-02'],
	['2026-11-02 05:00', '2026-11-02'],
	['1989-12-28', null],
	['2014-11-17', null],
	['2026-11-16', '2026-11-16'],
	['2026-11-17', null],
	['2023-10-25', '2023-10-25'],
	['2023-10-24', null],
	['2026-02-29', null],
	['2024-02-29', '2024-02-29'],
	['never', null],
])('a last contact of %p is the day %p', async (seen, day) => {
	const { macs } = await fleetOf(`${head}a,S1,"Mac14,2",14.1,${seen}\n`);
	expect(macs[0]!.seen).toBe(day);
});

test('without a known version every day from 1990 on counts', async () => {
	const { macs, summary } = await fleetOf(`${head}a,S1,"Mac14,2",,1990-01-01\nb,S2,"Mac14,2",,1989-12-28\n`);
	expect(macs.map(({ seen, noSighting }) => [seen, noSighting])).toEqual([
		['1990-01-01', null],
		[null, 'unreadable'],
	]);
	expect([summary.unreadable_days, summary.unreadable_day_example]).toEqual([1, '1989-12-28']);
});

test('a Mac is stale thirty-one days after its last contact, not thirty', async () => {
	const { summary } = await fleetOf(
		`${head}a,S1,"Mac14,2",14.1,2026-10-17\nb,S2,"Mac14,2",14.1,2026-10-16\nc,S3,"Mac14,2",14.1,\n`,
	);
	expect(summary.stale).toBe(1);
});

test('a row without a name continues the Mac above only if it has no other cells, or the same ones', async () => {
	const counted = async (...rows: string[]) => {
		const { summary } = await fleetOf(`${head}a,S1,"Mac14,2",14.1,\n${rows.join('\n')}\n`);
		return [summary.macs, summary.continuation_rows, summary.not_macs + summary.unreadable];
	};
	expect(await counted(',S1,,,')).toEqual([1, 1, 0]);
	expect(await counted(',,,,2026-11-01')).toEqual([1, 1, 0]);
	expect(await counted(',S1,"Mac14,2",14.1,')).toEqual([1, 1, 0]);
	expect(await counted(',,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted(',S1,"Mac14,2",14.2,')).toEqual([2, 0, 0]);
	expect(await counted(',S2,,,')).toEqual([2, 0, 1]);
	expect(await counted(',S12,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted(',S2,"Mac14,2",14.1,')).toEqual([2, 0, 0]);
	expect(await counted('b,S1,,,')).toEqual([2, 0, 1]);
	// Only the row directly above counts.
	expect(await counted('b,S2,"Mac14,2",14.1,', ',S1,"Mac14,2",14.1,')).toEqual([3, 0, 0]);
});
