import { expect, test } from 'bun:test';
import { daysInWords } from './days-in-words.ts';

test.each([
	[0, '0 days'],
	[1, '1 day'],
	[91, '91 days'],
	[92, '3 months'],
	[659, '21 months'],
	[730, '23 months'],
	[731, '2 years'],
	[1095, '2 years'],
	[1096, '3 years'],
	[13_571, '37 years'],
])('%p days are said as %p', (days, words) => {
	expect(daysInWords(days)).toBe(words);
});
