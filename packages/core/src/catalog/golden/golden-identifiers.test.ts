import { describe, expect, test } from 'bun:test';
import { boardsOf, latestOf, majorsOf, releasesOf, stepFrom } from '../../../../../test/ask.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import type { BoardKind } from '../catalog.ts';
import { releasesOfBoard } from '../lookup.ts';

describe('virtual machines', () => {
	test('an Intel virtual machine has 10.6 to 10.15 and 11 to 26', () => {
		expect(majorsOf('VMM-x86_64')).toBe(
			'10.6 10.7 10.8 10.9 10.10 10.11 10.12 10.13 10.14 10.15 11 12 13 14 15 26',
		);
	});

	test('an Apple silicon virtual machine has 12 and later', () => {
		expect(majorsOf('VMA2MACOSAP')).toStartWith('12 13 14 15 26 27');
	});

	test('virtual machines have no factory releases', () => {
		expect(stepFrom('VMA2MACOSAP', '12.0')).toBe('release-not-for-board');
		expect(stepFrom('VMM-x86_64', '11.0')).toBe('release-not-for-board');
		expect(releasesOf('VMM-x86_64', '11').split(' ')[0]).toBe('11.0.1');
	});

	test('the 10.x rows of the Intel virtual machine are marked as given by the contract', () => {
		const support = [...(shipped.boards.get('VMM-x86_64')?.support.values() ?? [])];
		const contractSupport = support.filter(({ ranges }) => ranges[0]?.sources.includes('contract'));
		expect(contractSupport.map(({ major }) => major.name).join(' ')).toBe(
			'10.6 10.7 10.8 10.9 10.10 10.11 10.12 10.13 10.14 10.15',
		);
		expect(new Set(contractSupport.flatMap(({ ranges }) => ranges.map((range) => range.confidence)))).toEqual(
			new Set(['low']),
		);
	});
});

describe('the two identifiers of a T2 Mac', () => {
	test('both have records and name each other', () => {
		expect(shipped.boards.get('J152FAP')?.twins).toEqual(['Mac-E1008331FDC96864']);
		expect(shipped.boards.get('Mac-E1008331FDC96864')?.twins).toEqual(['J152FAP']);
	});

	test('both have the same records, from the system the Mac was sold with', () => {
		for (const id of ['J152FAP', 'Mac-E1008331FDC96864']) {
			expect(majorsOf(id)).toBe('10.15 11 12 13 14 15 26');
			expect(releasesOf(id, '10.15').split(' ')[0]).toBe('10.15.1');
			expect(releasesOf(id, '11').split(' ')[0]).toBe('11.0.1');
		}
	});

	test('all sixteen have the union of what their board IDs run', () => {
		const t2 = [...shipped.boards.values()].filter(({ kind }) => kind === 't2');
		expect(t2).toHaveLength(16);
		for (const board of t2) {
			const union = new Set(board.twins.flatMap((twin) => releasesOfBoard(shipped.boards.get(twin)!)));
			expect(new Set(releasesOfBoard(board))).toEqual(union);
		}
	});

	test('one J identifier can stand for two board IDs', () => {
		expect(shipped.boards.get('J140KAP')?.twins).toEqual(['Mac-112818653D3AABFC', 'Mac-827FAC58A8FDFA22']);
		expect(latestOf('J140KAP', '14')).toBe(latestOf('J293AP', '14'));
	});
});

describe('how many there are', () => {
	test.each<[BoardKind, number]>([
		['intel', 138],
		['t2', 16],
		['virtual-machine', 2],
		['model-number', 114],
	])('boards of kind %s: %i', (kind, count) => {
		expect([...shipped.boards.values()].filter((board) => board.kind === kind)).toHaveLength(count);
	});

	test('boards of kind apple-silicon: at least 59', () => {
		const boards = [...shipped.boards.values()].filter((board) => board.kind === 'apple-silicon');
		expect(boards.length).toBeGreaterThanOrEqual(59);
	});

	test('releases before 10.0: 51; from 10.0 on: at least 290', () => {
		const count = (dataSet: string) =>
			[...shipped.majors.values()]
				.filter((major) => major.dataSet === dataSet)
				.reduce((sum, major) => sum + major.releases.length, 0);
		expect(count('legacy')).toBe(51);
		expect(count('primary')).toBeGreaterThanOrEqual(290);
	});

	test.each([
		['10.13', 79],
		['10.15', 83],
		['11', 74],
		['13', 70],
		['15', 79],
	])('%s runs on %i boards', (major, count) => {
		expect(boardsOf(major)).toHaveLength(count);
	});
});

describe('what a board is called', () => {
	test('a board of two models carries every name and day, the oldest machine first', () => {
		const machines = shipped.boards.get('Mac-F221BEC8')?.machines ?? [];
		expect(machines.map(({ introduced, name }) => `${introduced} ${name}`)).toEqual([
			'2009-03-09 Mac Pro (Early 2009)',
			'2010-08-16 Mac Pro (Mid 2010)',
			'2010-11-05 Mac Pro Server (Mid 2010)',
			'2012-06-11 Mac Pro (Mid 2012)',
			'2012-06-11 Mac Pro Server (Mid 2012)',
		]);
	});

	test('a board is named after its oldest machine', () => {
		expect(shipped.boards.get('Mac-937A206F2EE63C01')?.machines[0]?.name).toBe(
			'MacBook Pro (15-inch, Mid 2018)',
		);
	});

	test('a board knows its model identifiers and the day of its oldest machine', () => {
		const board = shipped.boards.get('Mac-F221BEC8');
		expect(board?.modelIdentifiers).toEqual(['MacPro4,1', 'MacPro5,1']);
		expect(board?.introduced).toBe('2009-03-09');
	});

	test('the Network Servers, which run AIX alone, are left out', () => {
		expect(majorsOf('M3354')).toBe('unknown-board');
		expect(shipped.excluded.get('m3354')).toBe('Network Server 500 and 700: run AIX only, no Mac system');
	});
});

describe('uncertainty stays visible', () => {
	test('a date known to the month says so and names the rejected day', () => {
		const release = shipped.majors.get('9.0')?.byVersion.get('9.0.3');
		expect(release).toMatchObject({
			released: '2000-03-01',
			precision: 'month',
			confidence: 'medium',
			disputed: ['2000-03-24 (AppleDB)'],
		});
	});

	test('a release known from CVE records alone has no build and less confidence', () => {
		const release = shipped.majors.get('27')?.byVersion.get('27.2');
		expect(release).toMatchObject({ released: '2026-10-26', confidence: 'medium', builds: [] });
	});

	test('a release with several builds lists them', () => {
		const builds = shipped.majors.get('13')?.byVersion.get('13.6.2')?.builds;
		expect(builds?.map(({ build }) => build)).toEqual(['22G320', '22G2321']);
	});
});
