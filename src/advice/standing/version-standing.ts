import type { Catalog, Major, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { isBeta } from '../installed.ts';

/**
 * What the version is to the board on that day: a known release, a withdrawn one, a number above all releases of its
 * major, a number without a release, a release for other boards only, or a beta by its build.
 */
export type VersionStanding = 'known' | 'withdrawn' | 'newer' | 'unknown' | 'not-for-board' | 'beta';

/**
 * The release with this number, out or not. `14` and `14.0.0` are `14.0`: reported versions are compared as numbers.
 */
export function releaseNamed(major: Major | null, version: Version): Release | null {
	return major?.releases.find(({ parsed }) => compareVersions(parsed, version) === 0) ?? null;
}

/** `support` is that of the board: null if it does not run the major, undefined if the board is not known. */
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
 * Whether the number is above everything out on that day, of its major or, while the major had nothing, of all. A
 * later release is compared with its major alone: 9.2.1 came after 10.0.
 */
function isAbove(
	catalog: Catalog,
	{ version, major, named, asOf }: { version: Version; major: Major; named: boolean; asOf: string },
): boolean {
	const isBelow = ({ parsed, released }: Release) => released > asOf || compareVersions(version, parsed) > 0;
	if (named || major.releases.some(({ released }) => released <= asOf)) return major.releases.every(isBelow);
	return [...catalog.releases.values()].every(isBelow);
}
