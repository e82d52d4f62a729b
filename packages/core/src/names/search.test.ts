import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { smallData } from '../../../../test/small-data.ts';
import { makeCatalog } from '../catalog/make-catalog.ts';
import { identifiersOfMac } from './machine-names.ts';
import { type Hit, search } from './search.ts';
import { searchIndex } from './search-index.ts';

/** What a hit links to: a board ID, a version or a build. */
const target = ({ subject }: Hit) => {
	switch (subject.kind) {
		case 'mac':
			return subject.board.id;
		case 'numberless':
			return subject.machine.name;
		case 'major':
			return subject.major.name;
		case 'release':
			return subject.release.version;
		case 'build':
			return subject.build.build;
	}
};
const targetsOf = (query: string, limit = 1000) => search(shipped, query, 0, limit).hits.map(target);
/** All identifiers of the Macs in the results. */
const identifiers = (query: string) =>
	macs(query).flatMap(({ subject }) =>
		subject.kind === 'mac' ? identifiersOfMac(shipped, subject.board) : [],
	);
const macs = (query: string, catalog = shipped) =>
	search(catalog, query).hits.filter(({ subject }) => subject.kind === 'mac');
const first = (query: string) => macs(query, makeCatalog(smallData()).catalog!)[0]?.name;

describe('every board is found', () => {
	test('first by its identifier', () => {
		for (const { id, identifiers } of shipped.boards.values())
			expect(targetsOf(id, 1)).toEqual([identifiers[0]!]);
	});

	test('by each of its names', () => {
		for (const board of shipped.boards.values()) {
			for (const { name } of board.machines.filter(({ name }) => name !== '')) {
				expect(identifiers(name)).toContain(board.id);
			}
		}
	});

	test('first by its whole name, or another board with the same name', () => {
		for (const board of shipped.boards.values()) {
			for (const { name } of board.machines) {
				expect(search(shipped, name, 0, 1).hits[0]?.name).toBe(name);
			}
		}
	});

	test('by each of its model identifiers and aliases', () => {
		for (const board of shipped.boards.values()) {
			for (const name of [...board.modelIdentifiers, ...board.aliases]) {
				expect(identifiers(name)).toContain(board.id);
			}
		}
	});

	test('by any part of its identifier', () => {
		for (const { id } of shipped.boards.values()) expect(identifiers(id.slice(1, -1))).toContain(id);
	});
});

test('a Mac that was sold under several numbers is one result with all of them', () => {
	expect(targetsOf('Macintosh Classic')[0]).toBe('M0420');
	expect(targetsOf('M1420')).toContain('M1420');
	expect(identifiersOfMac(shipped, shipped.boards.get('M1420')!)).toEqual(['M0420', 'M1420']);
	expect(identifiersOfMac(shipped, shipped.boards.get('J140KAP')!)).toEqual([
		'Mac-827FAC58A8FDFA22',
		'Mac-112818653D3AABFC',
		'J140KAP',
	]);
});

describe('how hits are ranked and limited', () => {
	test('case and surrounding spaces do not matter', () => {
		expect(targetsOf('  macbook NEO ')).toEqual(['J700AP']);
	});

	test('all words must match the same machine', () => {
		for (const { name } of macs('quadra 700')) {
			expect(name.toLowerCase()).toContain('quadra');
			expect(name).toContain('700');
		}
		expect(targetsOf('quadra 700')).toEqual(['M5920']);
	});

	test('an exact model identifier comes before longer ones', () => {
		expect(targetsOf('Mac14,2', 1)).toEqual(['J413AP']);
	});

	test('a hit shows the machine that matches best, not the first of its board', () => {
		expect(macs('Mac-F221BEC8 server 2012')[0]?.name).toBe('Mac Pro Server (Mid 2012)');
		expect(first('quicksilver 2002')).toBe('QuickSilver 2002');
	});

	test('a machine with exactly this name comes before machines with longer names', () => {
		expect(first('quicksilver')).toBe('QuickSilver');
	});

	test.each([
		['Macintosh LC', 'M0350'],
		['macintosh  se', 'M5010'],
		['Macintosh Portable', 'M5120'],
		['Mac II', 'M5000'],
		['mac se', 'M5010'],
	])('%p is a name, and finds %s before Macs with longer names', (query, id) => {
		expect(targetsOf(query, 1)).toEqual([id]);
	});

	test('names that start with the words of the query come next, then the rest', () => {
		const names = macs('Macintosh Classic').map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['Macintosh Classic', 'Macintosh Classic II']);
		expect(names.slice(2)).not.toContainEqual(expect.stringMatching(/^Macintosh Classic/));
		expect(names.length).toBeGreaterThan(2);
	});

	test('of equal hits, the newest machine comes first', () => {
		const days = macs('MacBook Air 13-inch Early 2015 2017').map(({ name }) => name);
		expect(days).toEqual([]);
		expect(targetsOf('Mac mini (M4', 2)).toEqual(['J773gAP', 'J773sAP']);
		expect(targetsOf('Mac Pro', 3)).toEqual(['J180dAP', 'Mac-27AD2F918AE68F61', 'Mac-F60DEB81FF30ACF6']);
	});

	test.each(['', '   ', 'no such machine', '\\'])('%p finds nothing', (query) => {
		expect(targetsOf(query)).toEqual([]);
	});
});

