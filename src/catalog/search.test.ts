import { describe, expect, test } from 'bun:test';
import { shipped } from '../../test/shipped-data.ts';
import { smallData } from '../../test/small-data.ts';
import { buildCatalog } from './build.ts';
import { searchBoards } from './search.ts';

const found = (query: string, limit = 1000) =>
	searchBoards(shipped, query)
		.slice(0, limit)
		.map(({ board }) => board.id);

describe('every board is found', () => {
	test('first by its identifier', () => {
		for (const { id } of shipped.boards.values()) expect(found(id, 1)).toEqual([id]);
	});

	test('by each of its names', () => {
		for (const board of shipped.boards.values()) {
			for (const { name } of board.machines.filter(({ name }) => name !== '')) {
				expect(found(name)).toContain(board.id);
			}
		}
	});

	test('first by its whole name, or another board that carries the very same', () => {
		for (const board of shipped.boards.values()) {
			for (const { name } of board.machines) {
				const [first] = searchBoards(shipped, name);
				expect(first?.name).toBe(name);
			}
		}
	});

	test('by each of its model identifiers and aliases', () => {
		for (const board of shipped.boards.values()) {
			for (const name of [...board.modelIdentifiers, ...board.aliases]) {
				expect(found(name)).toContain(board.id);
			}
		}
	});

	test('by any part of its identifier', () => {
		for (const { id } of shipped.boards.values()) expect(found(id.slice(1, -1))).toContain(id);
	});
});

describe('how hits are ranked and limited', () => {
	test('case and blanks around the words do not matter', () => {
		expect(found('  macbook NEO ')).toEqual(['J700AP']);
	});

	test('all words must match one and the same machine', () => {
		for (const { name } of searchBoards(shipped, 'quadra 700')) {
			expect(name.toLowerCase()).toContain('quadra');
			expect(name).toContain('700');
		}
		expect(found('quadra 700')).toEqual(['M5920']);
	});

	test('an exact model identifier comes before longer ones', () => {
		expect(found('Mac14,2', 1)).toEqual(['J413AP']);
	});

	test('a whole word counts even when the same letters begin an earlier word', () => {
		const { catalog } = buildCatalog(smallData());
		const [early, whole] = ['macintosh', 'mac'].map((query) =>
			searchBoards(catalog!, query).find(({ name }) => name === 'Macintosh Plus (Mac Plus)'),
		);
		expect(whole?.score).toBe(early!.score);
	});

	test('a hit shows the name of the machine that fits best, not the first of the board', () => {
		const [hit] = searchBoards(shipped, 'Mac-F221BEC8 server 2012');
		expect(hit?.name).toBe('Mac Pro Server (Mid 2012)');
		expect(searchBoards(buildCatalog(smallData()).catalog!, 'quicksilver 2002')[0]?.name).toBe(
			'QuickSilver 2002',
		);
	});

	test('a machine whose whole name is asked for comes before one whose name goes on', () => {
		const [first] = searchBoards(buildCatalog(smallData()).catalog!, 'quicksilver');
		expect(first?.name).toBe('QuickSilver');
	});

	test.each([
		['Macintosh LC', 'M0350'],
		['macintosh  se', 'M5010'],
		['Macintosh Portable', 'M5120'],
		['Mac II', 'M5000'],
		['mac se', 'M5010'],
	])('%p is a name, and finds %s before all whose name goes on', (query, id) => {
		expect(found(query, 1)).toEqual([id]);
	});

	test('names that begin with the query as whole words come next, then the rest', () => {
		const names = searchBoards(shipped, 'Macintosh Classic').map(({ name }) => name);
		expect(names.slice(0, 3)).toEqual(['Macintosh Classic', 'Macintosh Classic', 'Macintosh Classic II']);
		expect(names.slice(3)).not.toContainEqual(expect.stringMatching(/^Macintosh Classic/));
		expect(names.length).toBeGreaterThan(3);
	});

	test('of equal hits the newest machine comes first', () => {
		const hits = searchBoards(shipped, 'MacBook');
		for (const [index, hit] of hits.entries()) {
			const after = hits[index + 1];
			if (after && after.score === hit.score) {
				expect(hit.board.introduced >= after.board.introduced).toBe(true);
			}
		}
	});

	test.each(['', '   ', 'no such machine', '\\'])('%p finds nothing', (query) => {
		expect(found(query)).toEqual([]);
	});
});
