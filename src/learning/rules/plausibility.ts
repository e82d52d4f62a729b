import { parseBuild } from '../../catalog/build-number.ts';
import type { Catalog, Major, Release } from '../../catalog/catalog.ts';
import type { Version } from '../../catalog/version.ts';
import { daysBetween } from '../../text/day.ts';

import type { Observation } from '../observation.ts';

/** Days from the first release of a major to that of the next; the shortest time there ever was is 185. */
const leastBetweenMajors = 120;
/** From 27.0.1 the vendor went to 27.2, and from 15.7.5 to 15.7.7; never further. */
const longestStep = 2;
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

/** What is unusual about a release that the vendor lists, in words; null when nothing is. */
export function unusual(
	version: Version,
	{ predecessor, seen, newAtOnce }: { predecessor: Major; seen: readonly Observation[]; newAtOnce: number },
): string | null {
	if (newAtOnce > mostAtOnce) return `is one of ${newAtOnce} new releases at once`;
	if (predecessor.name === version.major) return null;
	if (isTooSoon(predecessor, seen)) return `is of a major version that came right after ${predecessor.name}`;
	const [, minor = 0, patch = 0] = version.components;
	return minor + patch > longestStep ? `is the first known release of ${version.major}` : null;
}

/** What is odd about the number of a release after another; null when it may follow it. */
export function jumps(version: Version, before: Version): string | null {
	return stepBetween(before, version) > 1 ? `does not follow ${before.canonical}` : null;
}

/** Whether the vendor left out so much before. */
export function hasPrecedent(version: Version, before: Version): boolean {
	return stepBetween(before, version) <= longestStep;
}

/** The vendor brings a major a year. */
export function isTooSoon({ releases }: Major, seen: readonly Observation[]): boolean {
	const first = releases[0]!.released;
	return !seen.some(({ date }) => date !== null && daysBetween(first, date) >= leastBetweenMajors);
}

/** How far the first number that differs has moved: 1 from 27.2 to 27.2.1 or to 27.3. */
function stepBetween(before: Version, after: Version): number {
	for (let index = 0; index < 3; index++) {
		const step = (after.components[index] ?? 0) - (before.components[index] ?? 0);
		if (step !== 0) return step;
	}
	return 0;
}
