import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { drawSymbols, encodeKey, newKey } from './key.ts';

test('a new key has four groups of four symbols and is never repeated', () => {
	const keys = new Set(Array.from({ length: 5000 }, newKey));
	expect(keys.size).toBe(5000);
	for (const key of keys) expect(key).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
});

test('every symbol of an alphabet is drawn equally often', () => {
	const counts = new Map<string, number>();
	for (const symbol of drawSymbols('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 180_000))
		counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
	expect(counts.size).toBe(36);
	// 5,000 are expected, and nine standard deviations are 630. With a modulo bias some symbols would come 5,600 times.
	for (const count of counts.values()) expect(Math.abs(count - 5000)).toBeLessThan(630);
});

test('the encoded form is base64 and decodes to the key', () => {
	expect(encodeKey('AAAA-BBBB-CCCC-0000')).toBe('QUFBQS1CQkJCLUNDQ0MtMDAwMA==');
	fc.assert(
		fc.property(fc.stringMatching(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/), (key) => {
			expect(atob(encodeKey(key))).toBe(key);
		}),
	);
});
