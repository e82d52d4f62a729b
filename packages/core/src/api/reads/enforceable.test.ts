import { expect, test } from 'bun:test';
import { smallData } from '../../../../../test/small-data.ts';
import type { ListedRelease } from '../../catalog/apple-list.ts';
import { makeCatalog, withAppleList } from '../../catalog/make-catalog.ts';
import { readEnforceable } from './enforceable.ts';

const { catalog } = makeCatalog(smallData());
const listed = (
	version: string,
	build: string,
	until: string | null,
	...boards: string[]
): ListedRelease => ({
	version,
	build,
	until,
	boards,
});
const list = {
	seenOn: '2026-11-19',
	releases: [
		listed('11.0.1', '20B29', '2026-11-25', 'J152fAP'),
		listed('11.1', '20C69', '2027-02-14', 'J152FAP', 'J293AP'),
		listed('11.1', '20C69', '2027-02-15', 'J293AP'),
	],
};

function ask(mac: string, { query = '', today = '2026-11-19', known = true } = {}) {
	const served = withAppleList(catalog!, known ? list : null);
	const parameters = { mac };
	const answer = readEnforceable(served, { parameters, query, accept: null, today, policies: new Map() })!;
	return JSON.parse(answer.body as string);
}

test("a Mac has what Apple's list names it for, by any of its identifiers and in any letter case", () => {
	const versions = [
		{ version: '11.0.1', build: '20B29', until: '2026-11-25' },
		{ version: '11.1', build: '20C69', until: '2027-02-14' },
	];
	expect(ask('Mac-E1008331FDC96864')).toEqual({
		board_id: 'Mac-E1008331FDC96864',
		board_ids: ['Mac-E1008331FDC96864', 'J152FAP'],
		as_of: '2026-11-19',
		list_seen_on: '2026-11-19',
		versions,
		note: null,
	});
	expect(ask('J152FAP').versions).toEqual(versions);
});

test('a build that both sets list leaves the list on the later day', () => {
	expect(ask('J293AP').versions).toEqual([{ version: '11.1', build: '20C69', until: '2027-02-15' }]);
});

test('a Mac that the list does not name has no versions, which is not the same as a list that is not known', () => {
	expect(ask('M0001A').versions).toEqual([]);
	expect(ask('J293AP', { known: false })).toMatchObject({
		as_of: '2026-11-19',
		list_seen_on: null,
		versions: null,
		note: "Apple's list is not known: a service that follows the feeds reads it within minutes.",
	});
});

test('an old list has nothing whose day is over, and a day before the list has none', () => {
	expect(ask('J152FAP', { today: '2026-11-25' }).versions).toHaveLength(2);
	expect(ask('J152FAP', { today: '2026-11-26' })).toMatchObject({
		list_seen_on: '2026-11-19',
		versions: [{ version: '11.1' }],
	});
	expect(ask('J293AP', { query: 'as_of=2026-11-18' })).toMatchObject({
		versions: null,
		note: "Apple's list is known from `list_seen_on` on: earlier lists are not kept.",
	});
});

test('an unknown Mac and an invalid day are refused', () => {
	expect(ask('J999AP').code).toBe('board-unknown');
	expect(ask('J293AP', { query: 'as_of=today' }).code).toBe('bad-parameter');
});
