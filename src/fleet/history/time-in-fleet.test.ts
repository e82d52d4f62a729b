import { expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { type Seen, seenMacs } from '../../../test/fleet/seen-macs.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { FrameworkJudge, frameworkVerdicts } from './framework-report.ts';

interface Options {
	readonly key?: string;
	readonly from?: string;
	readonly asOf?: string;
	readonly retired?: string;
}

/** The verdict on a Mac with these sightings; undefined if it is not judged. */
function judged(runs: Seen, options: Options = {}) {
	const { key = 'cyber-essentials-3.3', from = '2025-11-18', asOf = '2026-11-18', retired = '' } = options;
	const fleet = seenMacs([runs], asOf, retired);
	const judge = new FrameworkJudge(shipped, frameworks.get(key)!, asOf, null);
	return frameworkVerdicts(fleet, judge, { from, asOf }).macs[0];
}

// 26.6 came out on 2026-07-27, 26.7.1 on 2026-09-28, 26.7.2 on 2026-10-26: due by 2026-11-09.
test('a new Mac that is updated within the days of the rule passes, and the releases that it lacked stay visible', () => {
	const mac = judged([
		['26.6.2', '2026-11-10'],
		['26.7.2', '2026-11-12', '2026-11-18'],
	]);
	expect(mac).toMatchObject({
		verdict: 'pass',
		first_seen: '2026-11-10',
		arrived_without: ['26.7', '26.7.1', '26.7.2'],
	});
});

test('a new Mac that lacks a release after its deadline fails, and the reason has the day of its arrival', () => {
	expect(judged([['26.7.1', '2026-11-10', '2026-11-18']])).toMatchObject({
		verdict: 'fail',
		verdict_reason:
			'Seen with 26.7.1 on 2026-11-18, without 26.7.2 (released 2026-10-26, due by 2026-11-09: the 14 days of Cyber Essentials). It was first seen on 2026-11-10.',
		arrived_without: ['26.7.2'],
	});
});

test('a new Mac has as many days as the rule, counted from its first sighting', () => {
	// 26.6.2 came out on 2026-08-17.
	const updatedOn = (day: string, last = '2026-09-01') =>
		judged(
			[
				['26.6.1', '2026-09-01', last],
				['26.6.2', day, '2026-09-25'],
			],
			{ asOf: '2026-09-25' },
		);
	expect(updatedOn('2026-09-15')?.verdict).toBe('pass');
	expect(updatedOn('2026-09-16')).toMatchObject({
		verdict: 'unknown',
		verdict_reason:
			'Seen with 26.6.1 on 2026-09-01 and with 26.6.2 on 2026-09-16: it was updated in between, maybe too late for a Mac that arrived without 26.6.2 (released 2026-08-17, due by 2026-08-31: the 14 days of Cyber Essentials). It was first seen on 2026-09-01.',
	});
	expect(updatedOn('2026-09-20', '2026-09-15')?.verdict).toBe('unknown');
	expect(updatedOn('2026-09-20', '2026-09-16')?.verdict).toBe('fail');
	// A deadline after the first sighting is the same as for all Macs.
	expect(
		judged(
			[
				['26.6.1', '2026-08-30'],
				['26.6.2', '2026-09-02'],
			],
			{ asOf: '2026-09-10' },
		)?.verdict,
	).toBe('unknown');
});

test('a Mac that was in the fleet before gets no extra days', () => {
	const mac = judged([
		['26.6.2', '2026-09-20', '2026-10-01'],
		['26.7.1', '2026-10-02', '2026-10-20'],
		['26.7.2', '2026-10-28', '2026-11-18'],
	]);
	expect(mac).toMatchObject({ verdict: 'fail', arrived_without: [] });
	expect(mac?.verdict_reason).not.toContain('first seen');
});

test('a new Mac that installs a missing release and goes back fails', () => {
	const mac = judged([
		['26.7.1', '2026-11-10'],
		['26.7.2', '2026-11-11'],
		['26.7.1', '2026-11-15', '2026-11-18'],
	]);
	expect(mac).toMatchObject({ verdict: 'fail', arrived_without: ['26.7.2'] });
});

test('a new Mac has a calendar month if the rule gives a month', () => {
	const mac = (updated: string): Seen => [
		['26.6.2', '2026-11-28'],
		['26.7.2', updated, '2026-12-30'],
	];
	const month = (updated: string) =>
		judged(mac(updated), { key: 'essential-eight-ml1', asOf: '2026-12-30' })?.verdict;
	expect([month('2026-12-28'), month('2026-12-29')]).toEqual(['pass', 'unknown']);
});

test('a period judges the deadlines within it, and the updates that are missing at its end', () => {
	const late: Seen = [
		['26.5.2', '2026-07-01', '2026-08-20'],
		['26.7.2', '2026-10-28', '2026-11-18'],
	];
	// 26.6 was due by 2026-08-10, and the Mac was seen without it on 2026-08-20.
	expect(judged(late)).toMatchObject({ verdict: 'fail' });
	expect(judged(late, { from: '2026-10-29' })).toMatchObject({ verdict: 'pass' });
	const missing: Seen = [['26.5.2', '2026-07-01', '2026-11-18']];
	expect(judged(missing, { from: '2026-11-15' })).toMatchObject({ verdict: 'fail' });
	// CVE-2023-41993, due on 2023-10-16, is fixed in 14 and not stated for 13.
	const notStated: Seen = [
		['13.6', '2023-09-27', '2023-10-20'],
		['14.1', '2023-11-01'],
	];
	const kev = (from: string) => judged(notStated, { key: 'kev-due-date', from, asOf: '2023-11-01' })?.verdict;
	expect([kev('2023-10-16'), kev('2023-10-17')]).toEqual(['unknown', 'pass']);
});

test('a version that cannot be read before the period proves nothing against the Mac', () => {
	const mac: Seen = [
		['soon', '2026-07-01'],
		['26.7.2', '2026-10-28', '2026-11-18'],
	];
	expect(judged(mac)?.verdict).toBe('unknown');
	expect(judged(mac, { from: '2026-10-28' })?.verdict).toBe('pass');
});

test('a retired Mac is judged until its last day, and not in a later period', () => {
	const mac: Seen = [['26.7.1', '2026-09-29', '2026-10-30']];
	expect(judged(mac)).toMatchObject({ verdict: 'unknown' });
	expect(judged(mac, { retired: '2026-11-01' })).toMatchObject({
		verdict: 'pass',
		remarks: ['Retired on 2026-11-01: it counts until that day.'],
	});
	expect(judged(mac, { retired: '2026-11-01', from: '2026-11-02' })).toBe(undefined);
	// 14 was no longer supported from 2026-09-14 on.
	const old: Seen = [['14.8.9', '2026-08-30', '2026-09-10']];
	expect(judged(old)?.verdict).toBe('unknown');
	expect(judged(old, { retired: '2026-09-13' })?.verdict).toBe('pass');
});

test('a sighting after the day ends the retirement, and a remark says so', () => {
	const mac = judged([['26.7.1', '2026-09-29', '2026-11-18']], { retired: '2026-11-01' });
	expect(mac).toMatchObject({
		verdict: 'fail',
		remarks: ['Retired on 2026-11-01, and seen again on 2026-11-18: it counts as before.'],
	});
});
