import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayOf, dayText, parseDay } from './day.ts';

test('days count from 1970-01-01 in UTC', () => {
	expect(dayOf(Date.UTC(1970, 0, 2, 23, 59, 59, 999))).toBe(1);
	expect(dayText(20_000)).toBe('2024-10-04');
	expect(parseDay('2024-10-04')).toBe(20_000);
});

test('a day that does not exist is none', () => {
	for (const text of [
		'2026-02-30',
		'2026-13-01',
		'2025-02-29',
		'1970-01-01',
		'26-01-01',
		'2026-1-1',
		'soon',
		'',
	])
		expect(parseDay(text)).toBeNull();
});

test('every day survives being written and read', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1_000_000 }), (day) => {
			expect(parseDay(dayText(day))).toBe(day);
		}),
	);
});
