import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { findBoards } from './find-boards.ts';
import { search } from './search.ts';
import { chipOf } from './words.ts';

/** Queries for old Macs, whose results never change: the number of results and the first ones. */
test.each([
	['lc', 11, ['Macintosh LC', 'Macintosh LC 580', 'Macintosh LC 630', 'Macintosh LC 475']],
	['macintosh lc', 9, ['Macintosh LC', 'Macintosh LC 580', 'Macintosh LC 630', 'Macintosh LC 475']],
	['lc 580', 1, ['Macintosh LC 580']],
	['quad', 10, ['Macintosh Quadra 630', 'Macintosh Quadra 610', 'Macintosh Quadra 650']],
	['ibook', 10, ['iBook G4 (12-inch, Mid 2005)', 'iBook G4 (14-inch, Mid 2005)']],
	['power mac g5 late', 2, ['Power Mac G5 (Late 2005)', 'Power Mac G5 (Late 2004)']],
	['mini late 2012', 2, ['Mac mini (Late 2012, Core i5)', 'Mac mini (Late 2012, Core i7)']],
	[
		'pro 2018',
		3,
		[
			'MacBook Pro (13-inch, 2018)',
			'MacBook Pro (15-inch, Late 2018, Radeon Pro Vega Graphics)',
			'MacBook Pro (15-inch, Mid 2018)',
		],
	],
	['imac pro', 1, ['iMac Pro (Retina 5K, 27-inch, Late 2017)']],
	['macbook air 2020', 2, ['MacBook Air (M1, 2020)', 'MacBook Air (Retina, 13-inch, 2020)']],
	[
		'server',
		18,
		[
			'Macintosh Server G4 (Mirrored Drive Doors)',
			'Macintosh Server G4 (QuickSilver)',
			'Macintosh Server G3 (Blue & White)',
			'Macintosh Server G3 (beige)',
			'Mac mini Server (Late 2012)',
			'Mac mini (Mid 2011, Server)',
		],
	],
	// Part of a board ID that starts inside a word.
	[
		'ac-F221',
		5,
		[
			'iMac (21.5-inch, Late 2009)',
			'Mac Pro (Early 2009)',
			'iMac (20-inch, Early 2009)',
			'iMac (20-inch, Early 2009)',
			'iMac (24-inch, Early 2009)',
		],
	],
	['touch bar', 0, []],
])('%s finds %p, and first of all %p', (query, total, names) => {
	const result = search(shipped, query, 0, names.length);
	expect([result.total, result.hits.map(({ name }) => name)]).toEqual([total, names]);
	const second = search(shipped, query, 1, 1).hits.map(({ name }) => name);
	if (names.length > 1) expect(second).toEqual(names.slice(1, 2));
});

test('a text at the end of a word matches like one in the middle', () => {
	expect(search(shipped, 'icksilver').hits.map(({ name }) => name)).toContain(
		'Power Mac G4 (QuickSilver, 733 MHz and dual 800 MHz)',
	);
});

test('an unknown name gets close identifiers, unless the caller wants no guesses', () => {
	const close = (guess?: boolean) => {
		const match = findBoards(shipped, 'J293AQ', guess);
		return match.kind === 'unknown-board' ? match.close.map(String) : match.kind;
	};
	expect([close(), close(true), close(false)]).toEqual([['J293AP'], ['J293AP'], []]);
});

test('a Mac is found by each of its case numbers, and the result says so', () => {
	for (const number of ['A2786', 'A2787', 'a2787']) {
		const match = findBoards(shipped, number);
		if (match.kind !== 'boards') throw new Error(`${number} is unknown`);
		expect([match.boards.map(({ id }) => id), match.foundBy]).toEqual([['J180dAP'], 'case-number']);
	}
});

test('a name with the words in a row comes before a name with other words between them', () => {
	expect(search(shipped, 'G4 FW').hits.map(({ name }) => name)).toEqual([
		'Power Mac G4 (FW 800)',
		'PowerBook G4 (15-inch FW 800)',
	]);
});

test('words such as "the" are searched only if there are no others', () => {
	expect(search(shipped, 'the').total).toBeGreaterThan(0);
	expect(search(shipped, 'the lc 580').hits.map(({ name }) => name)).toEqual(['Macintosh LC 580']);
});

test('the plain chip of a Pro, Max or Ultra', () => {
	expect(['m1pro', 'm12ultra', 'm3', 'imac', 'm123max'].map(chipOf)).toEqual(['m1', 'm12', null, null, null]);
});
