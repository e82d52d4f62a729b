import { expect, test } from 'bun:test';
import { type Edit, findingsAfter, smallData } from '../../../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

const row = '11.1,2020-12-15,2020-12-16,J293AP';

test('a pull has its days and boards in the catalog', () => {
	const { pulls } = makeCatalog(smallData()).catalog!.releases.get('11.1')!;
	expect(pulls).toEqual([{ on: '2020-12-15', listedAgainOn: '2020-12-16', boards: new Set(['J293AP']) }]);
});

test('a pull of less than 24 hours is brief, whether its moments or only its days are known', () => {
	const isBrief = (on: string, again: string) =>
		makeCatalog(smallData(['pulled.csv', row, `11.1,${on},${again},all`])).catalog!.releases.get('11.1')!
			.pulls[0]!.isBrief === true;
	expect([
		isBrief('2020-12-15', '2020-12-15'),
		isBrief('2020-12-15', '2020-12-16'),
		isBrief('2020-12-15T22:00:00Z', '2020-12-16T21:59:59Z'),
		isBrief('2020-12-15T22:00:00Z', '2020-12-16T22:00:00Z'),
		isBrief('2020-12-15T22:00:00Z', ''),
	]).toEqual([true, false, true, false, false]);
	const { pulls } = makeCatalog(
		smallData(['pulled.csv', row, '11.1,2020-12-15T22:00:00Z,2020-12-16T21:00:00Z,all']),
	).catalog!.releases.get('11.1')!;
	expect(pulls).toEqual([{ on: '2020-12-15', listedAgainOn: '2020-12-16', boards: null, isBrief: true }]);
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

const columns = 'build,replaced_on,boards,sources,note';
const replacedWith = (line: string): Edit => ['replaced.csv', columns, `${columns}\n${line},list,`];

test('a replaced build has its day and boards in the catalog', () => {
	const { builds } = makeCatalog(smallData(replacedWith('20B29,2020-12-01,J152FAP'))).catalog!;
	expect(builds.get('20B29')!.replaced).toEqual([{ on: '2020-12-01', boards: new Set(['J152FAP']) }]);
	expect(builds.get('20B50')!.replaced).toBeUndefined();
});

test.each([
	['20B99,2020-12-01,all', 'build: "20B99": expected a build of builds.csv'],
	[
		'20B29,2020-11-11,all',
		'replaced_on: "2020-11-11": expected a day not before 2020-11-12, when it came out',
	],
	['20B29,2020-12-01,J1AP', 'boards: "J1AP": expected "all" or identifiers of boards.csv'],
])('an impossible replacement is reported: %s', (wrong, finding) => {
	expect(findingsAfter(replacedWith(wrong))).toEqual([`replaced.csv:2: ${finding}`]);
});

test('a folder that was made before the table of replaced builds is complete without it', () => {
	const texts = new Map(smallData());
	texts.delete('replaced.csv');
	expect(makeCatalog(texts).findings).toEqual([]);
});
