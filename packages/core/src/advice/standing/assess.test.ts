import { describe, expect, test } from 'bun:test';
import { assessed } from '../../../../../test/assessed.ts';
import { membersOf } from '../../../../../test/members.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { noPolicy } from '../policy/policy.ts';
import { assess } from './assess.ts';

/** What a policy requires of a Mac. */
function verdict(board: string, version: string, terms: Parameters<typeof assessed>[2]) {
	const assessment = assessed(board, version, terms);
	return {
		target: assessment.target?.version ?? null,
		since: assessment.targetSince,
		deadline: assessment.deadline,
		meets: assessment.meetsPolicy,
		blocked: assessment.blockedBy,
	};
}

describe('standing', () => {
	const standing = (board: string, version: string, asOf?: string) =>
		assessed(board, version, asOf ? { asOf } : {}).standing;

	test('is current on the latest of a major that gets releases, behind below it', () => {
		expect(['27.2', '27.0', '26.7.2', '26.7.1', '15.8.2', '15.3'].map((v) => standing('J293AP', v))).toEqual([
			'current',
			'behind',
			'current',
			'behind',
			'current',
			'behind',
		]);
		expect(standing('J293AP', '27.9')).toBe('current');
	});

	test('is ended on a major that gets no releases, whatever the version', () => {
		expect(['14.8.9', '14.7.2', '13.7.8', '14.99'].map((v) => standing('J293AP', v))).toEqual([
			'ended',
			'ended',
			'ended',
			'ended',
		]);
		expect(standing('Mac-E1008331FDC96864', '10.15.7')).toBe('ended');
		expect(standing('M0001A', '7.5.4')).toBe('ended');
		// On the day before 27 came out 14 was still maintained.
		expect(standing('J293AP', '14.8.9', '2026-09-13')).toBe('current');
		expect(standing('J293AP', '14.8.9', '2026-09-14')).toBe('ended');
	});

	test('is null for a version whose major the Mac does not run', () => {
		expect(standing('J293AP', '10.15.7')).toBeNull();
		expect(standing('J293AP', '99.1')).toBeNull();
		expect(standing('Mac-E1008331FDC96864', '27.0')).toBeNull();
		expect(standing('J293AP', '14.7.2', '2020-01-01')).toBeNull();
	});

	test('counts an update of the version from its day on', () => {
		const board = shipped.boards.get('Mac-7BA5B2DFE22DDD8C')!;
		const updates = (asOf: string) =>
			assess(shipped, board, { version: '10.14.6', build: '18G84' }, noPolicy(asOf))!.missingUpdates?.map(
				({ build }) => build,
			);
		expect([updates('2019-07-31'), updates('2019-08-25'), updates('2019-08-26')]).toEqual([
			[],
			['18G87'],
			['18G87', '18G95'],
		]);
	});

	test('comes with the lifecycle of the major and the fixes that the Mac misses', () => {
		expect(membersOf(assessed('J293AP', '14.7.2'), 'support', 'exposure')).toMatchObject({
			support: { state: 'ended', endedOn: '2026-09-14', estimatedEnd: null },
			exposure: { knowledge: 'complete', missingCount: 652, exploitedMissingCount: 6 },
		});
		expect(assessed('J293AP', '26.7.2').support).toMatchObject({
			state: 'maintained',
			estimatedEnd: '2028-09',
		});
		expect(assessed('J293AP', '10.15.7').exposure).toMatchObject({
			knowledge: 'unknown',
			missingCount: null,
		});
	});
});

