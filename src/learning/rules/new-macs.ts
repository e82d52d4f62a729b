import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { day } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, type FactOf, factKey, factsOf, pairOf, saysSame } from '../facts/fact.ts';
import { modelShape, nameShape } from '../facts/fact-kinds.ts';
import type { MachineSeen } from '../observation.ts';
import { type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsMeant, idsMeant } from './listed-boards.ts';

/**
 * Names learned boards, including those of the `learnt` facts. A name that the feed has corrected since is replaced. Shipped boards keep
 * their names.
 */
export function nameBoards(
	{ shipped, catalog, facts: storedFacts, readings, now }: Evidence,
	learnt: readonly Fact[] = [],
): Lessons {
	const state = stating(now, catalog);
	const facts: FactOf<'machine'>[] = [];
	const joining = new Map(
		learnt.filter(({ kind }) => kind === 'board').map(({ subject }) => [fold(subject), subject]),
	);
	for (const machine of Object.values(readings).flatMap((reading) => reading.machines)) {
		const board = catalog.names.get(fold(machine.board))?.find(({ id }) => fold(id) === fold(machine.board));
		const id = board?.id ?? joining.get(fold(machine.board));
		if (id === undefined || shipped.boards.has(id)) continue;
		if (!isValid(machine)) continue;
		// Skip a model identifier that another board has: a mistake in a feed must not take it from a known Mac.
		const owners = catalog.names.get(fold(machine.model)) ?? [];
		if (owners.some((owner) => owner !== board)) continue;
		const value = { name: machine.name.trim(), introduced: machine.introduced };
		facts.push(state({ kind: 'machine', subject: id, object: machine.model, value, feed: machine.feed }));
	}
	const named = new Map(factsOf(storedFacts, 'machine').map((fact) => [factKey(fact), fact]));
	const factsByKey = new Map(facts.map((fact) => [factKey(fact), fact]));
	const boards = new Set(facts.map(({ subject }) => subject));
	return {
		facts: [...factsByKey].filter(([key, fact]) => !saysSame(named.get(key), fact)).map(([, fact]) => fact),
		items: [],
		// Names that the feed tells differently now are removed, unless a person accepted them.
		retracted: [...named]
			.filter(([key, fact]) => boards.has(fact.subject) && !saysSame(factsByKey.get(key), fact))
			.map(([, fact]) => fact),
	};
}

function isValid({ name, model, introduced }: MachineSeen): boolean {
	return (
		nameShape.test(name.trim()) &&
		modelShape.test(model) &&
		(introduced === '' || day.read(introduced) !== undefined)
	);
}

/**
 * Learns from AppleDB which release new Macs came with; no other feed tells. It is believed after a day, for known releases and known
 * Macs. Such a Mac runs the release, but is never told to update to it.
 */
export function learnFactory({ shipped, catalog, facts, readings, now }: Evidence): Lessons {
	const lessons = noLessons();
	const state = stating(now, catalog);
	const stored = new Set(facts.filter(({ kind }) => kind === 'factory').map(pairOf));
	// A release that the vendor lists for a Mac is an update for it, whatever release the Mac came with.
	const listed = new Set(
		(readings.apple?.observations ?? []).flatMap(({ version, boards }) =>
			[...idsMeant(catalog, boards ?? [])].map((id) => `${version}\t${id}`),
		),
	);
	lessons.retracted.push(...facts.filter((fact) => fact.kind === 'factory' && listed.has(pairOf(fact))));
	for (const { version, builds, date, boards, factory, seenAt } of readings.appledb?.observations ?? []) {
		const release = catalog.releases.get(version);
		const [build] = builds;
		if (!factory || !release || !build || now.getTime() - Date.parse(seenAt) < millisecondsOfDay) continue;
		// Skip builds that were an update for others, or that belong to another release.
		const before = catalog.builds.get(build);
		if (before && (before.kind !== 'factory' || before.version !== version)) continue;
		for (const { id, support } of boardsMeant(catalog, boards ?? [])) {
			const ofMajor = support.get(release.major);
			const isShipped = shipped.releases.has(version) && shipped.boards.has(id);
			const pair = `${version}\t${id}`;
			if (!ofMajor || isShipped || stored.has(pair) || listed.has(pair)) continue;
			// The Mac was already offered this release as an update.
			if (ofMajor.offered.includes(release)) continue;
			lessons.facts.push(state({ kind: 'runs', subject: version, object: id, feed: 'appledb' }));
			lessons.facts.push(
				state({
					kind: 'factory',
					subject: version,
					object: id,
					value: { build, released: date ?? '' },
					feed: 'appledb',
				}),
			);
		}
	}
	return lessons;
}
