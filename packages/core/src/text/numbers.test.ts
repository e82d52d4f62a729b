import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { grouped, readWholeNumber } from './numbers.ts';

test('a number has a comma before every three digits, as English writes it', () => {
	expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
	fc.assert(fc.property(fc.maxSafeInteger(), (number) => grouped(number) === number.toLocaleString('en')));
});

test('a whole number is plain digits within the bounds', () => {
	expect(readWholeNumber('0', 0, 10)).toBe(0);
	expect(readWholeNumber('10', 0, 10)).toBe(10);
	expect(readWholeNumber('007', 0, 10)).toBe(7);
	for (const text of ['', '11', '-1', '+1', '1.0', '1e0', ' 1', '1 ', '0x1', '１', '9'.repeat(30)]) {
		expect([text, readWholeNumber(text, 0, 10)]).toEqual([text, null]);
	}
});
