import { describe, expect, test } from 'bun:test';
import { type Edit, findingsAfter, smallData } from '../../../test/small-data.ts';
import { makeCatalog } from '../make-catalog.ts';

const catalogAfter = (...edits: Edit[]) => makeCatalog(smallData(...edits)).catalog!;

describe('builds', () => {
	test('a build that is there twice is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,', '20B29,'])).toEqual([
			'builds.csv:9: build: "20B29": expected a build that is not there yet; see line 8',
		]);
	});

	test('a build of no known release is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,11.0.1,', '20B50,11.2,'])).toEqual([
			'builds.csv:9: version: "11.2": expected a release of the release tables',
		]);
	});

	test('a build that came out before its release is reported', () => {
		expect(findingsAfter(['builds.csv', '8A428,10.4,2005-04-29', '8A428,10.4,2005-04-28'])).toEqual([
			'builds.csv:2: released: "2005-04-28": expected a day not before 2005-04-29, when 10.4 came out',
		]);
	});

	test('a Mac may have had a build from the factory before the release came out', () => {
		const catalog = catalogAfter();
		expect(catalog.builds.get('20A2411')).toMatchObject({ released: '2020-11-10', kind: 'factory' });
		expect(catalog.releases.get('11.0')?.released).toBe('2020-11-17');
	});

	test('text that is no build is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50', 'B50'])).toEqual([
			'builds.csv:9: build: "B50": expected a build such as 26C50',
		]);
	});

	test('a kind that is none is reported', () => {
		expect(findingsAfter(['builds.csv', '20B50,11.0.1,,release', '20B50,11.0.1,,beta'])).toEqual([
			'builds.csv:9: kind: "beta": expected one of release, factory, security update, supplemental, server',
		]);
	});

	test('boards that are neither all, nor a kind, nor identifiers are reported', () => {
		const expected = 'expected "all", one kind of board, identifiers of boards.csv, or nothing';
		expect(findingsAfter(['builds.csv', 'factory,,J293AP', 'factory,,J293AP;J999AP'])).toEqual([
			`builds.csv:7: boards: "J999AP": ${expected}`,
		]);
		expect(findingsAfter(['builds.csv', 'factory,,J293AP', 'factory,,J293AP;all'])).toEqual([
			`builds.csv:7: boards: "all": ${expected}`,
		]);
	});

	test('those without a day come after the others of their release', () => {
		const builds = catalogAfter().releases.get('11.0.1')?.builds;
		expect(builds?.map(({ build, released }) => [build, released])).toEqual([
			['20B29', '2020-11-12'],
			['20B50', null],
		]);
	});

	test('those of the server edition are known, and no builds of their release', () => {
		const catalog = catalogAfter();
		expect(catalog.builds.get('8S169')?.kind).toBe('server');
		expect(catalog.releases.get('10.4.11')?.builds.map(({ build }) => build)).toEqual([
			'8S165',
			'8S2167',
			'8S215',
		]);
	});

	test('say whom they are for: all, a kind, boards, or some that nobody lists', () => {
		const { builds } = catalogAfter();
		expect(['20B29', '8S2167', '20A2411', '20B50'].map((build) => builds.get(build)!.scope)).toEqual([
			'all',
			'intel',
			new Set(['J293AP']),
			'some',
		]);
	});
});
