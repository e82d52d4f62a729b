import { describe, expect, test } from 'bun:test';
import { seenDay } from './seen-day.ts';

describe('the day of the last contact is read from', () => {
	test.each([
		'2026-11-01',
		'2026-11-01T23:30:00-08:00',
		'2026/11/01 10:00',
		'2026.11.1',
		'20261101',
		'20261101T100000Z',
		'01.11.2026 10:00',
		'11/01/2026 3:00 PM',
		'Nov 1, 2026',
		'November 1, 2026 at 3:00 PM',
		'Nov 1, 2026, 10:11:12 AM',
		'Sunday, November 1, 2026',
		'1 Nov 2026',
		'1. November 2026',
		'01-Nov-2026 10:00',
		'Sun, 01 Nov 2026 10:00:00 GMT',
		'Sun Nov 1 10:00:00 2026',
		'Sun Nov 1 10:00:00 UTC 2026',
		'1793527200',
		'1793527200.25',
		'1793527200000',
	])('%s', (text) => {
		expect(seenDay(text)).toBe('2026-11-01');
	});

	test('days that only one order allows', () => {
		expect([seenDay('13/11/2026'), seenDay('11/13/2026'), seenDay('11-11-2026')]).toEqual([
			'2026-11-13',
			'2026-11-13',
			'2026-11-11',
		]);
	});
});

describe('no day is made of', () => {
	test.each([
		['no text', ''],
		['a day and a month that cannot be told apart', '11/01/2026'],
		['a day that no month has', '2026-02-30'],
		['the same without dashes', '20261301'],
		['the zero of a clock', '1970-01-01T00:00:00Z'],
		['the zero of another', '0001-01-01 00:00:00.0000000'],
		['a number that is no moment', '46000.5'],
		['a word', 'never'],
		['a month that there is not', '1 Foo 2026'],
		['a year of two digits', '11/01/26'],
		['a span', '3 days ago'],
	])('%s', (_, text) => {
		expect(seenDay(text)).toBeNull();
	});
});
