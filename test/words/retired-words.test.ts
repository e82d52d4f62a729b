import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { retiredPhrases } from './retired-phrases.ts';
import { filesWithUserText, userTextOf, withoutMachineNames } from './user-text.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** The rows of the glossary: term, meaning, and the words that the term replaces. */
const terms = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm)]
	.map(([, term, meaning, instead]) => ({ term: term!, meaning: meaning!, instead: instead!.trim() }))
	.filter(({ term }) => term !== 'term' && !/^-+$/.test(term));

const phrases = [
	...terms.flatMap(({ term, instead }) =>
		(instead === '' ? [] : instead.split(', ')).map((word) => ({ pattern: word, use: term })),
	),
	...retiredPhrases,
].map(({ pattern, use }) => ({ expression: new RegExp(`(?<![\\w'-])(?:${pattern})(?![\\w-])`, 'i'), use }));

function retiredIn(text: string): string[] {
	const words = withoutMachineNames(text);
	return phrases.flatMap(({ expression, use }) => {
		const found = expression.exec(words);
		return found ? [`"${found[0]}": write ${use}`] : [];
	});
}

test('the glossary has at most 30 terms, each with a meaning', () => {
	expect(terms.length).toBeGreaterThan(20);
	expect(terms.length).toBeLessThanOrEqual(30);
	expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
});

test('a retired word is found as a whole word, outside of code', () => {
	expect(retiredIn('a hole in the whole')).toEqual(['"hole": write vulnerability (CVE)']);
	expect(retiredIn('the whole `hole` and `/quarantine/` of pointrelease_quarantine_items')).toEqual([]);
	expect(retiredIn('What the vendor\nsays')).toHaveLength(1);
	expect(retiredIn('The file is no text')).toEqual(['"is no": write is not a']);
	expect(retiredIn('There is no release 14.8.6, and it is no longer listed')).toEqual([]);
	expect(retiredIn('a proxy in front of the service')).toEqual([]);
});

const files = filesWithUserText(root);

describe('no retired word is left in', () => {
	test.each(files)('%s', (path) => {
		const found = userTextOf(root, path).flatMap(({ line, text }) =>
			retiredIn(text).map((retired) => `${path}:${line}: ${retired}`),
		);
		expect(found).toEqual([]);
	});
});
