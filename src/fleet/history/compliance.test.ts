import { expect, test } from 'bun:test';
import { daysToShow } from './compliance.ts';

test('each day on which anything was seen is shown, in order, and the last', () => {
	expect(daysToShow(new Set([30, 10, 20, 50]), 40)).toEqual([10, 20, 30, 40]);
	expect(daysToShow(new Set([40, 10]), 40)).toEqual([10, 40]);
	expect(daysToShow(new Set([50]), 40)).toEqual([]);
});

test('of more than a hundred days each seventh is shown, counted from the last; of many years fewer', () => {
	const first = (count: number) => new Set(Array.from({ length: count }, (_, at) => at + 1));
	expect(daysToShow(first(100), 100)).toHaveLength(100);
	expect(daysToShow(first(101), 101)).toEqual(Array.from({ length: 15 }, (_, at) => 3 + at * 7));
	expect(daysToShow(first(99), 101)).toHaveLength(100);
	expect(daysToShow(first(106), 106)[0]).toBe(1);
	const long = daysToShow(first(1500), 1500);
	expect([long.length, long.at(-1)! - long.at(-2)!, long.at(-1)]).toEqual([72, 21, 1500]);
});
