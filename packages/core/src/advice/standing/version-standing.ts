import type { Catalog, Major, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { isBeta } from '../installed.ts';
import { pulledOn } from '../offered.ts';

/**
 * What a version means for a board on a day: one of its releases, a withdrawn or pulled release, a number above every release
 * of its major, a number that no release has, a release for other boards only, or a beta by its build.
 */
export type VersionStanding = 'known' | 'withdrawn' | 'newer' | 'unknown' | 'not-for-board' | 'beta';

/** Whether the version shows what is installed: a beta, or a number that no release has, does not. */
export function showsRelease(standing: VersionStanding): boolean {
	return standing !== 'beta' && standing !== 'unknown';
}

/** The release of this number, out or not. `14.0.0` is `14.0`; a bare `14` may be any release of 14. */
export function releaseNamed(major: Major | null, version: Version): Release | null {
	if (isBareMajor(version)) return null;
	return major?.releases.find(({ parsed }) => compareVersions(parsed, version) === 0) ?? null;
}

/** Whether a number names a major and none of its releases. Before 11 the first release has the name of its major. */
export function isBareMajor({ era, components }: Version): boolean {
	return era === 'modern' && components.length === 1;
}

/** `support` is that of the board; null if it does not run the major, undefined if the board is not known. */
export function standingOfVersion(
	catalog: Catalog,
	{ version, build }: { readonly version: Version; readonly build: string | null },
	support: Support | null | undefined,
	asOf: string,
): VersionStanding {
	if (isBeta(catalog, build)) return 'beta';
	if (isBareMajor(version)) return 'unknown';
	const major = catalog.majors.get(version.major) ?? null;
	const named = releaseNamed(major, version);
	if (named && named.released <= asOf) {
		if (support !== undefined && !support?.releases.includes(named)) return 'not-for-board';
		const isPulled = support && pulledOn(named, support.board, asOf) !== null;
		return named.withdrawn || isPulled ? 'withdrawn' : 'known';
	}
	const isNewer =
		major && isLikely(version) && isAbove(catalog, { version, major, named: named !== null, asOf });
	return isNewer ? 'newer' : 'unknown';
}

/** No major ever had more: anything higher is a typing error, such as 15.70 for 15.7. */
const mostMinor = 12;
const mostPatch = 15;

/** Whether a number can be that of a release that is not known yet. */
function isLikely({ era, components }: Version): boolean {
	const [minor = 0, patch = 0, ...rest] = components.slice(1);
	if (rest.length > 0) return false;
	// Before 11 the second number is a part of the major.
	return (era !== 'modern' || minor <= mostMinor) && patch <= mostPatch;
}

/**
 * Whether the number is above every release that was out on that day: those of its major or, before the first release of its
 * major, all releases. The number of a later release is compared with its major alone: 9.2.1 came out after 10.0.
 */
function isAbove(
	catalog: Catalog,
	{ version, major, named, asOf }: { version: Version; major: Major; named: boolean; asOf: string },
): boolean {
	const isBelow = ({ parsed, released }: Release) => released > asOf || compareVersions(version, parsed) > 0;
	if (named || major.releases.some(({ released }) => released <= asOf)) return major.releases.every(isBelow);
	return [...catalog.releases.values()].every(isBelow);
}
