import type { Board, Catalog, Major } from '../../catalog/catalog.ts';
import { daysBetween } from '../../catalog/day.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import type { Observation } from '../observation.ts';
import { quarantined, type Reason } from '../quarantine/quarantine.ts';
import { boardsFor } from './boards-of-release.ts';
import { daysOfBuilds } from './days-of-builds.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { identify } from './listed.ts';

/** Days from the first release of a major to that of the next; the shortest time there ever was is 185. */
const leastBetweenMajors = 120;

/** A release that may be believed: its facts, and the boards it was made for. */
export interface Candidate {
	readonly version: Version;
	readonly released: string;
	readonly boards: ReadonlySet<string>;
	readonly facts: readonly Fact[];
}

export interface Decision {
	readonly candidate: Candidate | null;
	readonly lessons: Lessons;
}

/**
 * Weighs a release that the catalog does not have, from everything the feeds say about it. `before` is the one that
 * comes right before it in its major among those that are just as new.
 */
export function decideNewRelease(
	evidence: Evidence,
	version: Version,
	seen: readonly Observation[],
	before: Candidate | undefined,
): Decision {
	const { catalog, shipped } = evidence;
	const lessons = noLessons();
	const major = catalog.majors.get(version.major);
	const predecessor = major ?? [...catalog.majors.values()].at(-1)!;
	const hold = (reason: Reason, held: readonly Observation[], detail: string): Decision => {
		const { facts } = propose(evidence, version, predecessor, held);
		const names = [...new Set(held.map(({ feed }) => feed))].join(' and ');
		lessons.items.push(
			quarantined(
				reason,
				held[0]!.feed,
				version.canonical,
				`${names}: ${version.canonical} ${detail}`,
				facts,
			),
		);
		return { candidate: null, lessons };
	};

	if (!major && !follows(version, predecessor))
		return hold('major-jump', seen, `is of a major that does not follow ${predecessor.name}`);
	const latest = major?.latest;
	if (latest && compareVersions(version, latest.parsed) < 0)
		return hold('version-lower', seen, `comes after ${latest.version}, which is higher`);

	const beginning = predecessor.releases[0]!.released;
	// The vendor brings one a year: what follows a major that only a feed knows is measured by that.
	if (!major && !shipped.majors.has(predecessor.name) && !seen.some(({ date }) => isLater(beginning, date)))
		return hold('major-jump', seen, `is of a major that came right after ${predecessor.name}`);
	const floor = [before?.released ?? '', (latest ?? predecessor.releases[0]!).released].sort().at(-1)!;
	const today = dayOf(evidence.now);
	const sound = seen.filter(({ date }) => date !== null && date <= today && date >= floor);
	const believed = confirmed(evidence, sound, major !== undefined);
	if (believed) {
		const proposal = propose(evidence, version, predecessor, believed, sound, seen);
		lessons.items.push(...proposal.items);
		if (proposal.boards.size > 0) {
			const { boards, facts } = proposal;
			return { candidate: { version, released: facts[0]!.value, boards, facts }, lessons };
		}
		// A list of nothing but internal identifiers is not for anybody.
		return { candidate: null, lessons };
	}
	for (const odd of seen.filter(({ date }) => date !== null && date > today))
		hold('date-in-future', [odd], `is dated ${odd.date}, after today`);
	for (const odd of seen.filter(({ date }) => date !== null && date < floor))
		hold('date-too-early', [odd], `is dated ${odd.date}, before ${floor}`);
	if (lessons.items.length === 0) hold('unconfirmed', seen, "is not in the vendor's feed");
	return { candidate: null, lessons };
}

/** 28 may follow 27; 29 may not. What counts is the newest major there is, not a gap in the numbering. */
function follows(version: Version, newest: Major): boolean {
	return version.era === 'modern' && Number(version.major) === Number(newest.name) + 1;
}

function isLater(beginning: string, date: string | null): boolean {
	return date !== null && daysBetween(beginning, date) >= leastBetweenMajors;
}

/**
 * The observations that are enough to believe in a release: the vendor's own, or, while the vendor's feed is
 * silent and only within a known major, both second opinions naming the same build.
 */
function confirmed(
	{ vendorSilent }: Evidence,
	sound: readonly Observation[],
	knownMajor: boolean,
): readonly Observation[] | null {
	const vendor = sound.filter(({ feed }) => feed === 'apple');
	if (vendor.length > 0) return vendor;
	if (!vendorSilent || !knownMajor) return null;
	const sofa = sound.filter(({ feed }) => feed === 'sofa');
	const appledb = sound.filter(({ feed }) => feed === 'appledb');
	const builds = new Set(sofa.flatMap((seen) => seen.builds));
	const agreed = appledb.some(
		(seen) => seen.boards?.length && seen.builds.some((build) => builds.has(build)),
	);
	return agreed ? [...sofa, ...appledb] : null;
}

/**
 * What would be true if the observations were. Dates may come from more of them: the earliest of `dated` counts,
 * and every other one that was told is kept as disputed, impossible ones included.
 */
function propose(
	evidence: Evidence,
	version: Version,
	predecessor: Major,
	believed: readonly Observation[],
	dated: readonly Observation[] = believed,
	told: readonly Observation[] = dated,
): { facts: Fact[]; boards: Set<string>; items: Lessons['items'] } {
	const state = stating(evidence.now);
	const feed = believed[0]!.feed;
	const { canonical } = version;
	const vendor = feed === 'apple';
	const { lessons, boards } = boardsFor(
		evidence.catalog,
		version,
		predecessor,
		vendor ? union(believed) : agreedBoards(evidence.catalog, believed, predecessor),
		feed,
		state,
		vendor,
	);
	const dates = dated.filter(({ date }) => date !== null).sort((a, b) => (a.date! < b.date! ? -1 : 1));
	const [first] = dates;
	const facts = [state('release', canonical, '', first?.date ?? dayOf(evidence.now), first?.feed ?? feed)];
	for (const { date, feed: by } of told)
		if (date !== null && date !== first?.date) facts.push(state('disputed', canonical, date, by, by));
	for (const [build, day] of daysOfBuilds(believed)) facts.push(state('build', canonical, build, day, feed));
	return { facts: [...facts, ...lessons.facts], boards, items: lessons.items };
}

function union(seen: readonly Observation[]): Set<string> {
	return new Set(seen.flatMap(({ boards }) => boards ?? []));
}

/** The boards that all second opinions with a list agree on; the boards of the latest release without any. */
function agreedBoards(catalog: Catalog, seen: readonly Observation[], predecessor: Major): Set<string> {
	const byFeed = [...Map.groupBy(seen, ({ feed }) => feed).values()]
		.map((ofFeed) => withTwins(catalog, union(ofFeed)))
		.filter((boards) => boards.size > 0);
	if (byFeed.length > 0) return byFeed.reduce((all, boards) => all.intersection(boards));
	const runsLatest = ({ support }: Board) => support.get(predecessor.name)?.latest === predecessor.latest;
	return new Set(predecessor.boards.filter(runsLatest).map((board) => board.id));
}

/** One feed names a T2 Mac by its update identifier and another by its board: both mean both. */
function withTwins(catalog: Catalog, ids: ReadonlySet<string>): Set<string> {
	const found = [...ids].map((id) => identify(catalog, id)).filter((listed) => listed.kind === 'known');
	return new Set(found.flatMap(({ board, twins }) => [board, ...twins]).map((board) => board.id));
}
