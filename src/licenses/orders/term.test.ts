import { expect, test } from 'bun:test';
import { dayAt, dayTextAt, parseDay } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { lastDayOf, type Payment } from './term.ts';

const at = (day: string, time = '12:00:00Z') => Date.parse(`${day}T${time}`);
const paid = (id: string, created: number, days: number | null): Payment => ({
	id,
	created,
	learned: created,
	brings: { days },
});

test('a payment extends from the end of the payment before, or from its own day if that is later', () => {
	expect(lastDayOf([])).toBeUndefined();
	expect(lastDayOf([paid('a', at('2026-01-10', '23:59:59Z'), 365)])).toBe('2027-01-10');
	expect(lastDayOf([paid('a', at('2026-01-10'), 30), paid('b', at('2026-02-09'), 30)])).toBe('2026-03-11');
	expect(lastDayOf([paid('a', at('2026-01-10'), 30), paid('b', at('2026-05-01'), 30)])).toBe('2026-05-31');
	expect(lastDayOf([paid('a', at('2028-02-28', '23:59:59Z'), 1)])).toBe('2028-02-29');
	expect(lastDayOf([paid('a', at('2028-02-29'), 365)])).toBe('2029-02-28');
	expect(lastDayOf([paid('a', at('2026-01-10'), null), paid('b', at('2026-05-01'), 30)])).toBeNull();
	const until = { ...paid('c', at('2026-02-01'), 0), brings: { lastDay: parseDay('2026-03-03')! } };
	expect(lastDayOf([until, paid('a', at('2026-01-10'), 365)])).toBe('2027-01-10');
	expect(lastDayOf([until])).toBe('2026-03-03');
	const grant = { at: at('2026-02-05'), lastDay: parseDay('2026-12-31') };
	expect(lastDayOf([paid('a', at('2026-01-10'), 365), paid('b', at('2026-03-01'), 10)], grant)).toBe(
		'2027-01-10',
	);
	expect(lastDayOf([paid('b', at('2026-03-01'), 10)], { ...grant, lastDay: null })).toBeNull();
});

const payments = fc.uniqueArray(
	fc.record({
		id: fc.integer({ min: 0, max: 99 }).map(String),
		created: fc.integer({ min: at('2023-12-30'), max: at('2028-03-02') }),
		days: fc.integer({ min: 1, max: 800 }),
	}),
	{ selector: ({ id }) => id, minLength: 1, maxLength: 7 },
);

test('payments may be learned of in any order, and a refund takes back the days of its payment', () => {
	fc.assert(
		fc.property(payments, fc.nat(), (drawn, seed) => {
			const list = drawn.map(({ id, created, days }) => paid(id, created, days));
			const shuffled = list.toSorted((a, b) =>
				Bun.hash.crc32(a.id + seed) < Bun.hash.crc32(b.id + seed) ? -1 : 1,
			);
			expect(lastDayOf(shuffled)).toBe(lastDayOf(list)!);
			// A customer gets every paid day, and none twice.
			const [first] = drawn.toSorted((a, b) => a.created - b.created);
			const sum = drawn.reduce((total, { days }) => total + days, 0);
			expect(parseDay(lastDayOf(list)!)!).toBeGreaterThanOrEqual(dayAt(first!.created) + sum);
			const more = paid('x', at('2026-06-01'), 30);
			expect(lastDayOf([...list, more].filter(({ id }) => id !== 'x'))).toBe(lastDayOf(list)!);
			expect(lastDayOf([...list, more])! >= lastDayOf(list)!).toBe(true);
			expect(lastDayOf(list)! >= dayTextAt(first!.created)).toBe(true);
		}),
	);
});
