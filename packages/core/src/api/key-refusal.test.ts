import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isKey, keyRefusal } from './key-refusal.ts';

const unknown = 'the license key is not valid';
const detailOf = (header: string | null): string => JSON.parse(keyRefusal(header).body).detail;

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
	expect(detailOf(header)).toBe(problem);
});

test('a header has a problem unless it has the exact form of a key', () => {
	expect(detailOf('AAAA-BBBB-CCCC-0000')).toBe(unknown);
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 })), (header) => {
			expect(detailOf(header) === unknown).toBe(isKey(header));
		}),
	);
});

test('any text that could be base64 is refused with words', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[A-Za-z0-9+/_-]{26,28}={0,2}$/), (header) => {
			expect(detailOf(header)).not.toBe(unknown);
		}),
	);
});
