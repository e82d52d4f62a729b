import type { Catalog, Major, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { isBeta } from '../installed.ts';

/**
 * What the version is to the board on that day: a release of it, one that was withdrawn, a number above every
 * one of its major that was out, a number that no release has, a release that was made for other boards only, or
 * what the build shows to be a beta.
 */
export type VersionStanding = 'known' | 'withdrawn' | 'newer' | 'unknown' | 'not-for-board' | 'beta';

/** The release of this number, out or not. `14` and `14.0.0` are `14.0`: what a machine reports is compared as numbers. */
export function releaseNamed(major: Major | null, version: Version): Release | null {
	return major?.releases.find(({ parsed }) => compareVersions(parsed, version) === 0) ?? null;
}

/** `support` is that of the board; null where it does not run the major, undefined where the board is not known. */
export function standingOfVersion(
	catalog: Catalog,
	{ version, build }: { readonly version: Version; readonly build: string | null },
	support: Support | null | undefined,
	asOf: string,
): VersionStanding {
	if (isBeta(catalog, build)) return 'beta';
	const major = catalog.majors.get(version.major) ?? null;
	const named = releaseNamed(major, version);
	if (named && named.released <= asOf) {
		if (support !== undefined && !support?.releases.includes(named)) return 'not-for-board';
		return named.withdrawn ? 'withdrawn' : 'known';
	}
	return major && isAbove(catalog, { version, major, named: named !== null, asOf }) ? 'newer' : 'unknown';
}

/**
 * Whether the number is above all that was out on that day, of its major or, while that had nothing, of all. What
 * became a release later is measured against its major alone: 9.2.1 came after 10.0.
 */
function isAbove(
	catalog: Catalog,
	{ version, major, named, asOf }: { version: Version; major: Major; named: boolean; asOf: string },
): boolean {
	const isBelow = ({ parsed, released }: Release) => released > asOf || compareVersions(version, parsed) > 0;
	if (named || major.releases.some(({ released }) => released <= asOf)) return major.releases.every(isBelow);
	return [...catalog.releases.values()].every(isBelow);
}
