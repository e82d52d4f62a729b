import { expect, test } from 'bun:test';
import { findingsAfter, smallData } from '../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

const row = '11.1,2020-12-15,2020-12-16,J293AP';

test('a pull has its days and boards in the catalog', () => {
	const { pulls } = makeCatalog(smallData()).catalog!.releases.get('11.1')!;
	expect(pulls).toEqual([{ on: '2020-12-15', listedAgainOn: '2020-12-16', boards: new Set(['J293AP']) }]);
});

test.each([
	['11.9,2020-12-15,,all', 'version: "11.9": expected a release of primary/releases.csv'],
	[
		'11.1,2020-12-13,,all',
		'pulled_on: "2020-12-13": expected a day not before 2020-12-14, when 11.1 came out',
	],
	[
		'11.1,2020-12-15,2020-12-14,all',
		'listed_again_on: "2020-12-14": expected a day not before 2020-12-15, or nothing',
	],
	['11.1,2020-12-15,,J1AP', 'boards: "J1AP": expected "all" or identifiers of boards.csv'],
])('an impossible pull is reported: %s', (wrong, finding) => {
	expect(findingsAfter(['pulled.csv', row, wrong])).toEqual([`pulled.csv:2: ${finding}`]);
});
