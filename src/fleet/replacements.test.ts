import { expect, test } from 'bun:test';
import { isDue } from './replacement-due.ts';
import { ownerColumn, replacementsOf } from './replacements.ts';

const asOf = '2026-11-17';
const mac = (
	name: string,
	ends: { ended_on?: string; estimated_end?: string; last_major?: string | null },
) => ({
	...{ name, serial: `S-${name}`, model: 'Mac14,2', model_name: null, last_major: '15' },
	...{ ended_on: null, estimated_end: null, kept: { Owner: name === 'c' ? '' : 'Ann' } },
	...ends,
});
const macs = [
	mac('late', { estimated_end: '2027-11-18' }),
	mac('last day', { estimated_end: '2027-11-17' }),
	mac('over', { ended_on: '2020-01-01', estimated_end: '2030-01' }),
	mac('c', { last_major: '10.11' }),
	mac('unknown', { last_major: null }),
];

test('a Mac is due when its last major version ends within a year, or ended on a day that nobody knows', () => {
	expect(macs.filter((one) => isDue(one, asOf)).map(({ name }) => name)).toEqual(['last day', 'over', 'c']);
});

test('they are listed by owner and then by their end; whom nobody owns comes last', () => {
	const listed = replacementsOf(macs, 'Owner', asOf);
	expect(listed.map(({ owner, name, ends }) => [owner, name, ends])).toEqual([
		['Ann', 'over', '2020-01-01'],
		['Ann', 'last day', '2027-11-17'],
		[null, 'c', ''],
	]);
	expect(listed[0]).toMatchObject({ serial: 'S-over', model_name: 'Mac14,2', last_major: '15' });
	expect(replacementsOf(macs, null, asOf).map(({ owner }) => owner)).toEqual([null, null, null]);
});

test('the owner is in the column that is called so, else in the one that Macs are grouped by', () => {
	expect(ownerColumn(['Site', 'Assigned to'], 'Site')).toBe('Assigned to');
	expect(ownerColumn(['Site'], 'Site')).toBe('Site');
	expect(ownerColumn([], null)).toBeNull();
});
