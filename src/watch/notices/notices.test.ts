import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import {
	day,
	message,
	ops,
	situationOf,
	standard,
	telling,
	titles,
	toldOf,
	withRelease,
} from '../../../test/watch/situations.ts';
import type { Situation } from '../situation.ts';
import { noticesFor } from './notices.ts';

describe('an exploited vulnerability', () => {
	const situationWith = (version: string) =>
		situationOf({
			rows: [`a,S1,"Mac14,2",${version}`, 'old,S2,"MacBookPro11,4",12.7.6'],
			policy: standard('2026-10-02'),
			change: { since: Date.parse('2026-09-20') },
		});

	test('is told once it is in the KEV catalog and Macs miss the fix', async () => {
		const notices = noticesFor(await situationWith('26.7'), telling('exploited'));
		expect(notices).toMatchObject([
			{
				kind: 'exploited',
				subject: 'exploited:CVE-2026-86950',
				title: 'CVE-2026-86950 is exploited: 1 of 2 Macs misses the fix',
				facts: [{ title: 'Install 26.7.1', value: '1 Mac' }],
				deadline: '2026-10-02',
				urgent: true,
				claims: { kev_added: '2026-09-29', kev_due: '2026-10-02' },
				data: { cve: 'CVE-2026-86950', macs: 2, missing: 1, install: { '26.7.1': 1 } },
			},
		]);
		expect(notices[0]!.sentences.slice(0, 2)).toEqual([
			'CISA added CVE-2026-86950 to its catalog of known exploited vulnerabilities on 29 September 2026.',
			'CISA due date: 2 October 2026.',
		]);
	});

	test('gives no message if no Mac misses the fix', async () => {
		expect(noticesFor(await situationWith('26.7.1'), telling('exploited'))).toEqual([]);
	});
});

