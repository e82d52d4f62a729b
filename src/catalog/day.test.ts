import { expect, test } from 'bun:test';
import { addDays, dayNumber, dayOfNumber, daysBetween, isDay } from './day.ts';

test('every day from 1983 to 2099 is one more than the day before, and comes back from its number', () => {
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
