import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { dayTextAt, millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';

/** Days after its last change for which a record is a hint of a release. */
const daysOfHint = 14;

/** The versions that late records name before any feed lists them, if they follow the newest release of their major version. */
export function versionsAhead({ security, majors, releases }: Catalog, now: number): string[] {
	const since = dayTextAt(now - daysOfHint * millisecondsOfDay);
	const newest = [...majors.values()].at(-1);
	const follows = (version: Version) => {
		const major = majors.get(version.major);
		if (major) return compareVersions(version, major.latest.parsed) > 0;
		return newest !== undefined && Number(version.major) === Number(newest.name) + 1;
	};
	const ahead = [...security.records.values()]
		.filter(({ updated }) => (updated ?? '') >= since)
		.flatMap(({ fixedIn }) => fixedIn)
		.filter((version) => !releases.has(version))
		.map((version) => parseVersion(version)!)
		.filter(follows)
		.sort(compareVersions);
	return [...new Set(ahead.map(({ canonical }) => canonical))];
}
