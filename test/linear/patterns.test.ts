import { expect, test } from 'bun:test';
import { isFull } from '../size.ts';
import { slowMatch } from './near-match-growth.ts';
import { parsePattern } from './pattern.ts';
import { searchSteps } from './pattern-steps.ts';
import { patternsIn } from './patterns-in.ts';

/**
 * The patterns that are slower than in proportion for some text, with what bounds the texts that they get. `own`: no stranger
 * writes them.
 */
const bounded: Readonly<Record<string, string>> = {
	'packages/client/src/options.ts /\\/+$/': 'own: the address of the service that a program sets',
	'packages/core/src/api/key-refusal.ts /=+$/': 'at most 30 characters: matched by a pattern before',
	'packages/core/src/names/machine-names.ts /\\s*[([].*$/': 'own: names of the tables',
	'packages/core/src/names/question.ts /(\\S*\\d\\S*)(?:\\s*\\([^()]*\\))?/g': 'at most 100 characters: q',
	'packages/core/src/text/numbers.ts /\\B(?=(?:\\d{3})+$)/g': 'own: numbers that are counted',
	'packages/core/src/text/repeated-name.ts /"(?:[^"\\\\]|\\\\.)*"(?:\\s*:)?|[{}[\\]]/g':
		'valid JSON alone: outside of its texts it has no backslash',
	'src/fleet/inventory/cells/evidence-cells.ts /^(?:macOS\\s+)?(\\d{2}(?:\\.\\d{1,2}){0,2})\\s*(\\([a-z]\\))?(?:\\s*\\(\\w{4,9}\\))?$/i':
		'single blanks alone: shownText',
	'src/fleet/inventory/cells/seen-day.ts /\\p{L}{3}.*[ -]\\d{4}(?!\\d)/u':
		'at most 80 characters: longestDay',
	'src/fleet/inventory/csv-inventory.ts /^(?:grand |sub)?(?:totals?|gesamt(?:zahl)?|summe|anzahl|suma|合計|総計)(?:\\s+\\p{L}+){0,2}\\s*[:=]?\\s*[\\d.,\\s]*$/iu':
		'at most 200 characters: longestFooter',
	'src/mcp/source.ts /\\/+$/': 'own: the address of the service that a program sets',
	'src/page/app/mac/mac-facts.tsx /(\\S+-inch)/': 'own: names of the tables',
	'src/page/app/parts/names.tsx /\\s*[([].*$/': 'own: names of the tables',
	'src/page/public/public-page.ts /\\s*<script[^>]*><\\/script>/g': 'own: the built page',
	'src/page/public/public-page.ts /\\s*<link rel="modulepreload"[^>]*>/g': 'own: the built page',
	'src/pull/connections-definition.ts /\\/+$/': 'own: a file of connections',
	'src/settings/backup-plan.ts /^(.*?)((?:\\s+(?:every|keep)=\\S*)*)$/': 'own: a setting',
	'src/settings/setting-readers.ts /^(.*?)(?:\\s+at\\s+(\\S+))?$/': 'own: a setting',
	'src/settings/setting-readers.ts /\\/+$/': 'own: a setting',
	'src/transport/request.ts /\\s*For more information, pass `verbose: true` [^.]*?fetch\\(\\)\\.?/':
		'own: errors of Bun',
	'src/watch/watch-definition.ts /\\/+$/': 'own: a file of the watch',
};

/** Patterns with references to groups, which `parsePattern` does not know, and why they are linear. */
const withReferences: Readonly<Record<string, string>> = {
	'src/fleet/history/stated.ts /<(td|data)\\b[^<>]*>([^<]*)<\\/\\1>/g':
		'no part goes over a <, at which each begins',
	'src/settings/setting-readers.ts /^([\'"])(.*)\\1$/':
		'begins at the start alone, and ends with one try from behind',
};

const placed = patternsIn(['src', 'packages/core/src', 'packages/client/src']);
const patterns = new Map(placed.map(({ file, text, pattern }) => [`${file} ${text}`, pattern]));

test('every regular expression takes at most 4.5 times the steps for four times a near match, or gets bounded texts', () => {
	expect(patterns.size).toBeGreaterThan(500);
	const slow: string[] = [];
	let at = 0;
	for (const [name, pattern] of patterns) {
		// The slow ones are known in a usual run.
		if (!isFull && (name in bounded || at++ % 12 !== 0)) continue;
		if (!(name in withReferences) && slowMatch(pattern)) slow.push(name);
	}
	expect(slow.toSorted()).toEqual(isFull ? Object.keys(bounded).toSorted() : []);
});

test('the lists name patterns that are there', () => {
	const listed = [...Object.keys(bounded), ...Object.keys(withReferences)];
	expect(listed.filter((name) => !patterns.has(name))).toEqual([]);
	for (const name of Object.keys(withReferences)) expect(() => parsePattern(patterns.get(name)!)).toThrow();
});

test.each([
	[/\s+$/, ' '],
	[/(a+)+b/, 'a'],
	[/^(.*?)x?(\s*)$/, ' '],
	[/(?:a|aa)+$/, 'a'],
	[/"[^"]*"(?=:)|\w+@/, 'a'],
])('%p is found to be slow, as it would be', (pattern) => {
	expect(slowMatch(pattern)).not.toBeNull();
});

test.each([
	/(?<!\s)\s+$/,
	/^\s*\d+$/,
	/[^\S\n]+/g,
	/^(?:\d{1,3}\.){3}\d{1,3}$/,
	/(?<=a)b{2,}?c|d$/,
	/[\p{L}'-]+/gu,
])('%p is linear', (pattern) => {
	expect(slowMatch(pattern)).toBeNull();
});

test.each([
	[/a(?:b|c)*?d/, 'abcbcd', true],
	[/^(?!x)[^\]]{2,3}$/, 'xy', false],
	[/(?<=\$)\d+\b/, 'a $12', true],
	[/\bfoo\B/i, 'a FOOD', true],
	[/^b$/m, 'a\nb\nc', true],
	[/[\d.]+[^\d.]/u, '1.2', false],
])(
	'the steps of %p in %p are those of a search that finds what the engine finds: %p',
	(pattern, text, isFound) => {
		expect(pattern.test(text)).toBe(isFound);
		// A search that fails goes on to the end.
		const steps = searchSteps(parsePattern(pattern), text, 10_000);
		const further = searchSteps(parsePattern(pattern), `${text}${'\u0001'.repeat(50)}`, 10_000);
		if (isFound && !pattern.source.endsWith('$')) expect(further).toBe(steps);
		if (!isFound) expect(steps).toBeGreaterThan(text.length);
	},
);
