import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retiredInSources, retiredPhrases } from './retired-phrases.ts';
import { filesWithSourceText, sourceTextOf } from './source-text.ts';
import { filesWithUserText, type Sentence, userTextOf, withoutMachineNames } from './user-text.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** The rows of the glossary: term, meaning, and the words that the term replaces. */
const terms = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm)]
	.map(([, term, meaning, instead]) => ({ term: term!, meaning: meaning!, instead: instead!.trim() }))
	.filter(({ term }) => term !== 'term' && !/^-+$/.test(term));

const expressionsOf = (retired: readonly { pattern: string; use: string }[]) =>
	retired.map(({ pattern, use }) => ({
		expression: new RegExp(`(?<![\\w'-])(?:${pattern})(?![\\w-])`, 'i'),
		use,
	}));

const retiredForUsers = expressionsOf([
	...terms.flatMap(({ term, instead }) =>
		(instead === '' ? [] : instead.split(', ')).map((word) => ({ pattern: word, use: term })),
	),
	...retiredPhrases,
]);
/** Without the words that the glossary replaces: some of them are names in the code. */
const retiredForMaintainers = expressionsOf([...retiredPhrases, ...retiredInSources]);

function retiredIn(text: string, retired = retiredForUsers): string[] {
	const words = withoutMachineNames(text);
	return retired.flatMap(({ expression, use }) => {
		const match = expression.exec(words);
		return match ? [`"${match[0]}": write ${use}`] : [];
	});
}

function retiredInFile(path: string, text: readonly Sentence[], retired = retiredForUsers): string[] {
	return text.flatMap(({ line, text }) =>
		retiredIn(text, retired).map((finding) => `${path}:${line}: ${finding}`),
	);
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

test('comments and test names of a source are read, strings and code are not', () => {
	const source = `/** Of whom\n * nothing is known. */
const is = 'is no string'; // a comment\n// in two lines
test.skipIf(whoever)('a name', () => {});
test.each([['is none']])(\`a \${whoever} template\`, () => {});`;
	expect(sourceTextOf(source).map(({ line, text }) => [line, text.trim()])).toEqual([
		[1, 'Of whom nothing is known.'],
		[3, 'a comment in two lines'],
		[5, 'a name'],
		[6, 'a … template'],
	]);
	expect(retiredIn('Of whom nothing is known.', retiredForMaintainers)).toHaveLength(2);
	expect(retiredIn('The file. One that is empty', retiredForMaintainers)).toHaveLength(1);
	expect(retiredIn('Only one that is empty; there is none', retiredForMaintainers)).toEqual([]);
});

describe('no retired word is left in the text for users of', () => {
	test.each(filesWithUserText(root))('%s', (path) => {
		expect(retiredInFile(path, userTextOf(root, path))).toEqual([]);
	});
});

test.each([...filesWithSourceText(root)])(
	'no retired word is left in comments and test names of %s/',
	(_, paths) => {
		const findings = paths.flatMap((path) =>
			retiredInFile(path, sourceTextOf(readFileSync(join(root, path), 'utf8')), retiredForMaintainers),
		);
		expect(findings).toEqual([]);
	},
);
