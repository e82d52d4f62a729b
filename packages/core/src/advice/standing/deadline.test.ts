import { describe, expect, test } from 'bun:test';
import { assessed } from '../../../../../test/assessed.ts';
import { namedPolicy } from '../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { adviceRecord } from '../../api/reads/advice.ts';
import { assess } from './assess.ts';
import { enforcedOn } from './deadline.ts';

test('enforcement files have the deadline, tomorrow instead of a passed one, and a past day only if asked to', () => {
	const on = (deadline: string | null, enforceOverdue?: boolean) =>
		enforcedOn(deadline, '2026-11-16', enforceOverdue);
	expect([on('2026-11-18'), on('2026-11-17'), on('2026-11-16'), on('2026-11-12')]).toEqual([
		'2026-11-18',
		'2026-11-17',
		'2026-11-17',
		'2026-11-17',
	]);
	expect([on('2026-11-12', true), on(null), on(null, true)]).toEqual(['2026-11-12', null, null]);
});

test('advice has the day of the enforcement files beside the deadline', () => {
	const policy = namedPolicy('standard');
	const days = (version: string) => {
		const advice = assess(shipped, shipped.boards.get('J293AP')!, { version, build: null }, policy)!;
		const { deadline, enforced_on: day } = adviceRecord(advice, policy, true);
		return [deadline, day];
	};
	expect([days('26.7.1'), days('26.6'), days('26.7.2')]).toEqual([
		['2026-11-23', '2026-11-23'],
		['2026-11-12', '2026-11-17'],
		[null, null],
	]);
});

describe('a deadline', () => {
	test('is not over on its own day', () => {
		const days = (asOf: string) => {
			const assessment = assessed('J293AP', '26.7.1', { behind: 1, graceDays: 30, asOf });
			return [assessment.deadline, assessment.daysLeft, assessment.daysOverdue];
		};
		expect(days('2026-11-24')).toEqual(['2026-11-25', 1, null]);
		expect(days('2026-11-25')).toEqual(['2026-11-25', 0, null]);
		expect(days('2026-11-26')).toEqual(['2026-11-25', null, 1]);
	});

	test('of an excluded release does not count', () => {
		const since = (...exclude: string[]) =>
			assessed('J293AP', '26.6.2', { behind: 1, graceDays: 14, asOf: '2026-11-16', exclude }).overdueSince;
		expect([since(), since('26.7'), since('26.7', '26.7.1')]).toEqual([
			'2026-09-28',
			'2026-10-12',
			'2026-11-09',
		]);
	});

	const days = (version: string, terms: Parameters<typeof assessed>[2]) => {
		const { targetSince, deadline, daysLeft, daysOverdue, overdueSince, closesExploited } = assessed(
			'J293AP',
			version,
			terms,
		);
		return { targetSince, deadline, daysLeft, daysOverdue, overdueSince, closesExploited };
	};

	test('counts from the day the release became the target', () => {
		// 26 became N-1 with 27.0: 26.7 came out on the same day.
		expect(days('26.7', { behind: 1, graceDays: 21, asOf: '2026-09-27' })).toEqual({
			targetSince: '2026-09-14',
			deadline: null,
			daysLeft: null,
			daysOverdue: null,
			overdueSince: null,
			closesExploited: false,
		});
		expect(days('15.7.9', { behind: 1, graceDays: 21, asOf: '2026-09-27' })).toMatchObject({
			targetSince: '2026-09-14',
			deadline: '2026-10-05',
			daysLeft: 8,
			overdueSince: null,
		});
	});

	test('is shorter if the update fixes an exploited vulnerability', () => {
		// 26.7.1 fixes CVE-2026-86950, which the catalog has since 2026-09-29.
		const terms = { behind: 1, graceDays: 30, exploitedGraceDays: 7 };
		expect(days('26.6.2', { ...terms, asOf: '2026-11-01' })).toEqual({
			targetSince: '2026-10-26',
			deadline: '2026-11-02',
			daysLeft: null,
			daysOverdue: 26,
			// 26.7.1 was the target from 2026-09-28 on; exploitation became known a day later.
			overdueSince: '2026-10-06',
			closesExploited: true,
		});
		expect(days('26.7.1', { ...terms, asOf: '2026-11-01' })).toMatchObject({
			deadline: '2026-11-25',
			daysLeft: 24,
			overdueSince: null,
			closesExploited: false,
		});
		expect(days('26.6.2', { behind: 1, exploitedGraceDays: 7 }).deadline).toBe('2026-11-02');
		expect(days('26.7.1', { behind: 1, exploitedGraceDays: 7 }).deadline).toBeNull();
		expect(days('26.6.2', { ...terms, exploitedGraceDays: 40 }).deadline).toBe('2026-11-25');
	});

	test('looks at newer majors on the way, too', () => {
		// 14.8.9 misses nothing inside 14; CVE-2026-86950 was fixed later, in 15.8.1 and 26.7.1.
		const terms = { behind: 2, graceDays: 30, exploitedGraceDays: 7 };
		expect(days('14.8.9', terms)).toMatchObject({ closesExploited: true, deadline: '2026-11-02' });
		// On the day before, other exploited vulnerabilities were already fixed in 15 and not listed for 14.
		expect(days('14.8.9', { ...terms, asOf: '2026-09-28' })).toMatchObject({
			closesExploited: true,
			deadline: '2026-10-05',
		});
		// Within a major, CVEs that Apple has not stated do not shorten the time.
		expect(days('15.8.1', { ...terms, asOf: '2026-10-26' }).closesExploited).toBe(false);
		// Before 11 nothing is known.
		expect(assessed('Mac-E1008331FDC96864', '10.15.7', terms).closesExploited).toBe(false);
		// On the day of a release, too: 14.0 fixes CVE-2023-41993, which the catalog had a day before.
		expect(days('13.6', { graceDays: 30, asOf: '2023-09-26' }).closesExploited).toBe(true);
	});

	test('that passed stays the day since when the Mac is overdue, whatever came out later', () => {
		const terms = { behind: 1, graceDays: 30 };
		expect(days('26.6.2', { ...terms, asOf: '2026-10-14' })).toMatchObject({
			deadline: '2026-10-28',
			daysLeft: 14,
			overdueSince: null,
		});
		expect(days('26.6.2', { ...terms, asOf: '2026-10-15' })).toMatchObject({
			deadline: '2026-10-28',
			daysLeft: null,
			daysOverdue: 1,
			overdueSince: '2026-10-14',
		});
		expect(days('26.6.2', { ...terms, asOf: '2026-12-01' })).toMatchObject({
			deadline: '2026-11-25',
			daysLeft: null,
			daysOverdue: 48,
			overdueSince: '2026-10-14',
		});
	});

	test('that was missed years ago, for an older major, still counts', () => {
		// 15 was the newest from 2024-09-16 on.
		expect(days('14.8.9', { behind: 0, graceDays: 30 }).overdueSince).toBe('2024-10-16');
		expect(days('27.2', { behind: 0, graceDays: 30 }).overdueSince).toBeNull();
	});
});