describe('overdue Macs', () => {
	const rows = ['a,S1,"Mac14,2",26.7.1', 'c,S4,"Mac14,2",15.8.1', 'fine,S6,"Mac14,2",26.7.2'];

	test('are told in a digest, at most once a week', async () => {
		const situation = await situationOf({ rows, policy: standard('2026-11-18') });
		const [digest] = noticesFor(situation, telling('overdue'));
		expect(digest).toMatchObject({
			subject: 'overdue:2026-11-18',
			title: '2 of 3 Macs are overdue',
			facts: [{ title: 'To 26.7.2', value: '2 Macs' }],
			data: { macs: 3, overdue: 2, exploited: 0, framework_fail: null },
		});
		for (const [days, count] of [
			[0, 0],
			[6, 0],
			[7, 1],
		] as const) {
			const earlierNotices = toldOf([digest!], situation.now - days * 86_400_000);
			expect(noticesFor({ ...situation, earlierNotices }, telling('overdue'))).toHaveLength(count);
		}
	});

	test('make the digest urgent if they miss fixes for exploited vulnerabilities', async () => {
		const [digest] = noticesFor(
			await situationOf({ rows: [...rows, 'x,S7,"Mac14,2",26.2'], policy: standard('2026-11-18') }),
			telling('overdue'),
		);
		expect(digest!.urgent).toBe(true);
		expect(digest!.sentences[1]).toBe('1 of them misses fixes for exploited vulnerabilities.');
	});

	const accepted = (until: string, asOf = '2026-11-18') => {
		const exception = { reason: 'on leave', owner: '', until, valid: until >= asOf };
		return new Map([['S1', exception]]);
	};
	const digestWith = async (until: string, names = false) => {
		const exceptions = accepted(until);
		const situation = await situationOf({ rows, policy: standard('2026-11-18'), exceptions });
		return noticesFor(situation, { ...telling('overdue'), names });
	};

	test('are counted apart while an exception is valid; one that ends soon, or ended, is told', async () => {
		const [apart] = await digestWith('2027-01-31');
		expect(apart).toMatchObject({
			title: '1 of 3 Macs is overdue',
			data: { overdue: 1, excepted: 1, exceptions_ended: 0, exceptions_ending: 0 },
		});
		expect(apart!.sentences.slice(1)).toEqual([
			'1 late: 1 not told.',
			'1 Mac with an exception is not counted.',
		]);
		expect((await digestWith('2026-12-02'))[0]!.sentences.slice(2)).toEqual([
			'1 Mac with an exception is not counted.',
			'1 exception ends within 14 days, the first on 2 December 2026.',
		]);
		expect((await digestWith('2026-12-03'))[0]!.sentences).toHaveLength(3);
		const [ended] = await digestWith('2026-11-17', true);
		expect(ended).toMatchObject({
			title: '2 of 3 Macs are overdue',
			data: { excepted: 0, exceptions_ended: 1 },
		});
		expect(ended!.sentences.at(-1)).toBe('1 exception ended, so its Mac counts again.');
		expect(ended!.list).toEqual(['a (exception ended on 17 November 2026: on leave)', 'c']);
		expect((await digestWith('2026-12-02', true))[0]!.list).toEqual([
			'a (exception until 2 December 2026: on leave)',
			'c',
		]);
	});

	test('give a digest if nothing but an exception that ends soon is to be told', async () => {
		const one = { rows: rows.slice(0, 1), policy: standard('2026-11-18') };
		const told = async (until: string) =>
			titles(noticesFor(await situationOf({ ...one, exceptions: accepted(until) }), telling('overdue')));
		expect(await told('2027-01-31')).toEqual([]);
		expect(await told('2026-11-20')).toEqual(['1 exception ends within 14 days']);
	});

	test('keep their exception under the own policy of a channel, and a failing Mac with one is not counted', async () => {
		const situation = await situationOf({
			rows,
			policy: noPolicy('2026-11-18'),
			exceptions: accepted('2027-01-31'),
		});
		const channel = { ...telling('overdue'), policy: standard('2026-11-18') };
		expect(titles(noticesFor(situation, channel))).toEqual(['1 of 3 Macs is overdue']);
		const framework = frameworks.get('cyber-essentials-3.3')!;
		const macs = situation.macs.map((mac) => {
			const exception = mac.result.exception ?? null;
			return { ...mac, verdict: { verdict: 'fail', verdict_reason: '', exception } as const };
		});
		expect(titles(noticesFor({ ...situation, framework, macs }, telling('overdue')))).toEqual([
			'2 of 3 Macs fail Cyber Essentials',
		]);
	});

	test('give no digest while every deadline is in the future', async () => {
		const situation = await situationOf({ rows: rows.slice(0, 1), policy: standard('2026-10-01') });
		expect(noticesFor(situation, telling('overdue'))).toEqual([]);
	});

	test('include those that fail the framework', async () => {
		const situation = await situationOf({ rows, policy: noPolicy('2026-11-18') });
		const framework = frameworks.get('cyber-essentials-3.3')!;
		const verdict = { verdict: 'fail', verdict_reason: '', exception: null } as const;
		const macs = situation.macs.map((mac, at) => (at < 2 ? { ...mac, verdict } : mac));
		expect(titles(noticesFor({ ...situation, framework, macs }, telling('overdue')))).toEqual([
			'2 of 3 Macs fail Cyber Essentials',
		]);
	});
});

describe('the end of support', () => {
	const rows = ['a,S1,"Mac14,2",15.8.2', 't2,S2,"Macmini8,1",15.8.2', 'b,S3,"Mac14,2",27.2'];
	const ending = async (asOf: string, earlierNotices?: Situation['earlierNotices']) =>
		noticesFor(
			await situationOf({
				rows,
				policy: standard(asOf),
				change: earlierNotices ? { earlierNotices } : {},
			}),
			telling('ending'),
		);

	test('is told 90 and 30 days before the month in which it is expected', async () => {
		expect(await ending('2027-06-02')).toEqual([]);
		const [first] = await ending('2027-06-03');
		expect(first).toMatchObject({
			subject: 'ending:15:2027-09:90',
			title: 'Support for macOS 15 is expected to end in September 2027: 2 of 3 Macs',
			sentences: [
				'Support for macOS 15 is expected to end in September 2027. This is an estimate; Apple publishes no date.',
				'2 of 3 Macs run it.',
				'1 Mac runs nothing newer, and must be replaced to stay supported.',
			],
			data: { major: '15', estimated_end: '2027-09', running: 2, last_major: 1 },
		});
		expect(await ending('2027-06-20', toldOf([first!], 0))).toEqual([]);
		expect(message(await ending('2027-08-02', toldOf([first!], 0)), 'ending:15:2027-09:30').title).toBe(
			first!.title,
		);
		expect(await ending('2027-09-02')).toEqual([]);
	});
});

