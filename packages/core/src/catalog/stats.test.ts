import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { smallData } from '../../../../test/small-data.ts';
import { makeCatalog } from './make-catalog.ts';
import { countCatalog } from './stats.ts';

describe('counting the small data set', () => {
	const stats = countCatalog(makeCatalog(smallData()).catalog!);

	test('everything', () => {
		expect(stats.total).toEqual({ name: 'all', majors: 3, releases: 8, boards: 6, pairs: 13 });
	});

	test('by era', () => {
		expect(stats.eras).toEqual([
			{ name: 'classic', majors: 1, releases: 3, boards: 1, pairs: 3 },
			{ name: 'legacy', majors: 1, releases: 2, boards: 1, pairs: 2 },
			{ name: 'modern', majors: 1, releases: 3, boards: 4, pairs: 8 },
		]);
	});

	test('by kind', () => {
		expect(stats.kinds.map(({ name, boards, pairs }) => [name, boards, pairs])).toEqual([
			['apple-silicon', 1, 2],
			['intel', 1, 2],
			['model-number', 2, 5],
			['t2', 1, 2],
			['virtual-machine', 1, 2],
		]);
	});

	test('by major', () => {
		expect(stats.majors.map(({ name, releases, boards }) => [name, releases, boards])).toEqual([
			['7.5', 3, 1],
			['10.4', 2, 1],
			['11', 3, 4],
		]);
	});
});

describe('counting the shipped data set', () => {
	const { eras, kinds, majors, total } = countCatalog(shipped);

	test('pairs add up the same way by era, kind and major', () => {
		for (const group of [eras, kinds, majors]) {
			expect(group.reduce((sum, count) => sum + count.pairs, 0)).toBe(total.pairs);
		}
	});

	test('every board has one kind', () => {
		expect(kinds.reduce((sum, count) => sum + count.boards, 0)).toBe(total.boards);
	});
});
