import { expect, test } from 'bun:test';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import fc from 'fast-check';
import { dataOfMajors } from '../../../test/feeds/recent-data.ts';
import { shippedFolder } from '../../../test/shipped-data.ts';
import { isFull, sized } from '../../../test/size.ts';
import { loadShipped } from '../../data/load.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import {
	feeds,
	type Memory,
	type Observation,
	type Readings,
	type RecordSeen,
	type ResponseSeen,
} from '../observation.ts';
import { groupsOf, makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { learn } from './learn.ts';
import { remember } from './remember.ts';

/** A usual run has a few major versions, whose catalog is made in a fifth of the time. */
const { tables, catalog: shipped } = isFull
	? loadShipped(shippedFolder)
	: dataOfMajors('10.15', '13', '26', '27');
/** Every run tries the same cases. For more or other cases: RULE_RUNS=2000 RULE_SEED=7. */
const runs = Number(process.env.RULE_RUNS ?? sized(12, 250));
const seed = Number(process.env.RULE_SEED ?? 20261116);
const patience = 600_000;
const seenAt = '2026-12-01T12:00:00Z';
const now = new Date(seenAt);

const boardIds = [...shipped.boards.keys()].filter((id) => /^J|^VM|^Mac-/.test(id));
const versions = [...shipped.majors.values()]
	.filter(({ era }) => era !== 'classic')
	.flatMap(({ releases }) => releases.map(({ version }) => version));

const board = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...boardIds) },
	fc.constantFrom(...boardIds).map((id) => id.toLowerCase()),
	fc.integer({ min: 900, max: 920 }).map((number) => `J${number}AP`),
	fc.constantFrom('J900ap', 'j900AP', 'X86LEGACYAP', 'X589AMLUAP', 'Mac-0123456789ABCDEF', 'VMA3MACOSAP'),
	fc.string({ maxLength: 12 }),
);
const boards = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(boardIds) },
	{ weight: 3, arbitrary: fc.subarray(boardIds) },
	fc.array(board, { maxLength: 20 }),
);
const version = fc.oneof(
	fc.constantFrom(...versions),
	fc.constantFrom(
		'27.3',
		'27.3.1',
		'27.1',
		'27.9',
		'28.0',
		'28.0.1',
		'29.0',
		'26.8',
		'26.3.3',
		'20.0',
		'10.15.9',
	),
	fc.tuple(fc.nat(40), fc.nat(12), fc.nat(9)).map(([a, b, c]) => `${a + 11}.${b}${c ? `.${c}` : ''}`),
);
const date = fc.oneof(
	fc.constantFrom('2026-11-30', '2026-12-01', '2026-12-02', '2001-01-01', '2099-12-31'),
	fc
		.date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
		.map((day) => day.toISOString().slice(0, 10)),
);
const build = fc
	.tuple(fc.integer({ min: 20, max: 29 }), fc.constantFrom('A', 'B', 'G'), fc.nat(9000))
	.map(([train, letter, number]) => `${train}${letter}${number}`);
const observation: fc.Arbitrary<Observation> = fc.record({
	feed: fc.constantFrom(...feeds),
	version,
	builds: fc.array(build, { maxLength: 2 }),
	date: fc.option(date),
	boards: fc.option(boards),
	expires: fc.option(date),
	seenAt: fc.constant(seenAt),
});
const machine = fc.record({
	feed: fc.constant('appledb' as const),
	board,
	name: fc.oneof(fc.constant('MacBook Pro'), fc.string()),
	model: fc.constantFrom('Mac99,1', 'MacBookPro17,1', 'J293AP', '', 'x'),
	introduced: fc.constantFrom('', '2026-11-01', 'soon'),
	seenAt: fc.constant(seenAt),
});
const bases = ['26.6.2', '26.6.1', '26.3.1', '13.4.1'].map((text) => shipped.releases.get(text)!);
const seldom = <T>(odd: fc.Arbitrary<T>) => fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, odd);
const response: fc.Arbitrary<ResponseSeen> = fc
	.record({
		feed: fc.constantFrom('apple', 'sofa'),
		kind: fc.constantFrom('bsi', 'rsr'),
		of: fc.constantFrom(...bases),
		version: seldom(version),
		letter: fc.constantFrom('a', 'b', 'z'),
		revision: fc.constantFrom('a', 'b', 'c'),
		baseBuild: seldom(build),
		date: seldom(date),
		boards,
		expires: fc.option(date),
		cves: fc.option(fc.subarray(['CVE-2026-300001', 'CVE-2026-300002', 'CVE-2026-20643', 'CVE-2019-1000'])),
		article: fc.constantFrom('', '150009', '126604'),
	})
	.map(({ of, revision, ...parts }) => {
		const base = of.builds[0]!.build;
		const [, train = '', number = ''] = /^(\d+[A-Z])(\d+)/.exec(base)!;
		return {
			...parts,
			version: parts.version ?? of.version,
			date: parts.date ?? '2026-11-30',
			baseBuild: parts.baseBuild ?? base,
			build: `${train}77${number.slice(-3).padStart(3, '0')}0${revision}`,
		};
	});
