import { expect, test } from 'bun:test';
import { type MacResult, noFacts, resultOf } from '../judging/mac-result.ts';
import { GroupTally } from './groups.ts';

const nothing = resultOf(noFacts);

const none = {
	macs: 0,
	current: 0,
	behind: 0,
	ended: 0,
	exploited: 0,
	meets_policy: 0,
	misses_policy: 0,
};
const current: MacResult = {
	...nothing,
	standing: 'current',
	meets_policy: true,
	exploited_missing_count: 0,
};
const behind: MacResult = { ...nothing, standing: 'behind', meets_policy: false, exploited_missing_count: 1 };

test('a group has the counts of its Macs; groups are sorted by size, then by name', () => {
	const tally = new GroupTally();
	for (const value of ['Ulm', 'Bonn', 'Aachen', 'Ulm', '']) tally.add(value, current);
	tally.add('Ulm', behind);
	tally.add('Bonn', nothing);
	tally.add('Aachen', nothing);
	expect(tally.groups()).toEqual([
		{
			...none,
			label: 'Ulm',
			macs: 3,
			current: 2,
			behind: 1,
			exploited: 1,
			meets_policy: 2,
			misses_policy: 1,
		},
		{ ...none, label: 'Aachen', macs: 2, current: 1, meets_policy: 1 },
		{ ...none, label: 'Bonn', macs: 2, current: 1, meets_policy: 1 },
		{ ...none, label: '(none)', macs: 1, current: 1, meets_policy: 1 },
	]);
});

test('after two thousand groups further values count as others, and existing groups still grow', () => {
	const tally = new GroupTally();
	for (let at = 0; at < 2003; at++) tally.add(`site ${at}`, current);
	tally.add('site 7', current);
	const groups = tally.groups();
	expect(groups).toHaveLength(2001);
	expect(groups.slice(0, 3).map(({ label, macs }) => `${label}: ${macs}`)).toEqual([
		'others: 3',
		'site 7: 2',
		'site 0: 1',
	]);
});

test('a Mac with an empty cell is not in a group called none', () => {
	const tally = new GroupTally();
	for (const value of ['none', '', 'none']) tally.add(value, current);
	expect(tally.groups().map(({ label, macs }) => [label, macs])).toEqual([
		['none', 2],
		['(none)', 1],
	]);
});
