import { expect, test } from 'bun:test';
import type { SecurityResponse } from '@pointrelease/core/src/catalog/catalog.ts';
import { catalogOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { worldFolder } from '../../../test/world.ts';
import { loadShipped } from '../../data/load.ts';
import type { Fact } from '../facts/fact.ts';
import type { Memory, Observation, ResponseSeen } from '../observation.ts';
import { makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { learn } from './learn.ts';
import { remember } from './remember.ts';
import { findListedAgain } from './vanished.ts';

const shippedTables = loadShipped(worldFolder).tables;
const { version, released } = shippedTables.primaryReleases.at(-1)!;
const [base, build] = ['26B100', '26B771000a'];
/** Tables with a response of the newest release. */
const tables = {
	...shippedTables,
	builds: [
		...shippedTables.builds,
		{ ...shippedTables.builds.at(-1)!, build: base, version, released, boards: ['all'] },
	],
	securityResponses: [
		...shippedTables.securityResponses,
		{
			...shippedTables.securityResponses.at(-1)!,
			version,
			letter: 'a',
			build,
			base_build: base,
			released: '2026-11-20',
			boards: ['all'],
			superseded_by: null,
		},
	],
};
const shipped = catalogOf(tables).catalog!;
const seenAt = '2026-12-01T12:00:00Z';
const boards = ['J293AP'];
const release: Observation = {
	feed: 'apple',
	version: version.canonical,
	builds: [base],
	date: released,
	boards,
	seenAt,
	expires: null,
};
const response: ResponseSeen = {
	feed: 'apple',
	kind: 'bsi',
	version: version.canonical,
	letter: 'a',
	build,
	baseBuild: base,
	date: '2026-11-20',
	boards,
	expires: '2027-02-01',
	cves: null,
	article: '',
};

test('a shipped response that the vendor drops is held for review; so is its return after it was withdrawn', async () => {
	let memory: Memory = {};
	let minutes = 0;
	const reading = (responses: readonly ResponseSeen[]) => ({
		observations: [release],
		machines: [],
		responses,
		allResponses: true,
	});
	const heldItems = (responses: readonly ResponseSeen[]) => {
		const now = new Date(Date.parse(seenAt) + 60_000 * minutes++);
		const apple = reading(responses);
		memory = remember(memory, apple, shipped, now);
		const evidence = { shipped, catalog: shipped, facts: [], lists: {}, vendorSilent: false, now };
		return learn({ ...evidence, readings: { apple }, memory }).items;
	};
	expect([heldItems([response]), heldItems([])]).toEqual([[], []]);
	const [item, ...others] = heldItems([]);
	expect([item?.reason, item?.subject, others]).toEqual(['release-disappears', '27.2 (a)', []]);
	expect(heldItems([response])).toEqual([]);

	const accepted: Fact[] = item!.facts.map((fact) => ({ ...fact, accepted: true }));
	const { catalog } = await makeLearntCatalog(tables, accepted, []);
	expect((catalog.builds.get(build) as SecurityResponse).withdrawn).toBe(true);
	const [again] = findListedAgain(catalog, reading([response]), accepted);
	expect([again?.reason, again?.subject, again?.facts]).toEqual(['listed-again', '27.2 (a)', accepted]);
	expect(findListedAgain(catalog, reading([]), accepted)).toEqual([]);
});