const named = fc.subarray(['15.8.2', '26.6.1', '26.7.2', '27.2', '27.3', '99.0']);
const record: fc.Arbitrary<RecordSeen> = fc.record({
	cve: fc.constantFrom('CVE-2026-300001', 'CVE-2026-65400', 'CVE-2026-112497', 'CVE-2019-1000'),
	state: fc.constantFrom('published', 'published', 'rejected'),
	updated: fc.constantFrom(
		'2026-10-26T20:35:00Z',
		'2026-11-29T10:00:00Z',
		'2026-11-30T10:00:00Z',
		'2099-01-01T00:00:00Z',
	),
	fixedIn: named,
	unsure: fc.constantFrom([], ['26.7.1']),
	impact: fc.constantFrom('', 'An app may read memory'),
	exploited: fc.constantFrom('', 'Apple is aware of a report'),
	ssvc: fc.constantFrom(null, {
		exploitation: 'active',
		automatable: 'no',
		technicalImpact: 'total',
		assessed: '',
	} as const),
	kevAdded: fc.constantFrom('', '2026-11-29'),
});
/** What the feeds say at one poll. */
const pollOfFeeds = fc.record({
	observations: fc.array(observation, { maxLength: 12 }),
	responses: fc.array(response, { maxLength: 6 }),
	machines: fc.array(machine, { maxLength: 4 }),
	records: fc.uniqueArray(record, { maxLength: 3, selector: ({ cve }) => cve }),
	vendorSilent: fc.boolean(),
});
type Poll = typeof pollOfFeeds extends fc.Arbitrary<infer One> ? One : never;

function readingsOf({ observations, machines, responses, records }: Poll): Readings {
	const readings: Readings = {};
	for (const feed of feeds)
		readings[feed] = {
			observations: observations.filter((entry) => entry.feed === feed),
			machines: feed === 'appledb' ? machines : [],
			responses: responses.filter((entry) => entry.feed === feed),
			allResponses: true,
			// A rejected record names nothing.
			...(feed === 'cve' && {
				records: records.map((seen) =>
					seen.state === 'rejected' ? { ...seen, fixedIn: [], unsure: [] } : seen,
				),
			}),
		};
	return readings;
}

/** Everything that must still be true: every board's releases, and the date of every release that is certain. */
function assertNothingLost(before: Catalog, after: Catalog): void {
	for (const [name, major] of before.majors)
		for (const { version, released, confidence, withdrawn } of major.releases) {
			const now = after.majors.get(name)?.byVersion.get(version);
			const isRevised = confidence !== 'high' && now !== undefined;
			if ((now?.released !== released && !isRevised) || now?.withdrawn !== withdrawn)
				throw new Error(`${version} changed`);
		}
	for (const [id, { support }] of before.boards)
		for (const [major, { releases }] of support) {
			const now = new Set(
				after.boards
					.get(id)
					?.support.get(major)
					?.releases.map(({ version }) => version),
			);
			for (const { version } of releases) if (!now.has(version)) throw new Error(`${id} lost ${version}`);
		}
	for (const { build, label, baseBuild, cves } of [...before.builds.values()].filter(isResponse)) {
		const now = after.builds.get(build);
		if (!now || !isResponse(now) || now.label !== label || now.baseBuild !== baseBuild)
			throw new Error(`${label} changed`);
		for (const cve of cves) if (!now.cves.includes(cve)) throw new Error(`${label} lost ${cve}`);
	}
	for (const { release, fixes } of before.security.lists.values())
		for (const { cve } of fixes)
			if (!after.security.cves.get(cve)?.fixedIn.some(({ version }) => version === release.version))
				throw new Error(`${release.version} lost ${cve}`);
	for (const [name, boards] of before.names)
		if (
			after.names
				.get(name)
				?.map(({ id }) => id)
				.join() !== boards.map(({ id }) => id).join()
		)
			throw new Error(`${name} stands for something else`);
}

