import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
	addDays,
	dayAt,
	dayNumber,
	dayOfNumber,
	daysBetween,
	dayTextAt,
	earlierDay,
	isDay,
	laterDay,
	parseDay,
} from './day.ts';
import { daysInWords, inWords } from './day-words.ts';

test('every day from 1983 to 2099 has the next number, and its number gives the day again', () => {
	let number = dayNumber('1982-12-31');
	for (let time = Date.UTC(1983, 0, 1); time < Date.UTC(2100, 0, 1); time += 86_400_000) {
		const day = new Date(time).toISOString().slice(0, 10);
		number++;
		if (dayNumber(day) !== number || dayOfNumber(number) !== day || !isDay(day)) throw new Error(day);
	}
});

test('days are added and counted over months, years and leap days', () => {
	expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
	expect(addDays('2026-09-14', 90)).toBe('2026-12-13');
	expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
	expect(addDays('2026-11-16', 3650)).toBe('2036-11-13');
	expect(daysBetween('2025-01-27', '2026-11-01')).toBe(643);
	expect(daysBetween('2026-11-01', '2025-01-27')).toBe(-643);
});

test('the earlier and the later of two days', () => {
	for (const [a, b] of [
		['2026-09-30', '2026-10-01'],
		['2026-10-01', '2026-09-30'],
	] as const) {
		expect(earlierDay(a, b)).toBe('2026-09-30');
		expect(laterDay(a, b)).toBe('2026-10-01');
	}
	expect(laterDay('', '1984-01-24')).toBe('1984-01-24');
});

test('the day of a moment is in UTC', () => {
	const late = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
	expect([dayTextAt(late), dayTextAt(late + 1)]).toEqual(['2026-02-28', '2026-03-01']);
	expect(dayAt(late + 1) - dayAt(late)).toBe(1);
	expect(dayAt(late)).toBe(dayNumber('2026-02-28'));
});

test('a day that does not exist is refused', () => {
	for (const text of [
		'2026-02-30',
		'2026-00-10',
		'2026-10-00',
		'2026-13-01',
		'2025-02-29',
		'1970-01-01',
		'26-01-01',
		'2026-1-1',
		'soon',
		'',
	])
		expect([parseDay(text), isDay(text)]).toEqual([null, false]);
	expect([isDay('1982-12-31'), isDay('2100-01-01')]).toEqual([false, false]);
});

test('every day can be written and read again', () => {
	const [first, last] = [dayNumber('1970-01-02'), dayNumber('9999-12-31')];
	fc.assert(
		fc.property(fc.integer({ min: first, max: last }), (day) => {
			expect(parseDay(dayOfNumber(day))).toBe(day);
		}),
	);
});

test.each([
	[0, '0 days'],
	[1, '1 day'],
	[91, '91 days'],
	[92, '3 months'],
	[659, '21 months'],
	[730, '23 months'],
	[731, '2 years'],
	[1095, '2 years'],
	[1096, '3 years'],
	[13_571, '37 years'],
])('%p days are %p in words', (days, words) => {
	expect(daysInWords(days)).toBe(words);
});

test('a day in words has the precision that is known', () => {
	expect(inWords('2024-12-01')).toBe('1 December 2024');
	expect(inWords('2024-12-01', 'month')).toBe('December 2024');
	expect(inWords('2027-09', 'month')).toBe('September 2027');
	expect(inWords('1984-01-24', 'year')).toBe('1984');
});
