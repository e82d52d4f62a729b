import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from '../../../../test/shipped-data.ts';
import { builtInPolicies } from '../advice/policy/named-policies.ts';
import { readAdvice } from '../api/reads/advice.ts';
import { enforcementOf } from '../api/reads/enforce.ts';
import { readTablesOfData } from '../api/reads/exports.ts';
import { readExposure } from '../api/reads/exposure.ts';
import { searchResults } from '../api/reads/search.ts';
import { makeDocument, type Piece } from '../catalog/document.ts';
import { tablesOf } from '../catalog/make-catalog.ts';
import { handler } from '../http/handler.ts';
import type { Enforcement } from '../integrations/enforce/formats.ts';
import { notCoveredRecords } from '../integrations/enforce/not-covered.ts';
import { advise, exposureOf } from './advice.ts';
import { enforce } from './enforce.ts';
import * as main from './main.ts';
import { closeByMeaning, findMacs, search } from './names.ts';
import { openTables, readTables, tablesOf as rowsOf } from './tables.ts';

const documentOf = (piece: Piece) => makeDocument(tablesOf(shipped), shipped.dataVersion, piece);
const lookup = documentOf('lookup');
const names = documentOf('names');
const security = documentOf('security');
const macs = main.openCatalog([lookup, names, security]);
const today = '2026-11-19';

/** What the service answers to a read, as it is parsed. */
function asked(read: typeof readAdvice | typeof readExposure, item: string, query: string) {
	const answer = read(shipped, {
		parameters: { board_version: item },
		query,
		accept: null,
		today,
		policies: builtInPolicies,
	})!;
	return JSON.parse(answer.body);
}

test('the main entry has at most 15 names, types included', () => {
	expect(Object.keys(main).toSorted()).toEqual(['DataRefused', 'isMiss', 'openCatalog']);
	const source = readFileSync(join(import.meta.dir, 'main.ts'), 'utf8');
	const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names]) => names!.split(','));
	expect(source.match(/^export /gm)).toHaveLength(lists.length);
	expect(lists.flat().length).toBeLessThanOrEqual(15);
});

describe('names', () => {
	test('a name as people write it is found', () => {
		expect(findMacs(macs, 'MacBook Air (M1, 2020)')).toEqual([
			{ board: 'J313AP', machines: ['MacBook Air (M1, 2020)'], modelIdentifiers: ['MacBookAir10,1'] },
		]);
		expect(findMacs(macs, 'a toaster')).toEqual([]);
	});

	test('a search has the results of the service', () => {
		for (const query of ['m1 air', '14.7.2', '  which macs run 26 ', '23H311', 'macbok'])
			expect(search(macs, query)).toEqual(searchResults(shipped, query.trim(), { limit: 20 }));
	});

	test('close names by meaning need no more than names', () => {
		expect(main.openCatalog([lookup, names], { findClose: closeByMeaning }).majors('m1 air')).toEqual({
			miss: 'unknown-board',
			board: 'm1 air',
			close: ['J313AP'],
			excluded: null,
		});
	});
});

test('a search refuses what the service refuses', () => {
	expect(() => search(macs, 'x'.repeat(1_000_000))).toThrow(
		new TypeError('query has 1000000 characters: expected at most 100'),
	);
	for (const limit of [-1, 0, 1.5, Number.NaN, 1e9])
		expect(() => search(macs, 'm1', { limit })).toThrow(
			`limit is ${limit}: expected a whole number from 1 to`,
		);
	expect(() => search(macs, 'm1', { offset: -5 })).toThrow('offset is -5: expected a whole number from 0 to');
});

test('rows are not given from a catalog that lacks some', () => {
	expect(() => rowsOf(macs)).toThrow(/sources\.json is missing/);
	expect(() => rowsOf(main.openCatalog(lookup))).toThrow(/names\.json is missing/);
});

describe('advice', () => {
	const items = ['J293AP:14.7.2', 'J293AP:23H311', 'J413AP:26.0', 'A1001:10.4.11', 'J293AP:14.7.99'];

	test('is that of the service, for a policy and without one', () => {
		for (const item of items) {
			expect<unknown>(advise(macs, item, { today })).toEqual(asked(readAdvice, item, ''));
			const terms = { behind: 1, graceDays: 14 };
			const { policy: _, ...record } = asked(readAdvice, item, 'behind=1&grace_days=14');
			expect<unknown>(advise(macs, item, { today, terms })).toEqual({ ...record, policy: null });
		}
	});

	test('exposure is that of the service', () => {
		for (const item of items) {
			const { type: _, title: __, status: ___, code, ...record } = asked(readExposure, item, '');
			expect<unknown>(exposureOf(macs, item, { today })).toEqual(
				code ? { problem: code, ...record } : record,
			);
		}
	});

	test('what cannot be answered is a problem with its code', () => {
		expect(advise(macs, 'zzz:14.7.2', { today })).toEqual({
			problem: 'board-unknown',
			detail: 'there is no board "zzz"',
			suggestions: [],
		});
		expect(exposureOf(macs, 'J293AP', { today })).toEqual({
			problem: 'not-found',
			detail: '"J293AP" is not a Mac and what it runs: expected for example J293AP:14.7.2',
		});
	});
});

