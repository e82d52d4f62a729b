import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { grouped } from './grouped.ts';

test('a number has a comma before every three digits, as English writes it', () => {
	expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
	fc.assert(fc.property(fc.maxSafeInteger(), (number) => grouped(number) === number.toLocaleString('en')));
});
