import { describe, expect, test } from 'bun:test';
import type { NamedPolicies } from './named-policies.ts';
import { readPolicy } from './read-policy.ts';

const today = '2026-11-16';
const named: NamedPolicies = new Map([
	['standard', { description: null, terms: { behind: 1, deferDays: 14, graceDays: 7, exclude: ['26.6.1'] } }],
	['slow', { description: null, terms: { deferDays: 30, deferMajorDays: 90 } }],
]);
const read = (query: string) => readPolicy(new URLSearchParams(query), today, named);

test('without a parameter there is no policy, and the day is today', () => {
	expect(read('')).toEqual({
		asOf: today,
		isStated: false,
		name: null,
		behind: 0,
		deferDays: 0,
		deferMajorDays: 0,
		exclude: [],
		graceDays: null,
		exploitedGraceDays: null,
		enrollmentGraceDays: null,
	});
	expect(read('as_of=2025-01-01&unknown=1')).toMatchObject({ asOf: '2025-01-01', isStated: false });
});

test('any parameter makes it a policy, even one with the default value', () => {
	for (const query of [
		'behind=0',
		'defer_days=0',
		'exclude=',
		'grace_days=0',
		'exploited_grace_days=3',
		'policy=slow',
	])
		expect([query, read(query)]).toEqual([query, expect.objectContaining({ isStated: true })]);
});

test('majors are deferred as long as other releases unless defer_major_days is given', () => {
	expect(read('defer_days=30')).toMatchObject({ deferDays: 30, deferMajorDays: 30 });
	expect(read('defer_days=30&defer_major_days=0')).toMatchObject({ deferDays: 30, deferMajorDays: 0 });
	expect(read('policy=standard')).toMatchObject({ deferDays: 14, deferMajorDays: 14 });
	expect(read('policy=slow&defer_days=0')).toMatchObject({ deferDays: 0, deferMajorDays: 90 });
});

test('a named policy gives its terms, and parameters override them', () => {
	expect(read('policy=standard')).toMatchObject({
		name: 'standard',
		behind: 1,
		graceDays: 7,
		exclude: ['26.6.1'],
	});
	expect(read('policy=standard&behind=2&exclude=')).toMatchObject({ behind: 2, graceDays: 7, exclude: [] });
});

test('excluded versions are spelled as in the tables', () => {
	expect(read('exclude=14.0.0,%2026.6.1,14.0')).toMatchObject({ exclude: ['14.0', '26.6.1'] });
});

describe('a parameter that cannot be read is refused with what is expected', () => {
	test.each([
		['as_of=2026-02-30', 'as_of', 'a day from 1983-01-01 to 2099-12-31, written YYYY-MM-DD'],
		['policy=other', 'policy', 'one of standard, slow'],
		['behind=100', 'behind', 'a whole number from 0 to 99'],
		['behind=', 'behind', 'a whole number from 0 to 99'],
		['defer_days=-1', 'defer_days', 'a whole number from 0 to 3650'],
		['defer_major_days=3651', 'defer_major_days', 'a whole number from 0 to 3650'],
		['grace_days=1.5', 'grace_days', 'a whole number from 0 to 3650'],
		['exploited_grace_days=x', 'exploited_grace_days', 'a whole number from 0 to 3650'],
		['exclude=14.x', 'exclude', 'at most 100 versions such as 26.6.1, separated by commas'],
		['exclude=14.1,', 'exclude', 'at most 100 versions such as 26.6.1, separated by commas'],
	])('%s', (query, parameter, expected) => {
		expect(read(query)).toEqual({ parameter, expected });
	});

	test('without named policies the problem says where they come from', () => {
		expect(readPolicy(new URLSearchParams('policy=x'), today, new Map())).toEqual({
			parameter: 'policy',
			expected: 'none: the POLICIES file has no policies',
		});
	});
});

test('at most a hundred releases can be excluded', () => {
	const many = (count: number) => `exclude=${Array.from({ length: count }, () => '26.6.1').join(',')}`;
	expect([many(100), many(101)].map((query) => 'asOf' in read(query))).toEqual([true, false]);
});
