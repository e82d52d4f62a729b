import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { type Fact, type FactOf, factKey, factsOf } from '../facts/fact.ts';
import type { Feed, Observation } from '../observation.ts';
import { dayOf, type Evidence, type Lessons, noLessons, type State, stating } from './evidence.ts';
import { buildsOf } from './plausibility.ts';

type Dated = Observation & { readonly date: string };

/**
 * The entry whose day counts for a new release: the earliest of those that are believed. An earlier day of another feed counts if it is
 * for the same build, or if two feeds give it: the vendor posts entries again with later days, but a single feed may
 * mean something else.
 */
export function datingEntry(
	believed: readonly Observation[],
	observations: readonly Observation[],
): Dated | undefined {
	const [first] = earliestFirst(believed);
	if (!first) return undefined;
	const builds = new Set(believed.flatMap((entry) => entry.builds));
	const earlier = earliestFirst(observations).filter(({ date }) => date < first.date);
	return (
		earlier.find((entry) => isOfBuild(entry, builds) || feedsGiving(observations, entry.date).size > 1) ??
		first
	);
}

/** Which feeds confirm the day, and which other days they give. */
export function factsAboutDay(
	version: string,
	chosen: { readonly date: string; readonly feed: Feed },
	observations: readonly Observation[],
	state: State,
): Fact[] {
	const facts: Fact[] = [];
	for (const { date, feed } of observations) {
		if (date === null) continue;
		if (date !== chosen.date)
			facts.push(state({ kind: 'disputed', subject: version, object: date, value: feed, feed }));
		else if (feed !== chosen.feed)
			facts.push(state({ kind: 'confirmed', subject: version, object: feed, value: date, feed }));
	}
	return facts;
}

/**
 * Corrects learned days if the feeds now give other days. A day that was confirmed, or that a person gave, stays. Otherwise the new day is
 * one that two feeds give, an earlier one for the same build, or the one that its own feed gives now. Later days of the vendor do not count:
 * it posts entries again.
 */
export function reviseDates({ catalog, shipped, facts, readings, now }: Evidence): Lessons {
	const lessons = noLessons();
	const state = stating(now, catalog);
	const entriesOfVersion = Map.groupBy(
		Object.values(readings).flatMap(({ observations }) => observations),
		({ version }) => version,
	);
	const confirmed = Map.groupBy(factsOf(facts, 'confirmed'), ({ subject }) => subject);
	const stored = new Set(facts.map(factKey));
	for (const fact of facts) {
		const release = catalog.releases.get(fact.subject);
		if (fact.kind !== 'release' || fact.accepted || !release || shipped.releases.has(fact.subject)) continue;
		const by = confirmed.get(fact.subject) ?? [];
		if (by.some(({ value, feed }) => value === fact.value && feed !== fact.feed)) continue;
		const { releases } = catalog.majors.get(release.major)!;
		const before = releases[releases.indexOf(release) - 1]?.released ?? '';
		const possible = (entriesOfVersion.get(fact.subject) ?? []).filter(
			({ date }) => date !== null && date >= before && date <= dayOf(now),
		);
		const better = betterThan(fact, possible, new Set(buildsOf(release)));
		const chosen = better ?? { date: fact.value, feed: fact.feed };
		if (better) {
			lessons.retracted.push(fact, ...by);
			lessons.facts.push(
				state({ kind: 'release', subject: fact.subject, value: better.date, feed: better.feed }),
			);
			lessons.facts.push(
				state({
					kind: 'disputed',
					subject: fact.subject,
					object: fact.value,
					value: fact.feed,
					feed: fact.feed,
				}),
			);
		}
		const further = factsAboutDay(fact.subject, chosen, possible, state);
		// The vendor posts its entries again and again, so only other days of other feeds are stored.
		lessons.facts.push(
			...further.filter(
				(added) => !stored.has(factKey(added)) && (added.kind === 'confirmed' || added.feed !== 'apple'),
			),
		);
	}
	return lessons;
}

function betterThan(
	{ value, feed }: FactOf<'release'>,
	possible: readonly Observation[],
	builds: ReadonlySet<string>,
): Dated | undefined {
	return earliestFirst(possible).find((entry) => {
		const earlier = entry.date < value;
		if (entry.date === value) return false;
		if (feed === 'apple' && !earlier) return false;
		if (feed !== 'apple' && entry.feed === feed) return true;
		return (earlier && isOfBuild(entry, builds)) || feedsGiving(possible, entry.date).size > 1;
	});
}

function earliestFirst(observations: readonly Observation[]): Dated[] {
	return observations
		.filter((entry): entry is Dated => entry.date !== null)
		.sort((a, b) => compareText(a.date, b.date));
}

function isOfBuild(entry: Observation, builds: ReadonlySet<string>): boolean {
	return entry.builds.some((build) => builds.has(build));
}

function feedsGiving(observations: readonly Observation[], date: string): Set<Feed> {
	return new Set(observations.filter((entry) => entry.date === date).map(({ feed }) => feed));
}

/** Every build that a feed names, with the earliest day that any feed gives; empty if none does. */
export function daysOfBuilds(observations: readonly Observation[]): Map<string, string> {
	const days = new Map<string, string>();
	for (const { builds, date } of observations) {
		for (const build of builds) {
			const earliest = days.get(build) || date;
			days.set(build, (earliest && date && date < earliest ? date : earliest) ?? '');
		}
	}
	return days;
}
