import { describe, expect, test } from 'bun:test';
import { catalogOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { printTable, shapes, type TableName } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { worldFolder as folder } from '../../../test/world.ts';
import { loadShipped, readFolder } from '../../data/load.ts';
import type { Fact, FactKind } from '../facts/fact.ts';
import { learntTables } from './learnt-tables.ts';

const { tables: shipped } = loadShipped(folder);
const catalog = catalogOf(shipped).catalog!;

function fact(
	kind: FactKind,
	subject: string,
	object = '',
	value: Fact['value'] = '',
	more: Pick<Partial<Fact>, 'accepted' | 'feed' | 'seen'> = {},
) {
	return {
		kind,
		subject,
		object,
		value,
		feed: 'apple',
		seen: '2026-12-01T12:00:00Z',
		accepted: false,
		...more,
	} as Fact;
}
const built = (...facts: Fact[]) => catalogOf(learntTables(shipped, facts)).catalog!;
const newest = ['J293AP', 'J313AP'].map((board) => fact('runs', '27.3', board));
const release = [fact('release', '27.3', '', '2026-11-30'), ...newest];

describe('putting facts into the tables', () => {
	test('without facts gives the shipped data version', () => {
		expect(built().dataVersion).toBe(catalog.dataVersion);
	});

	test('a person corrects the day of a classic release while the tables give the one that was corrected', () => {
		const corrected = (was: string) =>
			built(
				fact('corrected', '9.2.2', 'date', { date: '2001-12-04', shipped: was }, { accepted: true }),
			).releases.get('9.2.2')!;
		expect([corrected('2001-12-05').released, corrected('2001-12-06').released]).toEqual([
			'2001-12-04',
			'2001-12-05',
		]);
		expect(corrected('2001-12-05').disputed).toContain('2001-12-05 (as shipped)');
	});

	test('gives the same data version whatever the order of the facts', () => {
		expect(built(...release.toReversed()).dataVersion).toBe(built(...release).dataVersion);
	});

	test('ignores facts that repeat or contradict the tables', () => {
		const shippedNames = [
			fact('release', '27.2', '', '2020-01-01'),
			fact('runs', '27.2', 'J293AP'),
			fact('runs', '26.3.2', 'J293AP'),
			fact('board', 'J293AP', '', 'intel'),
			fact('machine', 'J293AP', 'Mac1,1', { name: 'Wrong', introduced: '' }),
			fact('build', '26.6.2', '25G83'),
			fact('disputed', '27.2', '2020-01-01', 'apple'),
		];
		expect(built(...shippedNames).dataVersion).toBe(catalog.dataVersion);
	});

	test('ignores a board without releases, and a release without boards', () => {
		const idle = [fact('board', 'J900AP', '', 'apple-silicon'), fact('release', '27.3', '', '2026-11-30')];
		expect(built(...idle).dataVersion).toBe(catalog.dataVersion);
	});

	test('closes the range of a new board that skipped a release', () => {
		const board = fact('board', 'J900AP', '', 'apple-silicon');
		const support = built(board, fact('runs', '27.0.1', 'J900AP'))
			.boards.get('J900AP')!
			.support.get('27')!;
		expect(support.releases.map(({ version }) => version)).toEqual(['27.0.1']);
		expect(support.ranges[0]?.last).toBe('27.0.1');
	});

	test('gives a new build of a known release its day, and the scope "some" if the release has another build', () => {
		const { builds } = built(
			fact('build', '27.2', '26B100', '2026-10-26'),
			fact('build', '27.2', '26B2100', '2026-11-28'),
		);
		expect(builds.get('26B100')).toMatchObject({ version: '27.2', released: '2026-10-26', scope: 'some' });
		expect(builds.get('26B2100')).toMatchObject({ released: '2026-11-28', kind: 'release' });
	});

	test('dates no build before its release, and none that a feed did not date', () => {
		const { builds } = built(
			fact('build', '27.2', '26B100', '2026-10-01'),
			fact('build', '26.7.2', '25G330'),
		);
		expect(builds.get('26B100')?.released).toBe('2026-10-26');
		expect(builds.get('25G330')).toMatchObject({ released: null, scope: 'all' });
	});

	test('leaves a build with the release that had it first', () => {
		const { builds, releases } = built(
			...release,
			fact('build', '27.3', '26A434', '2026-11-30'),
			fact('build', '27.2', '26C50', '2026-10-26'),
			fact('build', '27.3', '26C50', '2026-11-30'),
		);
		expect(builds.get('26A434')?.version).toBe('27.0.1');
		expect(builds.get('26C50')?.version).toBe('27.2');
		expect(releases.get('27.3')?.builds).toEqual([]);
	});

	test('records the moment at which something was learned', () => {
		const { changes } = learntTables(shipped, release);
		expect(changes.at(-1)).toMatchObject({
			changed: '2026-12-01T12:00:00Z',
			what: 'Learned: new releases 27.3',
		});
		expect(built(...release).changed).toBe('2026-12-01T12:00:00Z');
	});
});

describe('printing tables', () => {
	const names = Object.keys(shapes) as TableName[];

	test('gives the shipped files back, byte for byte', () => {
		const texts = readFolder(folder);
		for (const name of names) expect(printTable(name, shipped) === texts.get(shapes[name].file)).toBe(true);
	});

	test('adds lines for learned facts and leaves all other lines alone', () => {
		const tables = learntTables(shipped, [
			...release,
			fact('build', '27.3', '26C50', '2026-11-30'),
			fact('board', 'J900AP', '', 'apple-silicon'),
			fact('runs', '27.3', 'J900AP'),
		]);
		for (const name of names) {
			const before = printTable(name, shipped).split('\n');
			const after = new Set(printTable(name, tables).split('\n'));
			expect(before.filter((line) => !after.has(line))).toEqual([]);
		}
		const added = names.flatMap((name) => {
			const before = new Set(printTable(name, shipped).split('\n'));
			return printTable(name, tables)
				.split('\n')
				.filter((line) => !before.has(line));
		});
		expect(added).toEqual([
			'J900AP,apple-silicon,,,,,,,medium,gdmf:2026-12-01,',
			'27,27.3,2026-11-30,day,medium,,,J293AP;J313AP;J900AP,gdmf:2026-12-01,',
			'J900AP,27,27.3,,high,gdmf:2026-12-01,',
			'26C50,27.3,2026-11-30,release,,all,gdmf:2026-12-01,',
			'2026-12-01T12:00:00Z,Learned: new releases 27.3; new boards J900AP',
		]);
	});
});
