import type { Major, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Fact } from '../facts/fact.ts';
import { isSettled, isSteady, type Observation } from '../observation.ts';
import { quarantined, type Reason } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsFor, boardsMeant } from './listed-boards.ts';
import { expectedTrain, isOfTrain, isTooMany, isTooSoon, oddity } from './plausibility.ts';
import { datingEntry, daysOfBuilds, factsAboutDay } from './release-date.ts';
import {
	agreedBelowLatest,
	agreedBoards,
	agreedOnBuild,
	boardsBelowLatest,
	isSeconded,
	shownAlone,
} from './second-opinions.ts';

/** A release that can be believed. */
export interface Candidate {
	readonly version: Version;
	readonly released: string;
}

interface Decision {
	readonly candidate: Candidate | null;
	readonly lessons: Lessons;
}

/** The observations that are believed, or why none is. */
type Verdict =
	| { readonly believed: readonly Observation[] }
	| { readonly reason: Reason; readonly detail: string; readonly heldEntries: readonly Observation[] };

/**
 * Decides whether to believe a release that the catalog lacks, from everything that the feeds say about it. `before` is the release right
 * before it in its major version, if that is new, too.
 */
export function decideNewRelease(
	evidence: Evidence,
	version: Version,
	{
		observations,
		before,
		newAtOnce,
	}: { observations: readonly Observation[]; before: Candidate | undefined; newAtOnce: number },
): Decision {
	const { catalog } = evidence;
	const lessons = noLessons();
	const major = catalog.majors.get(version.major);
	const predecessor = major ?? [...catalog.majors.values()].at(-1)!;
	const hold = (reason: Reason, heldEntries: readonly Observation[], detail: string): void => {
		const { facts } = propose(evidence, {
			version,
			predecessor,
			believed: heldEntries,
			dated: heldEntries,
			observations: heldEntries,
		});
		const names = [...new Set(heldEntries.map(({ feed }) => feed))].join(' and ');
		const line = `${names}: ${version.canonical} ${detail}`;
		lessons.items.push(
			quarantined(reason, { feed: heldEntries[0]!.feed, subject: version.canonical, detail: line, facts }),
		);
	};

	const odd = oddNumber(evidence, version, predecessor, observations);
	if (odd) {
		hold('major-jump', observations, odd);
		return { candidate: null, lessons };
	}
	const today = dayOf(evidence.now);
	const floor = earliestDay(evidence, version, predecessor, before);
	const plausible = observations.filter(({ date }) => date !== null && date >= floor && date <= today);
	const verdict = weigh(evidence, { version, predecessor, plausible, before, newAtOnce });
	if (verdict && 'believed' in verdict) {
		const { date, facts, boards, items } = propose(evidence, {
			version,
			predecessor,
			believed: verdict.believed,
			dated: plausible,
			observations,
		});
		lessons.items.push(...items);
		// A list of nothing but internal identifiers is for no Mac.
		if (boards.size === 0) return { candidate: null, lessons };
		lessons.facts.push(...facts);
		return { candidate: { version, released: date }, lessons };
	}
	if (verdict) {
		hold(verdict.reason, verdict.heldEntries, verdict.detail);
		return { candidate: null, lessons };
	}
	for (const entry of observations.filter(({ date }) => date !== null && date > today))
		hold('date-in-future', [entry], `is dated ${entry.date}, after today`);
	for (const entry of observations.filter(({ date }) => date !== null && date < floor))
		hold('date-too-early', [entry], `is dated ${entry.date}, before ${floor}`);
	if (lessons.items.length === 0) hold('unconfirmed', observations, "is not in Apple's feed");
	return { candidate: null, lessons };
}