describe('a correction', () => {
	const corrected = async (change: Partial<Situation>) => {
		const situation = await situationOf();
		const earlierNotices = toldOf(noticesFor(situation, ops), situation.now);
		return {
			earlierNotices,
			corrections: noticesFor({ ...situation, earlierNotices, ...change }, telling('correction')),
		};
	};

	test('is not sent while everything that was told is still true', async () => {
		expect((await corrected({})).corrections).toEqual([]);
	});

	test('tells once that a release was withdrawn', async () => {
		const change = { catalog: withRelease('27.2', { withdrawn: true }) };
		const { earlierNotices, corrections } = await corrected(change);
		expect(corrections).toMatchObject([
			{
				kind: 'correction',
				subject: 'release:27.2:correction:1',
				about: 'release:27.2',
				title: 'Correction: macOS 27.2 was withdrawn: do not install it, no policy asks for it',
				urgent: true,
				data: { about: 'release:27.2', before: { state: 'offered' }, now: { state: 'withdrawn' } },
			},
		]);
		const after = new Map(earlierNotices.get('ops')!);
		after.set('release:27.2', { at: 1, claims: corrections[0]!.claims, corrections: 1 });
		expect((await corrected({ ...change, earlierNotices: new Map([['ops', after]]) })).corrections).toEqual(
			[],
		);
	});

	test('for a pulled release goes only to fleets with a Mac that it was pulled for, and later says that it is offered again', async () => {
		const pull = (boards: readonly string[] | null, listedAgainOn: string | null) => ({
			catalog: withRelease('26.7.2', {
				pulls: [{ on: day, listedAgainOn, boards: boards && new Set(boards) }],
			}),
		});
		expect(titles((await corrected(pull(null, null))).corrections)).toEqual([
			'Correction: macOS 26.7.2 was pulled: Apple no longer offers it to some or all Macs',
		]);
		expect(titles((await corrected(pull(['J413AP'], null))).corrections)).toHaveLength(1);
		expect((await corrected(pull(['J293AP'], null))).corrections).toEqual([]);
		expect((await corrected(pull(null, day))).corrections).toEqual([]);
	});

	test('has the old and the new deadline', async () => {
		const situation = await situationOf();
		const earlierNotices = toldOf(noticesFor(situation, ops), situation.now);
		const policy = policyOf(day, { behind: 1, graceDays: 7 }, 'standard');
		const shorter = await situationOf({ policy, change: { earlierNotices } });
		expect(noticesFor(shorter, telling('correction')).map(({ sentences }) => sentences)).toEqual([
			['The deadline of macOS 26.7.2 is 2 November 2026, not 9 November 2026.', '2 of 6 Macs need it.'],
			['The deadline of macOS 27.2 is 2 November 2026, not 9 November 2026.', '1 of 6 Macs needs it.'],
		]);
	});
});

test('trouble is told to all channels except the one that it is about', async () => {
	const trouble = [
		{
			subject: 'feeds:2026-11-18',
			title: 'The feeds are stale',
			sentences: ['No feed answered.'],
			channel: null,
		},
		{
			subject: 'channel:ops:1',
			title: 'Channel ops is paused',
			sentences: ['It answers 410.'],
			channel: 'ops',
		},
	];
	const situation = await situationOf({ change: { trouble } });
	const notices = noticesFor(situation, telling('trouble'));
	expect(notices).toMatchObject([
		{ kind: 'trouble', subject: 'feeds:2026-11-18', title: 'The feeds are stale' },
	]);
	expect(titles(noticesFor(situation, { ...telling('trouble'), name: 'other' }))).toEqual([
		'The feeds are stale',
		'Channel ops is paused',
	]);
	expect(noticesFor({ ...situation, earlierNotices: toldOf(notices, 0) }, telling('trouble'))).toEqual([]);
});
