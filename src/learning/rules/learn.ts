import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { distinctFacts } from '../facts/fact.ts';
import { feeds, type Observation } from '../observation.ts';
import { quarantined } from '../quarantine/quarantine.ts';
import { type Evidence, type Lessons, noLessons } from './evidence.ts';
import { learnExploited } from './exploited.ts';
import { repairsIn } from './human-decisions.ts';
import { learnInstallers } from './installers.ts';
import { decideKnownRelease } from './known-release.ts';
import { learnFactory, nameBoards } from './new-macs.ts';
import { type Candidate, decideNewRelease } from './new-release.ts';
import { learnPulled } from './pulled.ts';
import { learnRecords } from './records.ts';
import { reviseDates } from './release-date.ts';
import { learnReplaced } from './replaced-builds.ts';
import { learnResponses } from './responses.ts';
import { learnSafari } from './safari.ts';
import { learnLists } from './security-lists.ts';
import { reviseShippedDates } from './shipped-dates.ts';
import { takeBack } from './taken-back.ts';
import { unreadableEntries } from './unreadable-entries.ts';
import { findVanished } from './vanished.ts';

/** Most unknown releases of one feed. No year brings nearly as many: beyond it, the feed is broken. */
const mostNews = 200;
/**
 * Applies all rules: turns the current data and the answers of the feeds into new facts and items for review. docs/learning.md has the rules
 * in words. Decisions of a person override the feeds.
 */
export function learn(rawEvidence: Evidence): Lessons {
	const repairs = repairsIn(rawEvidence.facts, rawEvidence.shipped);
	const evidence = { ...rawEvidence, readings: repairs.readings(rawEvidence.readings) };
	const { catalog, readings } = evidence;
	const lessons = noLessons();
	const candidates: Candidate[] = [];
	const add = ({ facts, items, retracted }: Lessons) => {
		lessons.facts.push(...facts);
		lessons.items.push(...items);
		lessons.retracted.push(...retracted);
	};
	const observations = feeds.flatMap((feed) => {
		const { observations: entries = [] } = readings[feed] ?? {};
		lessons.items.push(...unreadableEntries(feed, readings[feed]));
		const unknown = unknownIn(catalog, entries);
		if (unknown.size <= mostNews) return entries;
		const detail = `${feed} shows ${unknown.size} releases that are not known`;
		lessons.items.push(quarantined('too-many', { feed, subject: feed, detail, facts: [] }));
		return entries.filter(({ version }) => !unknown.has(version));
	});
	const newAtOnce = unknownIn(catalog, readings.apple?.observations ?? []).size;
	const updates = observations.filter(({ factory }) => !factory);
	const byVersion = [...Map.groupBy(updates, ({ version }) => version)]
		.map(([text, entries]) => ({ version: parseVersion(text), entries }))
		.filter((group): group is typeof group & { version: Version } => group.version !== null)
		.sort((a, b) => compareVersions(a.version, b.version));
	for (const { version, entries } of byVersion) {
		const release = catalog.majors.get(version.major)?.byVersion.get(version.canonical);
		if (release) {
			add(decideKnownRelease(evidence, release, entries));
			continue;
		}
		const before = candidates.findLast((candidate) => candidate.version.major === version.major);
		const decision = decideNewRelease(evidence, version, { observations: entries, before, newAtOnce });
		add(decision.lessons);
		if (decision.candidate) candidates.push(decision.candidate);
	}
	const back = takeBack(evidence);
	add(back);
	const takenBackSubjects = new Set(back.facts.map(({ subject }) => subject));
	lessons.items.push(...findVanished(evidence).filter(({ subject }) => !takenBackSubjects.has(subject)));
	const pulled = learnPulled(evidence);
	add({ ...pulled, facts: pulled.facts.filter(({ subject }) => !takenBackSubjects.has(subject)) });
	add(learnReplaced(evidence));
	add(learnInstallers(evidence));
	add(reviseDates(evidence));
	add(reviseShippedDates(evidence));
	add(learnFactory(evidence));
	add(nameBoards(evidence, lessons.facts));
	add(learnResponses(evidence, lessons.facts));
	add(learnRecords(evidence));
	add(learnLists(evidence));
	add(learnSafari(evidence));
	add(learnExploited(evidence, lessons.facts));
	const items = new Map(lessons.items.map((item) => [item.id, item]));
	return repairs.withoutCorrected({
		facts: distinctFacts(lessons.facts),
		items: [...items.values()],
		retracted: distinctFacts(lessons.retracted),
	});
}

function unknownIn(catalog: Catalog, observations: readonly Observation[]): Set<string> {
	return new Set(
		observations.map(({ version }) => version).filter((version) => !catalog.releases.has(version)),
	);
}
