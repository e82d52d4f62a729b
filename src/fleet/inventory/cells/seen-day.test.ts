import { describe, expect, test } from 'bun:test';
import { fleetOf } from '../../../../test/fleet/fleet-of.ts';
import { DayOrder, seenDay, utcDay } from './seen-day.ts';

function orderOf(cells: readonly string[]): DayOrder {
	const order = new DayOrder();
	for (const cell of cells) order.see(cell);
	return order;
}

const isDayFirst = (cells: readonly string[]) => orderOf(cells).column.dayFirst;
const isOpen = (cells: readonly string[]) => orderOf(cells).isOpen;

test('a twelve may be a day or a month', () => {
	expect(['12/05/2026', '05/12/2026'].map((cell) => isDayFirst([cell]))).toEqual([null, null]);
});

const day = (text: string, dayFirst: boolean | null = null) =>
	seenDay(text, { asOf: '2026-11-16', dayFirst });

describe('the day of the last contact is read from', () => {
	test.each([
		'2026-11-01',
		'2026-11-01T23:30:00-08:00',
		'2026/11/01 10:00',
		'2026.11.1',
		'20261101',
		'20261101T100000Z',
		'01.11.2026 10:00',
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
		expect(day(text)).toBe('2026-11-01');
	});

	test('days that are valid in only one order', () => {
		expect([day('13/11/2026'), day('11/13/2026'), day('11-11-2026')]).toEqual([
			'2026-11-13',
			'2026-11-13',
			'2026-11-11',
		]);
	});
});

test('the first day of 1990 is a day, and the day before it is not', () => {
	expect([day('1990-01-01'), day('Jan 1, 1990'), day('1989-12-31')]).toEqual([
		'1990-01-01',
		'1990-01-01',
		null,
	]);
});

describe('no day is read from', () => {
	test.each([
		['no text', ''],
		['a day and a month that cannot be told apart', '11/01/2026'],
		['a twelfth that may be a month', '12/01/2026'],
		['the same with a time of day, which Australians write day first', '11/01/2026 3:00 PM'],
		['a twelfth month that may be a day', '01/12/2026'],
		['a day that no month has', '2026-02-30'],
		['the same without dashes', '20261301'],
		['the zero of a clock', '1970-01-01T00:00:00Z'],
		['the zero of another', '0001-01-01 00:00:00.0000000'],
		['a number that is no moment', '46000.5'],
		['a word', 'never'],
		['a month that there is not', '1 Foo 2026'],
		['a year of two digits', '11/01/26'],
	])('%s', (_, text) => {
		expect(day(text)).toBeNull();
	});
});

test.each([
	['3 days ago', '2026-11-13'],
	['about 2 hours ago', '2026-11-16'],
	['a month ago', '2026-10-17'],
	['2 weeks ago', '2026-11-02'],
	['yesterday', '2026-11-15'],
	['vor 3 Tagen', '2026-11-13'],
	['il y a 3 jours', '2026-11-13'],
	['hace 2 semanas', '2026-11-02'],
	['3日前', '2026-11-13'],
	['2026年11月1日 10:00', '2026-11-01'],
	['1. Dezember 2025', '2025-12-01'],
	['3. März 2026', '2026-03-03'],
	['1 août 2026', '2026-08-01'],
	['1 de mayo de 2026', '2026-05-01'],
	['11/23/26 3:04 PM', '2026-11-23'],
	['3 blue moons ago', null],
	['3 moons ago', null],
])('%s is %s, seen from 2026-11-16', (text, expected) => {
	expect(day(text)).toBe(expected);
});

const column = (...cells: string[]) =>
	cells.map((cell) => seenDay(cell, { asOf: '2026-11-16', ...orderOf(cells).column }));

test('a two-digit year is at the end, or at the beginning if the column allows only that', () => {
	expect(column('14.11.25')).toEqual(['2025-11-14']);
	// 2022-11-25 or 2025-11-22: another row decides.
	expect(column('22.11.25')).toEqual([null]);
	expect(column('22.11.25', '14.11.25')).toEqual(['2025-11-22', '2025-11-14']);
	expect(column('03.04.26', '14.11.25')).toEqual(['2026-04-03', '2025-11-14']);
	expect(column('25.11.14', '26.10.30')).toEqual(['2025-11-14', '2026-10-30']);
	// A column that begins with the year reaches five years back.
	expect(column('21.11.14', '26.10.30')).toEqual(['2021-11-14', '2026-10-30']);
	expect(column('20.11.14', '26.10.13')).toEqual(['2014-11-20', '2013-10-26']);
	expect(column('26/11/14', '26/10/30')).toEqual(['2026-11-14', '2026-10-30']);
	expect(column('26/11/14')).toEqual([null]);
	expect(column('03/04/26', '11/23/25')).toEqual(['2026-03-04', '2025-11-23']);
	expect(column('03/04/26', '23/11/25')).toEqual(['2026-04-03', '2025-11-23']);
	expect(column('03/04/26')).toEqual([null]);
	expect(column('14.13.25')).toEqual([null]);
	// In December 2031 `29.11.31` ends with the year: November has no 31st.
	const in2031 = (...cells: string[]) =>
		cells.map((cell) => seenDay(cell, { asOf: '2031-12-05', ...orderOf(cells).column }));
	expect(in2031('29.11.31')).toEqual(['2031-11-29']);
	expect(in2031('29.11.31', '30.10.30')).toEqual(['2031-11-29', '2030-10-30']);
	expect(in2031('29.10.31')).toEqual([null]);
});

