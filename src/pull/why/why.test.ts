import { expect, test } from 'bun:test';
import { dayOfMoment, failureCount, localDay } from './why.ts';

test.each([
	['2026-11-17T06:00:00Z', '2026-11-17'],
	['2026-11-17T23:30:00-07:00', '2026-11-18'],
	[Date.UTC(2026, 10, 17), '2026-11-17'],
	// Numbers that no date can have, which threw.
	[1e21, null],
	[-1e21, null],
	['9999-12-31T23:59:59-01:00', null],
	// Zero means never, and these words mean no day.
	[0, null],
	['0', null],
	['9', null],
	['2026-02-30', '2026-03-02'],
	['', null],
	[null, null],
	[true, null],
] as const)('the day of %p is %p', (value, day) => {
	expect(dayOfMoment(value)).toBe(day);
});

test.each([
	['2026-11-17T06:00:00', '2026-11-17'],
	['2026-99-99', null],
	['0001-01-01', null],
	[17, null],
] as const)('the local day of %p is %p', (value, day) => {
	expect(localDay(value)).toBe(day);
});

test('a count is a whole number that can be counted to', () => {
	expect(['0', '3', '9999999999999999', '1.5', '-1', 'many', null].map(failureCount)).toEqual([
		...[0, 3, null, null, null, null],
		null,
	]);
});