describe('a policy', () => {
	test('asks for nothing if none is given', () => {
		expect(verdict('J293AP', '14.7.2', {})).toEqual({
			target: '27.2',
			since: '2026-10-26',
			deadline: null,
			meets: null,
			blocked: null,
		});
		expect(verdict('J293AP', '14.7.2', { behind: 0 })).toMatchObject({ meets: false, deadline: null });
	});

	test('counts majors back from the newest, so that a Mac without newer majors does not meet N-1', () => {
		// Mac-06F11FD93F0323C5 ends with 12.
		expect(verdict('Mac-06F11FD93F0323C5', '12.7.6', { behind: 1, graceDays: 14 })).toEqual({
			target: '12.7.6',
			// 12 was N-1 from the day 13 came out.
			since: '2024-07-29',
			// A Mac on its target needs no deadline.
			deadline: null,
			meets: false,
			blocked: 'hardware',
		});
		expect(assessed('Mac-06F11FD93F0323C5', '12.7.6', { behind: 1 }).meetsTarget).toBe(true);
		expect(verdict('Mac-06F11FD93F0323C5', '12.7.6', { behind: 5 })).toMatchObject({
			meets: true,
			blocked: null,
		});
	});

	test('is met by an Intel Mac on the latest 15 for N-2, on the latest 26 for N-1, and never for N', () => {
		const intel = 'Mac-E1008331FDC96864';
		expect(verdict(intel, '15.8.2', { behind: 2 })).toMatchObject({ target: '15.8.2', meets: true });
		expect(verdict(intel, '15.8.1', { behind: 2 })).toMatchObject({
			target: '15.8.2',
			meets: false,
			blocked: null,
		});
		// 26 is allowed too, and its own latest release counts.
		expect(verdict(intel, '26.0', { behind: 2 })).toMatchObject({ target: '26.7.2', meets: false });
		expect(verdict(intel, '26.7.2', { behind: 2 })).toMatchObject({ target: '26.7.2', meets: true });
		expect(verdict(intel, '26.7.2', { behind: 1 })).toMatchObject({ target: '26.7.2', meets: true });
		expect(verdict(intel, '26.7.2', {})).toMatchObject({ target: '26.7.2', meets: null, blocked: null });
		expect(verdict(intel, '26.7.2', { behind: 0 })).toMatchObject({
			target: '26.7.2',
			meets: false,
			blocked: 'hardware',
		});
	});

	test('with a deferral of 90 days asks for 27.0 on its 90th day and not before', () => {
		const terms = { deferDays: 90, graceDays: 14 };
		expect(verdict('J293AP', '26.6.2', { ...terms, asOf: '2026-12-12' })).toEqual({
			target: '26.6.2',
			since: '2026-11-15',
			deadline: null,
			meets: true,
			blocked: null,
		});
		expect(verdict('J293AP', '26.6.2', { ...terms, asOf: '2026-12-13' })).toEqual({
			target: '27.0',
			since: '2026-12-13',
			deadline: '2026-12-27',
			meets: false,
			blocked: null,
		});
		expect(verdict('J293AP', '26.6.2', { ...terms, asOf: '2026-11-14' }).target).toBe('26.6.1');
		expect(verdict('J293AP', '26.6.2', { ...terms, asOf: '2026-11-15' }).target).toBe('26.6.2');
	});

	test('may defer majors longer than releases', () => {
		const terms = { deferDays: 0, deferMajorDays: 60 };
		expect(verdict('J293AP', '26.7.2', { ...terms, asOf: '2026-11-12' })).toMatchObject({
			target: '26.7.2',
			meets: true,
		});
		// 27.2 is 18 days old, and became the target when 27 was 60 days old.
		expect(verdict('J293AP', '26.7.2', { ...terms, asOf: '2026-11-13' })).toMatchObject({
			target: '27.2',
			since: '2026-11-13',
			meets: false,
		});
	});

	test('skips excluded releases', () => {
		expect(verdict('J293AP', '27.0.1', { exclude: ['27.2'] })).toMatchObject({
			target: '27.0.1',
			since: '2026-09-28',
			meets: true,
		});
		expect(verdict('J293AP', '27.2', { exclude: ['27.2'] }).meets).toBe(true);
		expect(verdict('J293AP', '26.7.2', { exclude: ['27.0', '27.0.1', '27.2'] })).toMatchObject({
			target: '26.7.2',
			meets: true,
		});
	});

	test('asks a Mac for the latest release of its own major if that is allowed', () => {
		const target = (board: string, version: string, behind: number) => {
			const { target, meets } = verdict(board, version, { behind });
			return `${target} ${meets}`;
		};
		expect(target('J293AP', '27.0', 1)).toBe('27.2 false');
		expect(target('J293AP', '27.2', 1)).toBe('27.2 true');
		expect(target('J293AP', '26.7.1', 1)).toBe('26.7.2 false');
		expect(target('J293AP', '26.7.2', 1)).toBe('26.7.2 true');
		// 15 is not allowed: the oldest allowed major is 26.
		expect(target('J293AP', '15.8.2', 1)).toBe('26.7.2 false');
		expect(target('J293AP', '15.8.2', 2)).toBe('15.8.2 true');
	});

	test('treats a Mac that runs only newer majors like any other', () => {
		// J700AP came with 26.3.1: there is no 15 to ask it for.
		const assessment = assessed('J700AP', '26.4', { behind: 2, graceDays: 14, asOf: '2026-11-12' });
		expect([assessment.meetsPolicy, assessment.meetsTarget, assessment.deadline]).toEqual([
			false,
			false,
			'2026-11-09',
		]);
		// 26.4.1 came out on 2026-04-09.
		expect([assessment.daysLeft, assessment.daysOverdue, assessment.overdueSince]).toEqual([
			null,
			203,
			'2026-04-23',
		]);
		for (const behind of [1, 2])
			expect(verdict('J700AP', '26.4', { behind })).toMatchObject({ target: '26.7.2', meets: false });
		expect(verdict('J700AP', '27.0', { behind: 2 })).toMatchObject({ target: '27.2', meets: false });
	});

	test('asks nothing of a Mac on an allowed major without a release that is old enough', () => {
		// 27 is newer than N, which is 26 until it is 90 days old.
		expect(verdict('J293AP', '27.0', { deferDays: 60, deferMajorDays: 90, graceDays: 14 })).toEqual({
			target: null,
			since: null,
			deadline: null,
			meets: true,
			blocked: null,
		});
	});
});

describe('a Mac that skipped a major', () => {
	test('must be on the next major that it runs from the day on which the policy asks for the skipped one', () => {
		// A1001 runs 9.2.2 and then 10.1.4: with 10.0 as N-1, on the day of 10.1, it is to be on 10.1.
		expect(verdict('A1001', '9.2.2', { behind: 1, graceDays: 14, asOf: '2002-07-01' })).toEqual({
			target: '10.1.5',
			since: '2002-06-05',
			deadline: '2002-06-19',
			meets: false,
			blocked: null,
		});
	});

	test('has a day for its target, however many majors behind the policy allows', () => {
		for (const board of ['A1001', 'M0001', 'M0001A', 'M0001D', 'M0001W', 'M8413'])
			for (let behind = 0; behind <= 60; behind++) {
				const {
					meetsTarget,
					targetSince: since,
					deadline,
				} = assessed(board, '6.0', { behind, graceDays: 7 });
				expect([board, behind, since, deadline]).toEqual([
					board,
					behind,
					expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
					meetsTarget ? null : expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
				]);
				expect(since! <= '2026-11-01').toBe(true);
			}
	});
});