describe('releases and builds', () => {
	test.each([
		['Sonoma', '14'],
		['macOS 14', '14'],
		['14', '14'],
		['macos sonoma', '14'],
		['OS X Lion', '10.7'],
		['Mountain Lion', '10.8'],
		['Tiger', '10.4'],
		['mac os x 10.4', '10.4'],
		['Golden Gate', '27'],
		['14.7.2', '14.7.2'],
		['macOS 14.7.2', '14.7.2'],
		['140702', '14.7.2'],
		['10.15.0', '10.15'],
		['26.3.1 (a)', '26.3.1'],
		['23H311', '23H311'],
		['14.7.2 (23H311)', '23H311'],
		['Security Update 2021-003', '19H1217'],
	])('%p finds %s first', (query, expected) => {
		expect(targetsOf(query)[0]).toBe(expected);
	});

	test('the name of a system with several major versions finds all of these before their releases', () => {
		expect(targetsOf('System 7', 4)).toEqual(['7.6', '7.5', '7.1', '7.0']);
		expect(targetsOf('Mac OS 9', 3)).toEqual(['9.2', '9.1', '9.0']);
	});

	test('a machine without a number is found by its name', () => {
		expect(targetsOf('PowerBook 2400c')).toEqual(['PowerBook 2400c (180 and 240 MHz)']);
		expect(targetsOf('Twentieth Anniversary Mac')).toEqual(['Twentieth Anniversary Macintosh']);
		expect(targetsOf('power macintosh 5500/250', 1)[0]).toStartWith('Power Macintosh 5500');
	});

	test('a case number finds all of its boards and nothing else', () => {
		expect(targetsOf('A2337')).toEqual(['J313AP']);
		expect(targetsOf('A2442').toSorted()).toEqual(['J314cAP', 'J314sAP']);
		expect(targetsOf('A1418')).toHaveLength(9);
	});

	test('pages of results add up to the whole list', () => {
		const all = targetsOf('macbook');
		const pages = [0, 50, 100, 150, 200].flatMap((offset) =>
			search(shipped, 'macbook', offset, 50).hits.map(target),
		);
		expect(pages).toEqual(all);
		expect(search(shipped, 'macbook', 0, 1).total).toBe(all.length);
		expect(new Set(all).size).toBe(all.length);
	});

	test('builds of the server edition are not found', () => {
		const server = [...shipped.builds.values()].filter(({ kind }) => kind === 'server');
		expect(server.length).toBeGreaterThan(0);
		for (const { build } of server) expect(targetsOf(build)).not.toContain(build);
	});
});

describe('a name of a system', () => {
	const best = (query: string) => targetsOf(query, 3);

	test('comes before a build that is equal to its first word', () => {
		expect(best('Snow')[0]).toBe('10.6');
	});

	test('finds its releases before those of a system with a longer name', () => {
		const releases = (query: string) =>
			search(shipped, query, 0, 1000)
				.hits.filter(({ subject }) => subject.kind === 'release')
				.map(target);
		for (const [query, major, longer] of [
			['Leopard', '10.5', '10.6'],
			['OS X Lion', '10.7', '10.8'],
			['sierra', '10.12', '10.13'],
		] as const) {
			expect([query, best(query)[0]]).toEqual([query, major]);
			const majors = releases(query).map((version) => version!.split('.').slice(0, 2).join('.'));
			expect([query, majors.lastIndexOf(major) < majors.indexOf(longer)]).toEqual([query, true]);
		}
	});
});

const catalog = () => makeCatalog(smallData()).catalog!;

test('the index of a catalog is built once', () => {
	const searched = catalog();
	expect(searchIndex(searched)).toBe(searchIndex(searched));
	expect(search(searched, 'plus').hits).toEqual(search(catalog(), 'plus').hits);
});

test('an EMC number is one word, because some of them look like years', () => {
	const row = 'MacBook Pro with Touch Bar,J293AP,,list,\n';
	const { catalog } = makeCatalog(smallData(['names.csv', row, `EMC 1994,J293AP,,list,\n${row}`]));
	const found = (text: string) => search(catalog!, text).hits.map(({ name, exact }) => [name, exact]);
	for (const text of ['EMC 1994', 'emc1994', 'EMC: 1994', 'EMC No. 1994'])
		expect([text, found(text)]).toEqual([text, [['MacBook Pro', true]]]);
	expect([found('1994'), found('MacBook Pro 1994'), found('EMC 1995')]).toEqual([[], [], []]);
});
