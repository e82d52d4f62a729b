import { expect, test } from 'bun:test';
import { makeCatalog, tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Edit, smallData } from '../../../test/small-data.ts';
import type { Fact } from '../facts/fact.ts';
import { learntPulls } from './learnt-pulls.ts';

const row = '11.1,2020-12-15,2020-12-16,J293AP';

/** The pulls of small tables with these facts about 11.1, as `pulled_on listed_again_on boards`. */
function pullsWith(edits: readonly Edit[], ...facts: readonly [board: string, days: string][]): string[] {
	const shipped = tablesOf(makeCatalog(smallData(...edits)).catalog!);
	const learnt = facts.map(
		([object, value]): Fact => ({
			kind: 'pulled',
			subject: '11.1',
			object,
			value: value.split(' '),
			feed: 'apple',
			seen: '2020-12-20T12:00:00Z',
			accepted: false,
		}),
	);
	const rows = learntPulls(shipped, learnt);
	return rows.map((row) => [row.pulled_on, row.listed_again_on || '-', ...row.boards].join(' '));
}

const boards = ['J152FAP', 'J293AP', 'Mac-E1008331FDC96864', 'VMM-x86_64'];

test('boards with the same days share a row, which says "all" if these are all boards of the release', () => {
	const all = boards.map((board): [string, string] => [board, '2020-12-18']);
	expect(pullsWith([], ...all)).toEqual(['2020-12-15 2020-12-16 J293AP', '2020-12-18 - all']);
	expect(pullsWith([], ...all.slice(0, 2))).toEqual([
		'2020-12-15 2020-12-16 J293AP',
		'2020-12-18 - J152FAP J293AP',
	]);
});

test('a shipped pull ends on the learned day for the boards that are listed again', () => {
	const open: Edit = ['pulled.csv', row, '11.1,2020-12-15,,all'];
	expect(pullsWith([open], ['J293AP', '2020-12-15 2020-12-17'])).toEqual([
		'2020-12-15 - J152FAP Mac-E1008331FDC96864 VMM-x86_64',
		'2020-12-15 2020-12-17 J293AP',
	]);
});

test('learned pulls never change a day that the tables have', () => {
	const shipped = tablesOf(makeCatalog(smallData()).catalog!);
	const fact = { kind: 'pulled', subject: '11.1', object: 'J293AP', value: ['2020-12-15'] } as const;
	const learntFact = { ...fact, feed: 'apple', seen: '2020-12-20T12:00:00Z', accepted: false } as const;
	expect(learntPulls(shipped, [learntFact])).toBe(shipped.pulls);
	expect(learntPulls(shipped, [{ ...learntFact, subject: '11.9' }])).toBe(shipped.pulls);
});

test('several pulls of one board are several rows', () => {
	expect(pullsWith([], ['J152FAP', '2020-12-17 2020-12-18 2020-12-19'])).toEqual([
		'2020-12-15 2020-12-16 J293AP',
		'2020-12-17 2020-12-18 J152FAP',
		'2020-12-19 - J152FAP',
	]);
});

test('boards that were pulled at other hours of the same days share a row, unless only some were pulled for less than a day', () => {
	const [first, second, third] = boards as [string, string, string];
	const brief = '2020-12-17T20:00:00Z 2020-12-18T19:00:00Z';
	expect(
		pullsWith(
			[],
			[first, brief],
			[second, '2020-12-17T20:01:00Z 2020-12-18T19:00:00Z'],
			[third, '2020-12-17T18:00:00Z 2020-12-18T19:00:00Z'],
		),
	).toEqual([
		'2020-12-15 2020-12-16 J293AP',
		`2020-12-17T18:00:00Z 2020-12-18T19:00:00Z ${third}`,
		`${brief} ${first} ${second}`,
	]);
	// The day of the tables stays, and the return is that of the fact.
	const open: Edit = ['pulled.csv', row, '11.1,2020-12-15,,all'];
	expect(pullsWith([open], [second, '2020-12-15T08:00:00Z 2020-12-17T08:00:00Z']).at(-1)).toBe(
		`2020-12-15 2020-12-17T08:00:00Z ${second}`,
	);
});
