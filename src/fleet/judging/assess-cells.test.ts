import { describe, expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { headline, isTooUncertain, readAllowed } from '../report/headline.ts';

const head = 'Name,Serial,Model,OS Version,Last seen\n';

describe('the exposure of a Mac', () => {
	test('is never zero on an unsupported version: seven Macs on 10.9.5 to 13.7.8', async () => {
		const rows = [
			['MacBookPro11,1', '10.9.5'],
			['MacBookPro11,1', '10.11.6'],
			['MacBookPro11,1', '10.13.6'],
			['MacBookPro14,1', '10.15.7'],
			['MacBookPro14,1', '11.7.10'],
			['MacBookPro14,1', '12.7.6'],
			['MacBookPro14,1', '13.7.8'],
		].map(([model, version], at) => `mac ${at},S${at},"${model}",${version},`);
		const { macs, summary } = await fleetOf(`${head}${rows.join('\n')}\n`);
		const last = macs.at(-1)!.judgment.answer!;
		expect(last).toMatchObject({ exposure_known: 'complete', missing_count: 0, exploited_missing_count: 0 });
		// Fixes of newer majors after the last release of 13, and those that its later lists left out, are counted separately.
		expect(last).toMatchObject({ fixed_elsewhere_count: 963, fixed_elsewhere_exploited_count: 7 });
		expect(last).toMatchObject({ not_stated_count: 604, not_stated_exploited_count: 10 });
		expect(macs[0]!.judgment.answer).toMatchObject({ exposure_known: 'unknown', missing_count: null });
		expect(summary).toMatchObject({ exploited: 0, exploited_elsewhere: 3, exposure_unknown: 4, ended: 7 });
		expect(
			headline(summary, false)
				.map(({ text }) => text)
				.join(''),
		).toBe(
			'0 of 7 Macs are behind and 7 run an unsupported macOS; 0 are exposed to known exploited vulnerabilities, 3 need a macOS upgrade to fix theirs, and 4 could not be checked.',
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
				missing_count: 652,
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
					version,
					'',
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
			'14.0.9',
			'',
			// Support of 14 has ended for all of its releases.
			{ version_standing: 'unknown', standing: 'ended', problem_kind: null, meets_policy: null },
			{ ended: 1, misses_policy: 0 },
		] as const,
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
			`${head}${'a,,"Mac14,2",27.2,\n'.repeat(19)}b,S2,Zebra,27.2,\n`,
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