/** Why a person must confirm the number of a new major version; null if nobody must. */
function oddNumber(
	{ catalog, shipped }: Evidence,
	version: Version,
	newest: Major,
	observations: readonly Observation[],
): string | null {
	if (catalog.majors.has(version.major)) return null;
	if (version.era !== 'modern' || Number(version.major) < Number(newest.name))
		return `is of a major version that does not follow ${newest.name}`;
	// One document must not bring two major versions: the next one after a learned one must be months away.
	if (!shipped.majors.has(newest.name) && isTooSoon(newest, observations))
		return `is of a major version that came right after ${newest.name}`;
	return null;
}

/** The earliest possible day of a release: that of the release before it. */
function earliestDay(
	{ catalog }: Evidence,
	version: Version,
	predecessor: Major,
	before: Candidate | undefined,
): string {
	const majors = [...catalog.majors.values()];
	const { releases } = predecessor;
	const lower =
		predecessor.name === version.major
			? (releases.findLast(({ parsed, withdrawn }) => !withdrawn && compareVersions(parsed, version) < 0) ??
				majors[majors.indexOf(predecessor) - 1]!.releases[0]!)
			: releases[0]!;
	return [before?.released ?? '', lower.released].sort().at(-1)!;
}

/** Which plausible entries are believed, or why a person must confirm them; null if too few entries are plausible to do either. */
function weigh(
	evidence: Evidence,
	{
		version,
		predecessor,
		plausible,
		before,
		newAtOnce,
	}: {
		version: Version;
		predecessor: Major;
		plausible: readonly Observation[];
		before: Candidate | undefined;
		newAtOnce: number;
	},
): Verdict | null {
	const { catalog, vendorSilent } = evidence;
	const major = catalog.majors.get(version.major);
	const vendor = plausible.filter(({ feed }) => feed === 'apple');
	const otherEntries = plausible.filter(({ feed }) => feed !== 'apple');
	if (major && isLower(evidence, version, major, vendor)) {
		if (vendor.length > 0 && isSeconded(vendor, otherEntries)) return { believed: vendor };
		const detail = `comes after ${major.latest.version}, which is higher`;
		if (vendor.length > 0) return { reason: 'version-lower', heldEntries: vendor, detail };
		const agreed = agreedBelowLatest(evidence, version, major, otherEntries);
		return agreed && { believed: agreed };
	}
	if (vendor.length === 0) {
		if (!major) return null;
		const agreed =
			(vendorSilent ? agreedOnBuild(otherEntries) : null) ??
			shownAlone(evidence, version, { latest: major.latest, major, observations: otherEntries });
		return agreed && { believed: agreed };
	}
	const train = expectedTrain(catalog, major);
	const fitting = vendor.filter(({ builds }) => isOfTrain(builds, train));
	const seconded = isSeconded(vendor, otherEntries);
	if (fitting.length === 0 && !seconded) {
		const builds = [...new Set(vendor.flatMap((entry) => entry.builds))].join(' ');
		const detail = `has the build ${builds}, but those of ${version.major} begin with ${train}`;
		return { reason: 'wrong-train', heldEntries: vendor, detail };
	}
	const believed = fitting.length > 0 ? fitting : vendor;
	if (!major && Number(version.major) !== Number(predecessor.name) + 1) {
		const fits = fitting.length > 0 && boardsFit(evidence, predecessor, fitting);
		const detail = `is of a major version that does not follow ${predecessor.name}`;
		if (!fits || !seconded) return { reason: 'major-jump', heldEntries: believed, detail };
	}
	// An implausible number needs a second feed or a person: two polls of one feed prove nothing.
	const last = major ? lastBefore(version, major, before) : null;
	const odd = oddity(version, { last, predecessor, observations: believed });
	if (odd && !seconded) return { reason: 'implausible', heldEntries: believed, detail: odd };
	const { listed } = evidence.memory[version.canonical] ?? {};
	if (isTooMany(newAtOnce) && !isSteady(listed) && !seconded) {
		const detail = `is one of ${newAtOnce} new releases at once`;
		return { reason: 'implausible', heldEntries: believed, detail };
	}
	// Wait until the vendor has settled: two of its servers that differ would make the release come and go.
	if (wasTakenBack(evidence, version) && !seconded && !isSettled(listed)) {
		const detail = 'was listed and dropped again within a day';
		return { reason: 'implausible', heldEntries: believed, detail };
	}
	return { believed };
}

