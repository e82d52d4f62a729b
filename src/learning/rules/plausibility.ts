import { parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog, Major, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Version } from '@pointrelease/core/src/catalog/version.ts';
import { daysBetween } from '@pointrelease/core/src/text/day.ts';
import type { Observation } from '../observation.ts';

/** Least days between the first releases of two major versions. The shortest time ever was 185. */
const leastBetweenMajors = 120;
/** Most new releases of one document. At most three ever came out at once. */
const mostAtOnce = 6;

/** The number that all builds of a major version begin with; null if no build is known. */
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

/** Whether all builds are of the train. True if the train is unknown. */
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
 * Why the version of a release is implausible, in words; null if it is plausible. `last` is the release before it in its major
 * version, null in a new one.
 */
export function oddity(
	version: Version,
	{
		last,
		predecessor,
		observations,
	}: { last: Version | null; predecessor: Major; observations: readonly Observation[] },
): string | null {
	if (last) return follows(version, last.components) ? null : `does not follow ${last.canonical}`;
	if (isTooSoon(predecessor, observations))
		return `is of a major version that came right after ${predecessor.name}`;
	const isFirst = follows(version, [version.components[0]!, -1]);
	return isFirst ? null : `is the first known release of ${version.major}`;
}

/** The vendor brings one major version a year. */
export function isTooSoon({ releases }: Major, observations: readonly Observation[]): boolean {
	const first = releases[0]!.released;
	return !observations.some(({ date }) => date !== null && daysBetween(first, date) >= leastBetweenMajors);
}

/** Whether the first number that differs grew by one, and only zeros follow it: 27.2.1 and 27.3 follow 27.2; 27.4, 27.22 and 27.3.3 do not. */
function follows({ components: after }: Version, before: readonly number[]): boolean {
	const steps = [0, 1, 2].map((index) => (after[index] ?? 0) - (before[index] ?? 0));
	const moved = steps.findIndex((step) => step !== 0);
	return steps[moved] === 1 && after.slice(moved + 1).every((number) => number === 0);
}
