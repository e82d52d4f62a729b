import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { sized } from '../../../test/size.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { loadShipped } from '../../catalog/load.ts';
import { catalogOf } from '../../catalog/make-catalog.ts';
import { readApple } from '../../feeds/sources/apple.ts';
import { readBuild, readDevices, readIndex } from '../../feeds/sources/appledb.ts';
import { readSofa } from '../../feeds/sources/sofa.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import { feeds, type Memory, type Observation, type Readings } from '../observation.ts';
import { groupsOf, makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { learn } from './learn.ts';
import { remember } from './remember.ts';

const { tables } = loadShipped(new URL('../../../data', import.meta.url).pathname);
const shipped = catalogOf(tables).catalog!;
/** The same cases every time; more of them, or others, by hand: RULE_RUNS=2000 RULE_SEED=7. */
const runs = Number(process.env.RULE_RUNS ?? sized(25, 250));
const seed = Number(process.env.RULE_SEED ?? 20261116);
const patience = 600_000;
const seenAt = '2026-12-01T12:00:00Z';
const now = new Date(seenAt);

const known = [...shipped.boards.keys()].filter((id) => /^J|^VM|^Mac-/.test(id));
const versions = [...shipped.majors.values()]
	.filter(({ era }) => era !== 'classic')
	.flatMap(({ releases }) => releases.map(({ version }) => version));

const board = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...known) },
	fc.constantFrom(...known).map((id) => id.toLowerCase()),
	fc.integer({ min: 900, max: 920 }).map((number) => `J${number}AP`),
	fc.constantFrom('J900ap', 'j900AP', 'X86LEGACYAP', 'X589AMLUAP', 'Mac-0123456789ABCDEF', 'VMA3MACOSAP'),
	fc.string({ maxLength: 12 }),
);
const boards = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(known) },
	{ weight: 3, arbitrary: fc.subarray(known) },
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
/** What the feeds say at one poll. */
const said = fc.record({
	observations: fc.array(observation, { maxLength: 12 }),
	machines: fc.array(machine, { maxLength: 4 }),
	vendorSilent: fc.boolean(),
});

function readingsOf(observations: readonly Observation[], machines: never[] | readonly unknown[]): Readings {
	const readings: Readings = {};
	for (const feed of feeds)
		readings[feed] = {
			observations: observations.filter((seen) => seen.feed === feed),
			machines: feed === 'appledb' ? (machines as never[]) : [],
		};
	return readings;
}

/** Everything that must still be true: every board's releases, and every release's date. */
function assertNothingLost(before: Catalog, after: Catalog): void {
	for (const [name, major] of before.majors)
		for (const { version, released, withdrawn } of major.releases) {
			const now = after.majors.get(name)?.byVersion.get(version);
			if (now?.released !== released || now.withdrawn !== withdrawn) throw new Error(`${version} changed`);
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
	'whatever the feeds say, poll after poll, nothing known is lost or moved and the tables stay sound',
	async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 4 }), async (polls) => {
				let facts: readonly Fact[] = [];
				let catalog = shipped;
				let memory: Memory = {};
				let moment = now;
				for (const { observations, machines, vendorSilent } of polls) {
					moment = new Date(moment.getTime() + 60_000);
					const readings = readingsOf(observations, machines);
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
					const relied = facts.filter((fact) => !leaving.has(factKey(fact)));
					const sound = await makeLearntCatalog(tables, relied, groupsOf(lessons.facts));
					assertNothingLost(shipped, sound.catalog);
					if (leaving.size === 0) assertNothingLost(catalog, sound.catalog);
					expect(new Set(lessons.items.map(({ id }) => id)).size).toBe(lessons.items.length);
					facts = sound.facts;
					catalog = sound.catalog;
				}
			}),
			{ numRuns: runs, seed },
		);
	},
	patience,
);

/** What a service that has learnt nothing yet makes of it. */
function learnFirst(readings: Readings, vendorSilent: boolean) {
	return learn({ shipped, catalog: shipped, facts: [], readings, memory: {}, lists: {}, vendorSilent, now });
}

test(
	'the rules alone keep the tables sound: the fallback to single groups is not needed',
	async () => {
		await fc.assert(
			fc.asyncProperty(said, async ({ observations, machines, vendorSilent }) => {
				const readings = readingsOf(observations, machines);
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
	'learning twice from the same is learning once',
	async () => {
		await fc.assert(
			fc.asyncProperty(said, async ({ observations, machines, vendorSilent }) => {
				const readings = readingsOf(observations, machines);
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

test(
	'whatever bytes a feed sends, its adapter gives a reading or one line that says what is wrong',
	() => {
		const text = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.json(),
			fc.json().map((inner) => `{"PublicAssetSets":{"macOS":[${inner}]},"AssetSets":{"macOS":[]}}`),
			fc.json().map((inner) => `{"OSVersions":[{"SecurityReleases":[${inner}]}]}`),
			fc.json().map((inner) => `[{"key":"Mac1,1","name":"x","board":${inner}}]`),
		);
		const bytes = fc.oneof(
			text.map((words) => new TextEncoder().encode(words)),
			fc.uint8Array({ maxLength: 200 }),
		);
		const adapters = [
			(data: Uint8Array) => readApple(data, seenAt),
			(data: Uint8Array) => readSofa(data, seenAt),
			(data: Uint8Array) => readBuild(data, [], seenAt),
			readIndex,
			readDevices,
		];
		fc.assert(
			fc.property(bytes, (data) => {
				for (const read of adapters) {
					try {
						read(data);
					} catch (thrown) {
						if (!(thrown instanceof Failure) || !/^\$[^\n]*$/.test(thrown.message)) throw thrown;
					}
				}
			}),
			{ numRuns: 20 * runs, seed },
		);
	},
	patience,
);
