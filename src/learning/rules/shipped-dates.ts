import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { daysBetween } from '@pointrelease/core/src/text/day.ts';
import { factKey, isOverlay, pairOf } from '../facts/fact.ts';
import type { Feed, Observation } from '../observation.ts';
import { quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { shippedRelease } from './human-decisions.ts';
import { isOfTrain, trainOf } from './plausibility.ts';

/**
 * Days after which a later day of the vendor cannot be the true one: it posts its entries again. In two years of its lists 49
 * of 56 first reposts came a week or more after the release.
 */
const repostedAfter = 7;

/** A day that the vendor gives, or both other feeds. */
interface Stated {
	readonly date: string;
	readonly by: readonly Feed[];
}

/**
 * Replaces an uncertain shipped day with the day that the vendor's list gives, or SOFA and AppleDB together. If they give the shipped day,
 * it becomes certain. A day that contradicts a certain one is held for review. A day that a person corrected stays.
 */
export function reviseShippedDates(evidence: Evidence): Lessons {
	const { catalog, shipped, facts, readings, now } = evidence;
	const lessons = noLessons();
	const state = stating(now, catalog);
	const stored = new Set(facts.map(factKey));
	const corrected = new Set(
		facts.filter((fact) => isOverlay(fact, shippedRelease(shipped, fact.subject))).map(pairOf),
	);
	const entriesOfVersion = Map.groupBy(
		Object.values(readings).flatMap(({ observations }) => observations),
		({ version }) => version,
	);
	for (const [version, observations] of entriesOfVersion) {
		const release = catalog.releases.get(version);
		const before = shipped.releases.get(version);
		if (!release || before?.precision !== 'day' || corrected.has(`${version}\tdate`)) continue;
		const { stated, possibleDays } = statedDays(evidence, release, observations);
		const dated = facts.filter(({ kind, subject }) => kind === 'dated' && subject === version);
		const otherDay = stated.find(({ date }) => date !== release.released);
		if (otherDay && release.confidence === 'high') {
			const detail = `${otherDay.by.join(' and ')}: ${version} is dated ${otherDay.date}, but ${release.released} is certain`;
			const value = { date: otherDay.date, shipped: before.released };
			const [feed] = otherDay.by;
			const right = state({ kind: 'corrected', subject: version, object: 'date', value, feed: feed! });
			lessons.items.push(
				quarantined('date-disputed', { feed: feed!, subject: version, detail, facts: [right] }),
			);
			continue;
		}
		if (release.confidence === 'high') continue;
		const chosen = otherDay ?? stated[0];
		if (!chosen) continue;
		const by = facts.filter(({ kind, subject }) => kind === 'confirmed' && subject === version);
		if (otherDay) {
			lessons.retracted.push(...dated, ...by);
			lessons.facts.push(
				state({ kind: 'dated', subject: version, value: otherDay.date, feed: otherDay.by[0]! }),
			);
		}
		const confirming = new Set(
			possibleDays.filter(({ date }) => date === chosen.date).map(({ feed }) => feed),
		);
		for (const feed of confirming) {
			const fact = state({ kind: 'confirmed', subject: version, object: feed, value: chosen.date, feed });
			if (otherDay || !stored.has(factKey(fact))) lessons.facts.push(fact);
		}
	}
	return lessons;
}

/** The days that count, earliest first, and all possible ones that feeds give. */
function statedDays(
	{ catalog, facts, now }: Evidence,
	release: Release,
	observations: readonly Observation[],
): { stated: Stated[]; possibleDays: { date: string; feed: Feed }[] } {
	const major = catalog.majors.get(release.major)!;
	const majors = [...catalog.majors.values()];
	const at = major.releases.indexOf(release);
	const floor = (major.releases[at - 1] ?? majors[majors.indexOf(major) - 1]?.releases[0])?.released ?? '';
	const ceiling = [major.releases[at + 1]?.released ?? '9999', dayOf(now)].sort()[0]!;
	const train = trainOf(major);
	const possibleDays = observations.flatMap(({ feed, date, builds, factory }) =>
		date !== null && !factory && date >= floor && date <= ceiling && isOfTrain(builds, train)
			? [{ date, feed }]
			: [],
	);
	const daysOf = (feed: Feed) =>
		new Set(possibleDays.filter((entry) => entry.feed === feed).map(({ date }) => date));
	const [vendor, sofa, appledb] = [daysOf('apple'), daysOf('sofa'), daysOf('appledb')];
	const stated: Stated[] = [...sofa]
		.filter((date) => appledb.has(date))
		.map((date) => ({ date, by: ['sofa', 'appledb'] }));
	const [first] = [...vendor].sort();
	const { released, version } = release;
	const isConfirmed = sofa.has(released) || appledb.has(released);
	const wasListed = facts.some(
		({ kind, subject, feed }) =>
			(kind === 'dated' || kind === 'confirmed') && subject === version && feed === 'apple',
	);
	const isRepost = (date: string) =>
		date > released && (isConfirmed || wasListed || daysBetween(released, date) >= repostedAfter);
	if (first !== undefined && !isRepost(first)) stated.push({ date: first, by: ['apple'] });
	return { stated: stated.sort((a, b) => compareText(a.date, b.date)), possibleDays };
}
