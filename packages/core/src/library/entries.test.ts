import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { builtInPolicies } from '../advice/policy/named-policies.ts';
import { readAdvice } from '../api/reads/advice.ts';
import { enforcementOf } from '../api/reads/enforce.ts';
import { readExposure } from '../api/reads/exposure.ts';
import { searchResults } from '../api/reads/search.ts';
import { makeDocument, type Piece } from '../catalog/document.ts';
import { tablesOf } from '../catalog/make-catalog.ts';
import type { Enforcement } from '../integrations/enforce/formats.ts';
import { notCoveredRecords } from '../integrations/enforce/not-covered.ts';
import { advise, exposureOf } from './advice.ts';
import { enforce } from './enforce.ts';
import * as main from './main.ts';
import { closeByMeaning, findMacs, search } from './names.ts';

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

test('the main entry has few names', () => {
	expect(Object.keys(main).toSorted()).toEqual(['DataRefused', 'isMiss', 'openCatalog']);
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
			expect(search(macs, query)).toEqual(searchResults(shipped, query.trim(), 20, 0));
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
