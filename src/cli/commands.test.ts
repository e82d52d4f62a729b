import { describe, expect, test } from 'bun:test';
import { closestNames } from '@pointrelease/core/src/catalog/resolve.ts';
import fc from 'fast-check';
import { readCommands } from './commands.ts';
import { helpOf, isOf, overview, subjects, usageOf } from './help.ts';
import { lastRows, shortened, wrap } from './terminal-text.ts';

test('a first word selects the commands that begin with it, in the order of the help', async () => {
	const all = (await readCommands(undefined)).map(({ name }) => name);
	const words = [...new Set(all.map((name) => name.split(' ')[0]!))];
	expect(words).toContain('license');
	for (const word of words) {
		const ofWord = (await readCommands(word)).map(({ name }) => name);
		expect(ofWord).toEqual(all.filter((name) => name.split(' ')[0] === word));
	}
});

test('a word with which no command begins selects all commands', async () => {
	const all = await readCommands(undefined);
	for (const word of ['help', '--help', 'constructor', '']) expect(await readCommands(word)).toEqual(all);
});

describe('wrapping', () => {
	test('breaks lines between words, and leaves examples unchanged', () => {
		expect(wrap('one two three four', 9)).toBe('one two\nthree\nfour');
		expect(wrap('a paragraph over\ntwo lines\n\n  an example that is long\nthe end', 12)).toBe(
			'a paragraph\nover two\nlines\n\n  an example that is long\nthe end',
		);
		expect(wrap('one two\nthree', Number.POSITIVE_INFINITY)).toBe('one two\nthree');
	});

	test('loses no word, and exceeds the width only for a single longer word', () => {
		const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(words, fc.integer({ min: 5, max: 60 }), (wordList, width) => {
				const lines = wrap(wordList.join(' '), width).split('\n');
				expect(lines.join(' ').split(' ')).toEqual(wordList);
				for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
			}),
		);
	});
});

describe('help', () => {
	test('fits the width of the terminal, with a separate column for what options do', async () => {
		const commands = await readCommands(undefined);
		for (const width of [60, 80, 120]) {
			for (const command of commands) {
				// Examples and the usage line are never wrapped.
				const asIs = [`pointrelease ${usageOf(command)}`, ...(command.details ?? '').split('\n')];
				const tooWide = helpOf(command, width)
					.split('\n')
					.filter((line) => line.length > width && line.trim().includes(' ') && !asIs.includes(line));
				expect([command.name, tooWide]).toEqual([command.name, []]);
			}
		}
		expect(helpOf(commands.find(({ name }) => name === 'search')!, 60)).toContain(
			'\n  --limit N  how many results at most (default: 20)\n',
		);
		expect(
			overview(commands, 70)
				.split('\n')
				.filter((line) => line.length > 70),
		).toEqual([]);
	});
});

test('the overview has every command under one subject, below the ten most used', async () => {
	const commands = await readCommands(undefined);
	for (const command of commands) {
		const titles = subjects.filter(([, words]) => words.some((word) => isOf(command, word)));
		expect([command.name, titles.length]).toEqual([command.name, 1]);
	}
	const [head, mostUsed, ...others] = overview(commands).split('\n\n');
	expect(head).toBe('pointrelease: which releases a Mac runs, what is the latest and what comes next');
	expect(mostUsed!.split('\n')).toHaveLength(11);
	expect(mostUsed).toStartWith('Most used\n  serve  ');
	expect(others.map((section) => section.split('\n')[0]).slice(0, -1)).toEqual(
		subjects.map(([title]) => title),
	);
});

test('a name wider than its column has a line of its own', async () => {
	expect(overview(await readCommands('data'), 80)).toContain(
		'\n  data forget VERSION|BOARD|VERSION:CVE|CVE\n                        remove a release, a Mac or a fix',
	);
});

test('an example at the beginning of the details stays separate from the text below it', async () => {
	const [cve] = await readCommands('cve');
	expect(helpOf(cve!, 80)).toContain(
		'\n\n  cve CVE-2026-65400\n  cve CVE-2026-65400 J293AP 14.7.2\n  cve CVE-2025-43529 J293AP 15.8.2 --safari 26.6.1\nCovers releases',
	);
});

describe('a slip', () => {
	const names = ['license issue', 'license list', 'license', 'lookup', 'exposure', 'serve'];

	test.each([
		['lisense', ['license']],
		['licenes isseu', ['license issue']],
		['exposre', ['exposure']],
		['srve', ['serve']],
		['frobnicate', []],
		['', []],
	])('for %p suggests %p', (typed, expected) => {
		expect(closestNames(typed, names)).toEqual(expected);
	});
});

test('a long list shows its first twenty rows, and says how to see all', () => {
	const rows = Array.from({ length: 23 }, (_, index) => `row ${index}`);
	expect(shortened(rows, true)).toEqual({ shown: rows, hint: '' });
	expect(shortened(rows.slice(0, 20), false)).toEqual({ shown: rows.slice(0, 20), hint: '' });
	expect(shortened(rows, false)).toEqual({
		shown: rows.slice(0, 20),
		hint: '3 more. Add --all to see them, or --json for programs.',
	});
	expect(lastRows(rows, false)).toEqual({
		shown: rows.slice(3),
		hint: '3 earlier. Add --all to see them, or --json for programs.',
	});
});
