import type { Catalog } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import { distinctFacts } from '../facts/fact.ts';
import { feeds } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { nameBoards } from './board-names.ts';
import { type Evidence, type Lessons, noLessons } from './evidence.ts';
import { decideKnownRelease } from './known-release.ts';
import { type Candidate, decideNewRelease } from './new-release.ts';
import { findVanished } from './vanished.ts';

/** The board that answers for every major from 11 on. */
export const modernCanonical = 'J293AP';

/** Unknown releases of one feed that are looked at. Far more than any year brings: beyond it, the feed is broken. */
const mostNews = 200;

/**
 * The rules: from what is known and what the feeds say to what is learnt and what a person must look at.
 * Nothing that is known is ever taken back or changed here; see docs/live-data.md for the rules in words.
 */
export function learn(evidence: Evidence): Lessons {
	const { catalog, readings } = evidence;
	const lessons = noLessons();
	const candidates: Candidate[] = [];
	const add = ({ facts, items }: Lessons) => {
		lessons.facts.push(...facts);
		lessons.items.push(...items);
	};
	const observations = feeds.flatMap((feed) => {
		const seen = readings[feed]?.observations ?? [];
		const unknown = new Set(
			seen.map(({ version }) => version).filter((version) => !isKnown(catalog, version)),
		);
		if (unknown.size <= mostNews) return seen;
		const detail = `${feed} shows ${unknown.size} releases that are not known`;
		lessons.items.push(quarantined('too-many', feed, feed, detail, []));
		return seen.filter(({ version }) => !unknown.has(version));
	});
	const byVersion = [...Map.groupBy(observations, ({ version }) => version)]
		.map(([text, seen]) => ({ version: parseVersion(text), seen }))
		.filter((group): group is typeof group & { version: Version } => group.version !== null)
		.sort((a, b) => compareVersions(a.version, b.version));
	for (const { version, seen } of byVersion) {
		const release = catalog.majors.get(version.major)?.byVersion.get(version.canonical);
		if (release) {
			add(decideKnownRelease(evidence, release, seen));
			continue;
		}
		const before = candidates.findLast((candidate) => candidate.version.major === version.major);
		const decision = decideNewRelease(evidence, version, seen, before);
		add(decision.lessons);
		if (decision.candidate) candidates.push(decision.candidate);
	}
	add(withCanonicalBoards(catalog, candidates));
	lessons.items.push(...findVanished(evidence));
	lessons.facts.push(...nameBoards(evidence, lessons.facts));
	const items = new Map(lessons.items.map((item) => [item.id, item]));
	return { facts: distinctFacts(lessons.facts), items: [...items.values()] };
}

function isKnown(catalog: Catalog, text: string): boolean {
	const major = parseVersion(text)?.major;
	return major !== undefined && catalog.majors.get(major)?.byVersion.has(text) === true;
}

/**
 * The latest release of a major must run on the board that answers for it. A release that does not waits,
 * until a later one that does has come, or until a person names another board.
 */
function withCanonicalBoards(catalog: Catalog, candidates: readonly Candidate[]): Lessons {
	const lessons: { facts: Candidate['facts'][number][]; items: Item[] } = noLessons();
	for (const [major, ofMajor] of Map.groupBy(candidates, ({ version }) => version.major)) {
		const canonical = catalog.majors.get(major)?.canonical.board.id ?? modernCanonical;
		const last = ofMajor.findLastIndex(({ boards }) => boards.has(canonical));
		for (const [index, { version, facts }] of ofMajor.entries()) {
			if (index <= last) {
				lessons.facts.push(...facts);
				continue;
			}
			const detail = `apple: ${version.canonical} is not for ${canonical}, which answers for ${major}`;
			lessons.items.push(quarantined('no-canonical-board', facts[0]!.feed, version.canonical, detail, facts));
		}
	}
	return lessons;
}
