import { expect, test } from 'bun:test';
import { calendarDays, calendarValue, printCalendar } from './icalendar.ts';

test('a line has at most 75 octets, and a character is never divided', () => {
	expect(printCalendar(['a'.repeat(75)])).toBe(`${'a'.repeat(75)}\r\n`);
	expect(printCalendar(['a'.repeat(76), 'b'])).toBe(`${'a'.repeat(75)}\r\n a\r\nb\r\n`);
	expect(printCalendar([`${'a'.repeat(74)}é`])).toBe(`${'a'.repeat(74)}\r\n é\r\n`);
	expect(printCalendar(['😀'.repeat(38)])).toBe(
		`${'😀'.repeat(18)}\r\n ${'😀'.repeat(18)}\r\n ${'😀'.repeat(2)}\r\n`,
	);
});

test('signs of the format are escaped, and control characters left out', () => {
	expect(calendarValue('a\\b;c,d\ne\r\nf\tg\x00\x07\x7f"')).toBe('a\\\\b\\;c\\,d\\ne\\nf\tg"');
});

test('whole days are dates, and the end is the day after the last', () => {
	expect(calendarDays('2026-12-31', '2027-01-01')).toEqual([
		'DTSTART;VALUE=DATE:20261231',
		'DTEND;VALUE=DATE:20270101',
	]);
});