function wasTakenBack({ facts, now }: Evidence, { canonical }: Version): boolean {
	return facts.some(
		({ kind, subject, seen }) =>
			kind === 'revised' && subject === canonical && now.getTime() - Date.parse(seen) < millisecondsOfDay,
	);
}

/** Whether the major version, or one of the listed boards, has a higher release. */
function isLower(
	{ catalog }: Evidence,
	version: Version,
	major: Major,
	vendor: readonly Observation[],
): boolean {
	const isHigher = ({ parsed }: Release) => compareVersions(parsed, version) > 0;
	if (!isHigher(major.latest)) return false;
	// A release for one Mac may be lower than that of other Macs, but not lower than its own.
	const boards = [...boardsMeant(catalog, union(vendor))].map(({ support }) => support.get(major.name));
	return vendor.length === 0 || boards.some((support) => support && isHigher(support.latest));
}

/** The release right before it in the major version, known or new. */
function lastBefore(version: Version, { releases, latest }: Major, before: Candidate | undefined): Version {
	const lastKnown = releases.findLast(
		({ parsed, withdrawn }) => !withdrawn && compareVersions(parsed, version) < 0,
	);
	const { parsed } = lastKnown ?? latest;
	return before && compareVersions(before.version, parsed) > 0 ? before.version : parsed;
}

/** A new major version must run on at least a quarter of the boards of the one before, and on no older ones. */
function boardsFit({ catalog }: Evidence, predecessor: Major, observations: readonly Observation[]): boolean {
	const boards = boardsMeant(catalog, union(observations));
	const fitting = [...boards].filter(({ support }) => support.has(predecessor.name));
	return fitting.length === boards.size && fitting.length * 4 >= predecessor.boards.length;
}

/** The facts of a release from its observations. The first fact is that of the release itself. */
function propose(
	evidence: Evidence,
	{
		version,
		predecessor,
		believed,
		dated,
		observations,
	}: {
		version: Version;
		predecessor: Major;
		believed: readonly Observation[];
		dated: readonly Observation[];
		observations: readonly Observation[];
	},
): { date: string; facts: Fact[]; boards: Set<string>; items: Lessons['items'] } {
	const state = stating(evidence.now, evidence.catalog);
	const feed = believed[0]!.feed;
	const { canonical } = version;
	const vendor = feed === 'apple';
	const { lessons, boards } = boardsFor(evidence, {
		version,
		predecessor,
		listed: vendor ? union(believed) : boardsOfOthers(evidence, version, predecessor, believed),
		feed,
		state,
		mayAdd: vendor,
	});
	const { date, feed: by } = datingEntry(believed, dated) ?? { date: dayOf(evidence.now), feed };
	const facts: Fact[] = [state({ kind: 'release', subject: canonical, value: date, feed: by })];
	facts.push(...factsAboutDay(canonical, { date, feed: by }, observations, state));
	for (const [build, day] of daysOfBuilds(believed))
		facts.push(state({ kind: 'build', subject: canonical, object: build, value: day, feed }));
	return { date, facts: [...facts, ...lessons.facts], boards, items: lessons.items };
}

function boardsOfOthers(
	evidence: Evidence,
	version: Version,
	predecessor: Major,
	believed: readonly Observation[],
): Set<string> {
	const isBelow =
		predecessor.name === version.major && compareVersions(version, predecessor.latest.parsed) < 0;
	const isAlone = believed.every(({ feed }) => feed === 'appledb');
	return isAlone || (isBelow && believed.some(({ feed }) => feed === 'appledb'))
		? boardsBelowLatest(evidence, version, predecessor, believed)
		: agreedBoards(evidence.catalog, believed, predecessor);
}

function union(observations: readonly Observation[]): Set<string> {
	return new Set(observations.flatMap(({ boards }) => boards ?? []));
}
