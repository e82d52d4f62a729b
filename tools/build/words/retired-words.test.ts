import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { readGlossary, retiredFinder } from './retired-words.ts';

const terms = readGlossary(fileURLToPath(new URL('../../..', import.meta.url)));
const findRetired = retiredFinder(terms);

test('the glossary has at most 30 terms, each with a meaning', () => {
	expect(terms.length).toBeGreaterThan(20);
	expect(terms.length).toBeLessThanOrEqual(30);
	expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
});

test('a retired word is found as a whole word, outside of code', () => {
	expect(findRetired('a hole in the whole')).toEqual(['"hole": write vulnerability (CVE)']);
	expect(findRetired('the whole `hole` and `/quarantine/` of pointrelease_quarantine_items')).toEqual([]);
	expect(findRetired('What the vendor\nsays')).toHaveLength(1);
	expect(findRetired('The file is no text')).toEqual(['"is no": write is not a']);
	expect(findRetired('There is no release 14.8.6, and it is no longer listed')).toEqual([]);
	expect(findRetired('a proxy in front of the service')).toEqual([]);
});
