import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { findBoards, findMachines } from './find-boards.ts';

const boardsOf = (text: string) => {
	const match = findBoards(shipped, text);
	return match.kind === 'boards' ? match.boards.map(({ id }) => id).join(' ') : match.kind;
};

describe('a name means the same in any spelling', () => {
	test.each([
		'MacBook Pro (13-inch, Mid 2012)',
		'13-inch MacBook Pro (Mid 2012)',
		'macbook pro 13" mid 2012',
		'MacBook Pro 13‑inch, Mid 2012',
		'"MacBook Pro (13-inch, Mid 2012)"',
		'Mid 2012 MacBookPro 13 inch',
	])('%s', (text) => {
		expect(boardsOf(text)).toBe('Mac-6F01561E16C75D06');
	});
});

describe('names as inventories print them', () => {
	test.each([
		['Mac mini (2024)', 'J773gAP J773sAP'],
		['MacBook Pro (14-inch, 2021)', 'J314cAP J314sAP'],
		['MacBook Pro (13-inch, M1, 2020)', 'J293AP'],
		['iMac (24-inch, M1, 2021)', 'J456AP J457AP'],
		['MacBook Air M2', 'J413AP J415AP'],
		['G4 867', 'A1010 A1025 M8493'],
		['128K', 'M0001'],
		['G5 2004', 'A1068'],
		['PowerPC Late 2005', 'A1103 A1117 A1177'],
		['Pro 2023', 'J180dAP J414cAP J414sAP J416cAP J416sAP'],
		['Apple M2', 'J413AP J415AP J473AP J493AP'],
		['MacBook Pro (14-inch, M3 Pro or M3 Max, Nov 2023)', 'J514cAP J514mAP J514sAP'],
		['MacBook Pro (13-inch, 2018, Four Thunderbolt 3 Ports)', 'Mac-827FB448E656EC26'],
		['MacBook Pro (14-inch, 2023)', 'J414cAP J414sAP'],
		['Mac Studio (2022)', 'J375cAP J375dAP'],
	])('%s is %s', (text, boards) => {
		expect(boardsOf(text)).toBe(boards);
	});

	test('a family is not another family with a longer name', () => {
		expect(boardsOf('iMac 2017')).toBe('Mac-4B682C642B45593E Mac-77F17D7DA9285301 Mac-BE088AF8C5EB4FA2');
		expect(boardsOf('iMac Pro')).toBe('Mac-7BA5B2D9E42DDD94');
		expect(boardsOf('Macintosh LC')).toBe('M0350');
		expect(boardsOf('Quadra 700')).toBe('M5920');
	});

	test('the year in the name of a Mac counts, not a later one in which it came out', () => {
		expect(boardsOf('Mac Pro (Rack, 2019)')).toBe('Mac-27AD2F918AE68F61');
		expect(boardsOf('Mac Pro (Rack, 2020)')).toBe('unknown-board');
	});

	test('the month in which a Mac came out counts only if its name has no season', () => {
		expect(boardsOf('MacBook Pro 14-inch November 2023')).toBe('J504AP J514cAP J514mAP J514sAP');
		expect(boardsOf('MacBook Pro June 2012')).toBe('unknown-board');
	});

	test('a T2 Mac is found once, unless the text is one of its identifiers', () => {
		expect(boardsOf('MacBook Pro (16-inch, 2019)')).toBe('Mac-E1008331FDC96864');
		expect(boardsOf('MacBookPro16,1')).toBe('Mac-E1008331FDC96864');
		expect(boardsOf('J152FAP')).toBe('J152FAP');
	});
});

describe('the kind of name that led to the boards', () => {
	test.each([
		['j293ap', 'board-id'],
		['Mac14,2', 'model-identifier'],
		['MacBookAir8,1', 'model-identifier'],
		['PowerMac6,4', 'model-identifier'],
		['A2786', 'case-number'],
		['A2787', 'case-number'],
		['J413', 'alias'],
		['MacBook Neo', 'name'],
	])('%s is a %s', (text, foundBy) => {
		const match = findBoards(shipped, text);
		expect(match.kind === 'boards' ? match.foundBy : '').toBe(foundBy);
	});

	test('a text without a meaning gets close identifiers', () => {
		const unknown = { kind: 'unknown-board' as const, text: 'J239AP', excluded: null };
		expect(findBoards(shipped, ' J239AP ')).toEqual({ ...unknown, close: ['J293AP'] });
		expect(findBoards(shipped, 'J239AP', false)).toEqual({ ...unknown, close: [] });
		for (const text of ['', '()', 'zq1', 'apple', 'x'.repeat(100_000)])
			expect(boardsOf(text)).toBe('unknown-board');
	});
});

test('a name or a model identifier of some machines of a board means only these machines', () => {
	const machines = (text: string) => {
		const match = findBoards(shipped, text);
		return match.kind === 'boards'
			? match.boards.flatMap((board) => board.machines.map(({ name }) => name))
			: [];
	};
	expect(machines('Macintosh Quadra 630')).toEqual(['Macintosh Quadra 630']);
	expect(machines('630')).toEqual(['Macintosh Performa 630', 'Macintosh LC 630', 'Macintosh Quadra 630']);
	const ofModel = (model: string) =>
		shipped.boards
			.get('A1004')!
			.machines.filter(({ modelIdentifier }) => modelIdentifier === model)
			.map(({ name }) => name);
	expect(machines('rackmac1,2')).toEqual(ofModel('RackMac1,2'));
	expect(machines('A1004').length).toBeGreaterThan(ofModel('RackMac1,2').length);
});

test.each(['2', '--2', 'x', '-1', '/'])('%s alone names no Mac, although names have it as a word', (text) => {
	expect(boardsOf(text)).toBe('unknown-board');
	expect(findMachines(shipped, text)).toBeNull();
});

test('names of two letters, and with a number of one digit, are names', () => {
	expect(boardsOf('B&W')).toBe('M5183');
	expect(['Macintosh SE', 'Macintosh TV', 'LC', 'II', 'Lisa 2'].map(boardsOf)).toEqual([
		'M5010',
		'M1580',
		'M0350',
		'M5000',
		'numberless',
	]);
});

test('a name may have 120 characters', () => {
	const long = (length: number) => boardsOf(`MacBook Air${' '.repeat(length - 13)}M2`);
	expect([long(120), long(121)]).toEqual(['J413AP J415AP', 'unknown-board']);
});

const boards = (text: string) => {
	const machines = findMachines(shipped, text);
	return machines?.kind === 'machines' ? machines.machines.map(({ board }) => board.id) : null;
};

test('facts that are in no name of a machine find it', () => {
	expect(boards('68000 1986')).toEqual(['M0001A', 'M0001D', 'M0001E']);
});

test('words about ports are dropped if no machine has them all, unless no other words are left', () => {
	expect(boards('iMac M3 two four ports')).toEqual(boards('iMac M3'));
	expect(boards('two four ports')).toBeNull();
});
