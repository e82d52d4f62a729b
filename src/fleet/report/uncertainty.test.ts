import { expect, test } from 'bun:test';
import type { Summary } from './summary.ts';
import { isTooUncertain } from './uncertainty.ts';

const of = (members: Partial<Summary>) =>
	({
		macs: 10,
		meets_policy: 6,
		misses_policy: 2,
		incomplete: false,
		missing_rows: 0,
		...members,
	}) as Summary;

test('Macs on pages that are missing count among those without an answer', () => {
	expect([1, 2, 3].map((macs) => isTooUncertain(of({}), { macs }))).toEqual([true, false, false]);
	const missing = of({ incomplete: true, missing_rows: 10 });
	expect([11, 12].map((macs) => isTooUncertain(missing, { macs }))).toEqual([true, false]);
	// 12 of 20.
	expect([59, 60].map((percent) => isTooUncertain(missing, { percent }))).toEqual([true, false]);
});

test('where nobody says how many are missing, only all may be left without an answer', () => {
	const open = of({ incomplete: true });
	expect(isTooUncertain(open, { percent: 99 })).toBe(true);
	expect(isTooUncertain(open, { macs: 1_000_000 })).toBe(true);
	expect(isTooUncertain(open, { percent: 100 })).toBe(false);
});
