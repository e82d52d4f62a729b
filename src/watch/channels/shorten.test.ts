import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bytesOf, shortened, shortenedList, withinBytes } from './shorten.ts';

test('a long list ends with how many are left out', () => {
	expect(shortenedList(['a', 'b', 'c'], 100)).toBe('a, b, c');
	expect(shortenedList(['a', 'b', 'c'], 6)).toBe('3 Macs');
	const names = Array.from({ length: 20 }, (_, at) => `Mac-${at}`);
	expect(shortenedList(names, 50)).toBe('Mac-0, Mac-1, Mac-2, Mac-3, Mac-4 and 15 more');
	expect(shortenedList([], 10)).toBe('');
});

test('any text stays within its limit, and no character is cut in half', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, most) => {
			const cut = shortened(text, most, bytesOf);
			expect(bytesOf(cut)).toBeLessThanOrEqual(most);
			expect(cut.isWellFormed()).toBe(true);
			expect(cut).not.toMatch(/[\r\n]/);
		}),
	);
});

test('a message shrinks until it fits', () => {
	const draw = (share: number) => 'x'.repeat(1000 * share);
	expect(withinBytes(1000, draw)).toHaveLength(1000);
	expect(withinBytes(300, draw)).toHaveLength(250);
});
