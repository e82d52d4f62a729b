import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { drawSymbols, encodeKey, isKey, newKey, shapeProblem } from './key.ts';

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

const problems: [header: string | null, problem: string][] = [
	[null, 'the Authorization header is missing: send the license key in it'],
	['', 'the Authorization header is missing: send the license key in it'],
	['Bearer AAAA-BBBB-CCCC-0000', 'send the key as it is, without a scheme such as Bearer'],
	['basic QUFBQS1CQkJCLUNDQ0MtMDAwMA==', 'send the key as it is, without a scheme such as Bearer'],
	['QUFBQS1CQkJCLUNDQ0MtMDAwMA==', 'this is the base64 form of a key: decode it first'],
	['QUFBQS1CQkJCLUNDQ0MtMDAwMA', 'this is the base64 form of a key: decode it first'],
	['QUFBQS1CQkJCLUNDQ0MtMDAwMAo=', 'this is the base64 form of a key: decode it first'],
	[
		'AAAA-BBBB-CCCC-0000, AAAA-BBBB-CCCC-0000',
		'the Authorization header has a comma, or was sent more than once: send only the key, once',
	],
	['aaaa-bbbb-cccc-0000', 'a key has upper-case letters only'],
	['"AAAA-BBBB-CCCC-0000"', 'send the key without quotation marks'],
	['AAAABBBBCCCC0000', 'a key has hyphens between its four groups'],
	['AAAA-BBBB', 'a key has 19 characters: four groups of four with hyphens between them'],
	['AAAA-BBBB-CCCC-00000', 'a key has 19 characters: four groups of four with hyphens between them'],
	['AAAA-BBBB-CCCC-000Ä', 'a key has four groups of four characters (A-Z, 0-9) with hyphens between them'],
];

test.each(problems)('the header %p gets the answer: %s', (header, problem) => {
	expect(shapeProblem(header)).toBe(problem);
});

test('a header has a problem unless it has the exact form of a key', () => {
	expect(shapeProblem('AAAA-BBBB-CCCC-0000')).toBeNull();
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 })), (header) => {
			expect(shapeProblem(header) === null).toBe(isKey(header));
		}),
	);
});