describe('a mistake of the program is refused, because the answer would be wrong', () => {
	const item = 'J293AP:14.7.2';
	const ask = {
		advise: (day: string) => advise(macs, item, { today: day }),
		exposureOf: (day: string) => exposureOf(macs, item, { today: day }),
		enforce: (day: string) => enforce(macs, { policy: 'n-1', format: 'ddm', today: day }),
	};

	test.each(Object.entries(ask))('%s: a text that is no day, also a moment', (_, asked) => {
		for (const day of ['yesterday', '', '2026-02-30', '2026-11-19T10:00:00Z', undefined])
			expect(() => asked(day as string)).toThrow(
				new TypeError(`today is ${JSON.stringify(day)}: expected a day such as 2026-11-19`),
			);
	});

	test.each<[object, string]>([
		[{ behind: -1 }, 'behind is -1: expected a whole number from 0 to 99'],
		[{ behind: 1.5 }, 'behind is 1.5: expected a whole number from 0 to 99'],
		[{ graceDays: Number.NaN }, 'graceDays is NaN: expected a whole number from 0 to 3650'],
		[{ deferDays: null }, 'deferDays is null: expected a whole number from 0 to 3650'],
		[{ exclude: ['Sonoma'] }, 'exclude is Sonoma: expected at most 100 versions such as 26.6.1'],
		[{ exclude: '14.7.2' }, 'exclude is 14.7.2: expected at most 100 versions such as 26.6.1'],
		[
			{ grace_days: 14 },
			'there is no term "grace_days": expected one of behind, deferDays, deferMajorDays, exclude, graceDays, exploitedGraceDays, enrollmentGraceDays',
		],
	])('terms %p', (terms, message) => {
		const policies = new Map([['own', { description: null, terms }]]);
		expect(() => advise(macs, item, { today, terms })).toThrow(new TypeError(message));
		expect(() => enforce(macs, { policy: 'own', policies, format: 'ddm', today })).toThrow(
			new TypeError(`policy own: ${message}`),
		);
		const { catalog } = macs;
		expect(() => handler({ catalog, today, policies })).toThrow(new TypeError(`policy own: ${message}`));
	});

	test('terms that are absent, null or spelled otherwise are those of a service', () => {
		const terms = { behind: undefined, graceDays: null, exclude: ['27.2.0'] } as never;
		const { policy: _, ...record } = asked(readAdvice, item, 'exclude=27.2');
		expect<unknown>(advise(macs, item, { today, terms })).toEqual({ ...record, policy: null });
	});
});

test('files for device management are those of the service', () => {
	for (const format of ['ddm', 'nudge', 'fleet'] as const) {
		const service = enforcementOf(shipped, {
			policies: builtInPolicies,
			enforcementAsked: { policy: 'n-1', format },
			asOf: today,
		}) as Enforcement;
		expect(enforce(macs, { policy: 'n-1', format, today })).toEqual({
			files: service.files,
			notices: service.notices,
			notCovered: notCoveredRecords(service.notCovered),
		});
	}
	expect(enforce(macs, { policy: 'n-2', format: 'ddm', today })).toEqual({
		problem: 'policy-unknown',
		detail: 'there is no policy "n-2"',
		policies: ['latest', 'n-1'],
	});
});

test('rows as a service tells them are opened as the same data', () => {
	const { tables } = JSON.parse(readTablesOfData(shipped, {} as never)!.body);
	const read = readTables(new Map(Object.entries<string>(tables)));
	expect(read.findings).toEqual([]);
	expect(openTables(read.tables).macs!.dataVersion).toBe(shipped.dataVersion);
});

test('a catalog without the data of an entry is refused, because its answers would lack something', () => {
	const alone = main.openCatalog(lookup);
	const missing = (piece: string) =>
		`open the catalog with lookup.json and ${piece}.json: ${piece}.json is missing`;
	expect(() => search(alone, 'air')).toThrow(missing('names'));
	expect(() => findMacs(alone, 'air')).toThrow(missing('names'));
	expect(() => advise(alone, 'J293AP:14.7.2', { today })).toThrow(missing('security'));
	expect(() => exposureOf(alone, 'J293AP:14.7.2', { today })).toThrow(missing('security'));
	expect(() => enforce(alone, { policy: 'n-1', format: 'ddm', today })).toThrow(missing('security'));
});
