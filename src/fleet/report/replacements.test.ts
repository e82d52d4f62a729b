import { expect, test } from 'bun:test';
import type { Mac } from '../fleet.ts';
import { noFacts, resultOf } from '../judging/mac-result.ts';
import { noCells } from '../judging/machine-cells.ts';
import { isDue } from './replacement-due.ts';
import { ownerColumn, replacementsOf } from './replacements.ts';

const nothing = resultOf(noFacts);

const asOf = '2026-11-17';
const mac = (
	name: string,
	ends: { ended_on?: string; estimated_end?: string; last_major?: string | null },
): Mac => ({
	file: 'a file',
	row: 1,
	name,
	serial: `S-${name}`,
	seen: null,
	noSighting: null,
	keptCells: ['Ulm', name === 'c' ? '' : 'Ann'],
	judgment: {
		cells: noCells,
		answer: { ...nothing, model: 'Mac14,2', last_major: '15', ...ends },
	},
});
const macs = [
	mac('late', { estimated_end: '2027-11-18' }),
	mac('last day', { estimated_end: '2027-11-17' }),
	mac('over', { ended_on: '2020-01-01', estimated_end: '2030-01' }),
	mac('c', { last_major: '10.11' }),
	mac('unknown', { last_major: null }),
];

test('a Mac is due if its last major version ends within a year, or ended on an unknown day', () => {
	expect(macs.filter(({ judgment }) => isDue(judgment.answer!, asOf)).map(({ name }) => name)).toEqual([
		'last day',
		'over',
		'c',
	]);
});

test('due Macs are listed by owner, then by the end of support; Macs without an owner come last', () => {
	const columns = ['Site', 'Owner'];
	const listed = replacementsOf(macs, { columns, owner: 'Owner', asOf });
	expect(listed.map(({ owner, name, ends }) => [owner, name, ends])).toEqual([
		['Ann', 'over', '2020-01-01'],
		['Ann', 'last day', '2027-11-17'],
		[null, 'c', ''],
	]);
	expect(listed[0]).toMatchObject({ serial: 'S-over', model_name: 'Mac14,2', last_major: '15' });
	expect(replacementsOf(macs, { columns, owner: null, asOf }).map(({ owner }) => owner)).toEqual([
		null,
		null,
		null,
	]);
});

test('the owner is in a column with such a name, otherwise in the column to group by', () => {
	expect(ownerColumn(['Site', 'Assigned to'], 'Site')).toBe('Assigned to');
	expect(ownerColumn(['Site'], 'Site')).toBe('Site');
	expect(ownerColumn([], null)).toBeNull();
});
