import { compareBuilds } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Board, Catalog, Major, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Observation } from '../observation.ts';
import type { Evidence } from './evidence.ts';
import { idsMeant } from './listed-boards.ts';
import { buildsOf, isOfTrain, trainOf } from './plausibility.ts';

/** Whether another feed shows the same build or, if it names none, the same day. */
export function isSeconded(vendor: readonly Observation[], otherEntries: readonly Observation[]): boolean {
	return vendor.some((entry) =>
		otherEntries.some((otherEntry) =>
			otherEntry.builds.length > 0
				? sharesBuild(entry, otherEntry)
				: otherEntry.date !== null && otherEntry.date === entry.date,
		),
	);
}

/** While the vendor's feed is silent: both others name the same build, and one of them the boards. */
export function agreedOnBuild(observations: readonly Observation[]): readonly Observation[] | null {
	const [sofa, appledb] = [ofFeed(observations, 'sofa'), ofFeed(observations, 'appledb')];
	const agreed = appledb.some((a) => a.boards?.length && sofa.some((s) => sharesBuild(a, s)));
	return agreed ? [...sofa, ...appledb] : null;
}

/**
 * A release below the latest that the vendor no longer lists can be known from the other feeds only. It is believed if both give the same
 * day and their builds do not contradict each other.
 */
export function agreedBelowLatest(
	{ readings }: Evidence,
	version: Version,
	{ releases }: Major,
	observations: readonly Observation[],
): readonly Observation[] | null {
	const higher = releases.find(({ parsed }) => compareVersions(parsed, version) > 0);
	const listed = (readings.apple?.observations ?? []).map((entry) => parseVersion(entry.version)!);
	const isBelow = listed.some(
		(other) => other.major === version.major && compareVersions(other, version) > 0,
	);
	if (!isBelow || !higher) return null;
	for (const a of ofFeed(observations, 'appledb')) {
		const sofa = ofFeed(observations, 'sofa').filter(
			(s) => s.date === a.date && (s.builds.length === 0 || sharesBuild(a, s)),
		);
		const possible = a.date !== null && a.date <= higher.released;
		if (!possible || !a.boards?.length || sofa.length === 0) continue;
		// Some Macs have their own build: the release is for the Macs of all its builds.
		const otherEntries = ofFeed(observations, 'appledb').filter(
			(b) => b !== a && b.boards?.length && b.date !== null,
		);
		return [a, ...otherEntries, ...sofa];
	}
	return null;
}

/**
 * An update of a major version that the vendor and SOFA no longer list. AppleDB alone is believed if it has shown the update for a day, and if
 * both version and build follow the last release directly.
 */
export function shownAlone(
	{ readings, now }: Evidence,
	version: Version,
	{ latest, major, observations }: { latest: Release; major: Major; observations: readonly Observation[] },
): readonly Observation[] | null {
	const otherFeeds = [readings.apple, readings.sofa].map((reading) => reading?.observations ?? []);
	const isListed = otherFeeds.flat().some((entry) => parseVersion(entry.version)!.major === version.major);
	if (otherFeeds.some(({ length }) => length === 0) || isListed) return null;
	const [x, y, z = 0] = version.components;
	const [a, b, c = 0] = latest.parsed.components;
	if (x !== a || y !== b || z !== c + 1) return null;
	const follows = (build: string) => buildsOf(latest).every((other) => compareBuilds(build, other) > 0);
	const following = ofFeed(observations, 'appledb').filter(
		({ builds, boards, seenAt }) =>
			boards?.length &&
			isOfTrain(builds, trainOf(major)) &&
			builds.every(follows) &&
			now.getTime() - Date.parse(seenAt) >= millisecondsOfDay,
	);
	return following.length > 0 ? following : null;
}

/**
 * The boards of a release that only AppleDB lists. Boards that AppleDB lacks, like those of some virtual machines, run the release if
 * they run the releases around it: those right before and right after it that are not for few Macs, as 26.3.2 was.
 */
export function boardsBelowLatest(
	{ catalog, readings }: Evidence,
	version: Version,
	{ name, releases, boards }: Major,
	observations: readonly Observation[],
): Set<string> {
	const shown = idsMeant(
		catalog,
		ofFeed(observations, 'appledb').flatMap((entry) => entry.boards ?? []),
	);
	// If a release is for few Macs, the vendor's list may still be in SOFA or in a response that patches the release. AppleDB would list
	// every Mac that the restore image fits.
	const builds = new Set(observations.flatMap((entry) => entry.builds));
	const patched = [...(readings.apple?.responses ?? []), ...(readings.sofa?.responses ?? [])];
	const few = [
		ofFeed(observations, 'sofa').flatMap((entry) => entry.boards ?? []),
		patched.filter(({ baseBuild }) => builds.has(baseBuild)).flatMap((response) => response.boards),
	]
		.map((ids) => idsMeant(catalog, ids))
		.find((offered) => offered.size > 0 && offered.size * 2 < shown.size);
	if (few) return few;
	const described = idsMeant(
		catalog,
		(readings.appledb?.machines ?? []).map(({ board }) => board),
	);
	const boardsOf = (release: Release) =>
		new Set(boards.filter(({ support }) => support.get(name)!.releases.includes(release)));
	const isForMany = (release: Release) => boardsOf(release).size * 2 >= shown.size;
	const around = [
		releases.findLast((release) => compareVersions(release.parsed, version) < 0 && isForMany(release)),
		releases.find((release) => compareVersions(release.parsed, version) > 0 && isForMany(release)),
	].flatMap((release) => (release ? [boardsOf(release)] : []));
	if (around.some(({ size }) => shown.size * 2 < size)) return shown;
	const absentBoards = boards.filter(
		(board) => !described.has(board.id) && around.every((running) => running.has(board)),
	);
	return new Set([...shown, ...absentBoards.map(({ id }) => id)]);
}

/** The boards that all other feeds with a list agree on; if none has a list, the boards of the latest release. */
export function agreedBoards(
	catalog: Catalog,
	observations: readonly Observation[],
	predecessor: Major,
): Set<string> {
	const byFeed = [...Map.groupBy(observations, ({ feed }) => feed).values()]
		.map((entries) =>
			idsMeant(
				catalog,
				entries.flatMap(({ boards }) => boards ?? []),
			),
		)
		.filter((boards) => boards.size > 0);
	if (byFeed.length > 0) return byFeed.reduce((all, boards) => all.intersection(boards));
	const runsLatest = ({ support }: Board) => support.get(predecessor.name)?.latest === predecessor.latest;
	return new Set(predecessor.boards.filter(runsLatest).map((board) => board.id));
}

function ofFeed(observations: readonly Observation[], feed: Observation['feed']): Observation[] {
	return observations.filter((entry) => entry.feed === feed);
}

function sharesBuild(a: Observation, b: Observation): boolean {
	return a.builds.some((build) => b.builds.includes(build));
}
