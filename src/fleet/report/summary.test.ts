import { expect, test } from 'bun:test';
import { type MacResult, unreadableRow } from '../judging/mac-result.ts';
import { type RowCounts, Tally } from './summary.ts';

const rows = {} as RowCounts;
const macOf = (members: Partial<MacResult>): MacResult => ({
	...unreadableRow(''),
	problem_kind: null,
	problem: null,
	standing: 'behind',
	...members,
});
const filled = (counts: readonly { label: string; macs: number }[]) =>
	counts.filter(({ macs }) => macs > 0).map(({ label, macs }) => `${label}: ${macs}`);

test('an age range includes its last day', () => {
	const tally = new Tally('2026-11-17', false);
	for (const days_behind of [0, 1, 7, 8, 30, 31, 90, 91, 180, 181, 365, 366, 4000])
		tally.add(macOf({ days_behind }), 1);
	tally.add(macOf({ days_behind: 5, standing: 'current' }), 1);
	expect(filled(tally.summary(rows, null).behind_by_age)).toEqual([
		'1 to 7 days: 2',
		'8 to 30 days: 2',
		'31 to 90 days: 2',
		'91 to 180 days: 2',
		'181 to 365 days: 2',
		'over 365 days: 2',
	]);
});

test('overdue Macs are counted by the age of their oldest missed deadline', () => {
	const tally = new Tally('2026-11-17', true);
	for (const overdue_since of ['2026-11-16', '2026-11-10', '2026-11-09', null])
		tally.add(macOf({ overdue_since }), 3);
	const { overdue_by_age, overdue, macs } = tally.summary(rows, null);
	expect([macs, overdue, filled(overdue_by_age)]).toEqual([12, 9, ['1 to 7 days: 6', '8 to 30 days: 3']]);
});

test('after two thousand models further ones count as others, and existing counts still grow', () => {
	const tally = new Tally('2026-11-17', false);
	const see = (at: number) => tally.add(macOf({ model: `Mac ${at}`, model_name: `Mac ${at}` }), 1);
	for (let at = 0; at < 2003; at++) see(at);
	see(7);
	const { by_model } = tally.summary(rows, null);
	expect(by_model).toHaveLength(2001);
	expect(filled(by_model).slice(0, 2)).toEqual(['others: 3', 'Mac 7: 2']);
});

test('exploited vulnerabilities are counted by who fixes them: the own major, newer majors, or not stated', () => {
	const tally = new Tally('2026-11-17', false);
	tally.add(macOf({ exploited_missing_count: 2 }), 3);
	tally.add(macOf({ fixed_elsewhere_exploited_count: 1 }), 5);
	tally.add(macOf({ not_stated_exploited_count: 4 }), 7);
	tally.add(macOf({ exploited_missing_count: 0 }), 1);
	const { exploited, exploited_elsewhere, exploited_not_stated, behind } = tally.summary(rows, null);
	expect([exploited, exploited_elsewhere, exploited_not_stated, behind]).toEqual([3, 5, 7, 16]);
});

test('ends of support are in order by year and by quarter, ended ones first', () => {
	const tally = new Tally('2026-11-17', false);
	const ends: Partial<MacResult>[] = [
		{ estimated_end: '2028-09' },
		{ estimated_end: '2027-03' },
		{ estimated_end: '2027-04' },
		{ ended_on: '2020-01-01', estimated_end: null },
	];
	for (const end of ends) tally.add(macOf(end), 1);
	const { end_by_year, end_by_quarter } = tally.summary(rows, null);
	expect(filled(end_by_year)).toEqual(['ended: 1', '2027: 2', '2028: 1']);
	expect(filled(end_by_quarter)).toEqual(['ended: 1', '2027 Q1: 1', '2027 Q2: 1', '2028 Q3: 1']);
});

test('the compliance rate is the share of all Macs, to four digits; null without a policy or without Macs', () => {
	const tally = new Tally('2026-11-17', true);
	tally.add(
		macOf({ meets_policy: true, major: '26', version: '26.1', fixed_elsewhere_exploited_count: 1 }),
		2,
	);
	tally.add(macOf({ meets_policy: false, major: '15', version: '15.7' }), 1);
	tally.add(macOf({ meets_policy: null }), 0);
	const { compliance_rate, meets_policy, misses_policy, by_major } = tally.summary(rows, null);
	expect([compliance_rate, meets_policy, misses_policy]).toEqual([0.6667, 2, 1]);
	expect(by_major).toEqual([
		{ label: '26', macs: 2, meets_policy: 2, exposed: 2 },
		{ label: '15', macs: 1, meets_policy: 0, exposed: 0 },
	]);
	expect(new Tally('2026-11-17', true).summary(rows, null).compliance_rate).toBeNull();
	expect(new Tally('2026-11-17', false).summary(rows, null).compliance_rate).toBeNull();
});

test('versions are sorted newest first, models by their number of Macs; a malformed version is counted', () => {
	const tally = new Tally('2026-11-17', false);
	for (const version of ['15.9', '10.15.7', '15.10', 'none', '9.2.2'])
		tally.add(macOf({ version, model_name: version.length > 5 ? 'b' : 'a' }), 1);
	const { by_version, by_model } = tally.summary(rows, null);
	expect(by_version.map(({ label }) => label).sort()).toEqual(['10.15.7', '15.10', '15.9', '9.2.2', 'none']);
	expect(by_version[0]).toEqual({ label: '15.10', macs: 1, meets_policy: null, exposed: 0 });
	expect(filled(by_model)).toEqual(['a: 4', 'b: 1']);
});