test(
	'whatever the feeds say, poll after poll, shipped data neither disappears nor changes, and the tables stay valid',
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(pollOfFeeds, { minLength: 1, maxLength: 4 }), async (polls) => {
				let facts: readonly Fact[] = [];
				let catalog = shipped;
				let memory: Memory = {};
				let moment = now;
				for (const poll of polls) {
					const { vendorSilent } = poll;
					moment = new Date(moment.getTime() + 60_000);
					const readings = readingsOf(poll);
					memory = remember(memory, readings.apple!, catalog, moment);
					const lessons = learn({
						shipped,
						catalog,
						facts,
						readings,
						memory,
						lists: {},
						vendorSilent,
						now: moment,
					});
					const leaving = new Set(lessons.retracted.map(factKey));
					const trusted = facts.filter((fact) => !leaving.has(factKey(fact)));
					const next = await makeLearntCatalog(tables, trusted, groupsOf(lessons.facts));
					assertNothingLost(shipped, next.catalog);
					if (leaving.size === 0) assertNothingLost(catalog, next.catalog);
					expect(new Set(lessons.items.map(({ id }) => id)).size).toBe(lessons.items.length);
					const letters = [...next.catalog.builds.values()]
						.filter(isResponse)
						.map(({ baseBuild, letter }) => `${baseBuild} ${letter}`);
					expect(letters.length).toBe(new Set(letters).size);
					facts = next.facts;
					catalog = next.catalog;
				}
			}),
			{ numRuns: runs, seed },
		);
	},
	patience,
);

/** The result in a service that has not learned anything yet. */
function learnFirst(readings: Readings, vendorSilent: boolean) {
	return learn({ shipped, catalog: shipped, facts: [], readings, memory: {}, lists: {}, vendorSilent, now });
}

test(
	'the rules keep the tables valid without the fallback to single groups',
	async () => {
		await fc.assert(
			fc.asyncProperty(pollOfFeeds, async (poll) => {
				const { vendorSilent } = poll;
				const readings = readingsOf(poll);
				const lessons = learnFirst(readings, vendorSilent);
				const { refused } = await makeLearntCatalog(tables, [], groupsOf(lessons.facts));
				expect(refused).toEqual([]);
			}),
			{ numRuns: runs, seed },
		);
	},
	patience,
);

test(
	'readings that were learned bring nothing new when they are learned again',
	async () => {
		await fc.assert(
			fc.asyncProperty(pollOfFeeds, async (poll) => {
				const { vendorSilent } = poll;
				const readings = readingsOf(poll);
				const first = learnFirst(readings, vendorSilent);
				const { catalog, facts } = await makeLearntCatalog<Fact>(tables, [], groupsOf(first.facts));
				const later = new Date(now.getTime() + 3_600_000);
				const second = learn({
					shipped,
					catalog,
					facts,
					readings,
					memory: {},
					lists: {},
					vendorSilent,
					now: later,
				});
				const leaving = new Set(second.retracted.map(factKey));
				const relied = facts.filter((fact) => !leaving.has(factKey(fact)));
				const again = await makeLearntCatalog(tables, relied, groupsOf(second.facts));
				const third = learn({
					shipped,
					catalog: again.catalog,
					facts: again.facts,
					readings,
					memory: {},
					lists: {},
					vendorSilent,
					now: later,
				});
				expect(third.facts).toEqual([]);
			}),
			{ numRuns: runs, seed },
		);
	},
	patience,
);
