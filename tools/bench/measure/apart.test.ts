import { expect, test } from 'bun:test';
import { apart } from './apart.ts';

/** Values without duplicates, in irregular order. */
const noise = Array.from({ length: 1_000 }, (_, at) => ((at * 7_919) % 1_000) - 500);
const nothing = noise.map(() => 0);

test('the same values differ insignificantly, and a small constant difference is detected', () => {
	const same = apart(noise, nothing, 'us');
	expect(same.values[1]![0]).toBeLessThan(0.1);
	// 1,000 values in steps of 1: their median is known to 2.576 * sqrt(1000) / 2 of them.
	expect(same.note).toBe('no difference that repeats, with 99% certainty at most 42 us');
	const later = apart(
		noise.map((value) => value + 100),
		nothing,
		'us',
	);
	expect(later.values[0]![0]).toBeCloseTo(99.5);
	expect(later.values[1]![0]).toBeGreaterThan(6);
	expect(later.note).toBe('a difference that repeats, with 99% certainty at most 141 us');
	expect(later.spread!).toBeCloseTo(0.116, 2);
});
