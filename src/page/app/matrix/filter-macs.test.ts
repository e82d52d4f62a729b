import { expect, test } from 'bun:test';
import { boardList } from '@pointrelease/core/src/api/reads/board.ts';
import { majorList } from '@pointrelease/core/src/api/reads/majors.ts';
import { shipped } from '../../../../test/shipped-data.ts';
import { macsOf } from '../mac/macs.ts';
import { endOfMac, filterMacs, readFilter } from './filter-macs.ts';

const today = '2026-11-17';
const { majors } = majorList(shipped, today);
const macs = macsOf(boardList(shipped).boards);
const filtered = (query: string) => filterMacs(macs, majors, readFilter(new URLSearchParams(query)), today);

test('Macs that run a major version and not the next are those that the next one dropped', () => {
	const dropped = filtered('runs=26&not=27');
	expect(dropped.length).toBeGreaterThan(0);
	for (const mac of dropped) expect(mac.majors.at(-1)).toBe('26');
	expect(filtered('last=26')).toEqual(dropped);
});

test('Macs whose support ends within a year have a last major version with an expected end by then', () => {
	const ending = filtered('ends=year');
	expect(ending.length).toBeGreaterThan(0);
	for (const mac of ending) {
		expect(mac.majors.at(-1)).toBe('15');
		expect(endOfMac(mac, majors)).toBe('2027-09 (expected)');
	}
	// The end of support is unknown for versions before 10.8.
	for (const mac of filtered('ends=ended')) expect(endOfMac(mac, majors)).toMatch(/^(\d{4}-\d\d-\d\d)?$/);
	expect(filtered('ends=ended').length + ending.length).toBeLessThan(macs.length);
});

test('Macs whose support ends in a year are those that lost it then, or are expected to', () => {
	expect(new Set(filtered('ends=2026').map((mac) => endOfMac(mac, majors)))).toEqual(new Set(['2026-09-14']));
	expect(new Set(filtered('ends=2027').map((mac) => endOfMac(mac, majors)))).toEqual(
		new Set(['2027-09 (expected)']),
	);
	expect(filtered('ends=1990')).toEqual([]);
});

test('filters combine, and without a filter all Macs are shown', () => {
	expect(filtered('')).toHaveLength(macs.length);
	const first = filtered('first=11');
	for (const mac of first) expect(mac.majors[0]).toBe('11');
	expect(filtered('first=11&find=macbook+air').map(({ name }) => name)).toEqual(['MacBook Air (M1, 2020)']);
	expect(filtered('runs=27&not=27')).toEqual([]);
	for (const query of ['runs=99', 'ends=never', 'kind=toaster']) expect(filtered(query)).toEqual([]);
});

test('sorted by support, future ends come first, soonest first, then past ends, latest first', () => {
	const ends = filtered('order=support').map((mac) => endOfMac(mac, majors));
	const distinct = [...new Set(ends)];
	expect(distinct.slice(0, 5)).toEqual([
		'2027-09 (expected)',
		'2028-09 (expected)',
		'2029-09 (expected)',
		'2026-09-14',
		'2025-09-15',
	]);
	expect(distinct.at(-1)).toBe('');
	expect(ends.toSorted()).toEqual(macs.map((mac) => endOfMac(mac, majors)).toSorted());
	expect(filtered('order=support&last=15').map(({ introduced }) => introduced)).toEqual(
		filtered('last=15').map(({ introduced }) => introduced),
	);
});
