import { parseBuild } from '../../catalog/build-number.ts';
import type { Catalog, Major, Release } from '../../catalog/catalog.ts';
import type { Version } from '../../catalog/version.ts';
import { daysBetween } from '../../text/day.ts';

import type { Observation } from '../observation.ts';

/** Days from the first release of a major to that of the next; the shortest time there ever was is 185. */
const leastBetweenMajors = 120;
/** Most releases that ever came out at once are three. */
const mostAtOnce = 6;

/** The number that all builds of a major begin with; null where no build is known. */
export function trainOf({ releases }: Pick<Major, 'releases'>): number | null {
	for (const release of releases.toReversed()) {
		const build = buildsOf(release)
			.map(parseBuild)
			.find((parsed) => parsed !== null);
		if (build) return build.train;
	}
	return null;
}

/** The train of the builds that a new release must have: that of its major, or the one after the newest. */
export function expectedTrain(catalog: Catalog, major: Major | undefined): number | null {
	if (major) return trainOf(major);
	const newest = trainOf([...catalog.majors.values()].at(-1)!);
	return newest === null ? null : newest + 1;
}

/** Whether every build that is named is of the train; where the train is not known, none is wrong. */
export function isOfTrain(builds: readonly string[], train: number | null): boolean {
	return train === null || builds.every((build) => (parseBuild(build)?.train ?? train) === train);
}

export function buildsOf(release: Release): readonly string[] {
	return release.builds.map(({ build }) => build);
}

/** Whether a document brings more new releases than the vendor ever did. */
export function isTooMany(newAtOnce: number): boolean {
	return newAtOnce > mostAtOnce;
}

/**
 * What is odd about the number of a release that the vendor lists, in words; null when it may follow what is known. `last` is
 * the release of its major before it, null in a new major.
 */
export function oddity(
	version: Version,
	{ last, predecessor, seen }: { last: Version | null; predecessor: Major; seen: readonly Observation[] },
): string | null {
	if (last) return follows(version, last.components) ? null : `does not follow ${last.canonical}`;
	if (isTooSoon(predecessor, seen)) return `is of a major version that came right after ${predecessor.name}`;
	const isFirst = follows(version, [version.components[0]!, -1]);
	return isFirst ? null : `is the first known release of ${version.major}`;
}

/** The vendor brings a major a year. */
export function isTooSoon({ releases }: Major, seen: readonly Observation[]): boolean {
	const first = releases[0]!.released;
	return !seen.some(({ date }) => date !== null && daysBetween(first, date) >= leastBetweenMajors);
}

/** Whether one number has moved by one, and none stands after it: 27.2.1 and 27.3 follow 27.2; 27.4, 27.22 and 27.3.3 do not. */
function follows({ components: after }: Version, before: readonly number[]): boolean {
	const steps = [0, 1, 2].map((index) => (after[index] ?? 0) - (before[index] ?? 0));
	const moved = steps.findIndex((step) => step !== 0);
	return steps[moved] === 1 && after.slice(moved + 1).every((number) => number === 0);
}
