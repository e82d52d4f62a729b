import { expect, test } from 'bun:test';
import { reasonOf } from './failure.ts';

test('the reason is words, never "[object Object]", whatever was thrown', () => {
	expect(reasonOf(new Error('one\n  two'))).toBe('one two');
	expect(reasonOf({ code: 'SQLITE_CORRUPT', message: 'page 3 is used twice' })).toBe('page 3 is used twice');
	expect(reasonOf({ code: 'EMFILE' })).toBe('EMFILE');
	for (const nothing of [{}, null, { message: {} }, new Error('')])
		expect(reasonOf(nothing)).not.toContain('[object');
	expect(reasonOf({})).toBe('unknown error');
	expect(reasonOf('words')).toBe('words');
});