test('numbers of a spreadsheet are days in a column of days, and always in a workbook', () => {
	const serial = '46327.4166666667';
	expect(column(serial, '46327', '46327,25')).toEqual(['2026-11-01', '2026-11-01', '2026-11-01']);
	expect(column(serial, '2026-11-02', 'Never', '')).toEqual(['2026-11-01', '2026-11-02', null, null]);
	// Days since the last contact, or the number of a room.
	expect(column(serial, '12')).toEqual([null, null]);
	const workbook = new DayOrder(0);
	workbook.see('12');
	const inWorkbook = (text: string, order = workbook) =>
		seenDay(text, { asOf: '2026-11-16', ...order.column });
	expect([inWorkbook(serial), inWorkbook('12'), inWorkbook('99999')]).toEqual(['2026-11-01', null, null]);
	expect(inWorkbook('44865', new DayOrder(1462))).toBe('2026-11-01');
});

test('other cells of the column decide whether the day comes first, if they agree', () => {
	expect(day('03/04/2026')).toBeNull();
	expect(day('03/04/2026', isDayFirst(['01/02/2026', '23/04/2026 10:00']))).toBe('2026-04-03');
	expect(day('03/04/2026', isDayFirst(['', '04/23/2026']))).toBe('2026-03-04');
	expect(isDayFirst(['04/23/2026', '23/04/2026'])).toBeNull();
	expect(isDayFirst(['03/04/2026', '2026-11-01'])).toBeNull();
	// Further cells are read only for a cell that needs them.
	expect([['2026-11-01'], ['25/04/2026'], ['03/04/2026']].map(isOpen)).toEqual([false, false, true]);
	// An unambiguous cell is read by itself.
	expect(day('25/04/2026', false)).toBe('2026-04-25');
});

describe('rows far down decide whether the day comes first', () => {
	const days = [...Array.from({ length: 3000 }, () => '03/04/2026'), '23/04/2026'];
	const seen = async (text: string) => (await fleetOf(text)).macs[0]!.seen;

	test('in a table', async () => {
		// A quotation mark inside a cell is text.
		const rows = days.map((day, at) => `mac 13",S${at},"Mac14,2",26.1,${day},${'x'.repeat(200)}`);
		const head = 'Name,Serial,Model,OS Version,Last seen,Notes';
		expect(await seen([head, ...rows].join('\n'))).toBe('2026-04-03');
		expect(await seen([head, ...rows.slice(0, -1)].join('\n'))).toBeNull();
	});

	test('in JSON', async () => {
		const macs = days.map((last_seen) => ({ model: 'Mac14,2', os_version: '26.1', last_seen }));
		expect(await seen(JSON.stringify(macs))).toBe('2026-04-03');
		expect(await seen(JSON.stringify(macs.slice(0, -1)))).toBeNull();
	});
});

test('a moment with a zone becomes its day in UTC', () => {
	expect(utcDay('2026-03-03', '2026-03-03T05:00+10:00')).toBe('2026-03-02');
	expect(utcDay('2026-03-03', '2026-03-03T10:00:00+10:00')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03 20:15:01.123 -0700')).toBe('2026-03-04');
	expect(utcDay('2025-12-31', '2025-12-31T23:30:00-05:00')).toBe('2026-01-01');
	expect(utcDay('2026-03-03', '2026-03-03T00:29:00+00:30')).toBe('2026-03-02');
	expect(utcDay('2026-03-03', '2026-03-03T01:15:00+01:15')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03T22:44:00-01:15')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03T22:45:00-01:15')).toBe('2026-03-04');
});

test('without a zone, or in UTC, the day stays', () => {
	for (const moment of ['2026-03-03', '2026-03-03T23:59:59Z', '2026-03-03 23:59', '2026-03-03 23:59:59 UTC'])
		expect(utcDay('2026-03-03', moment)).toBe('2026-03-03');
});
