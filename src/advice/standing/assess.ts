import type { Board, Build, Catalog, Major, Release, Support } from '../../catalog/catalog.ts';
import { daysBetween } from '../../catalog/day.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import { laterUpdates } from '../builds/later-updates.ts';
import { countExposure, type ExposureCounts } from '../exposure/exposure.ts';
import { type MajorLifecycle, majorLifecycle } from '../lifecycle/major-lifecycle.ts';
import type { Policy } from '../policy/policy.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { isOffered, policyTarget } from './policy-target.ts';

/** What a Mac says it is on. */
export interface Installed {
	readonly version: string;
	readonly build: string | null;
}

/**
 * What the version is to the board on that day: a release of it, one that was withdrawn, a number above every
 * one that was out, a number that no release has, or a release that was made for other boards only.
 */
export type VersionStanding = 'known' | 'withdrawn' | 'newer' | 'unknown' | 'not-for-board';

/**
 * Where a Mac stands: its major gets nothing any more (`ended`), or it is on the latest release of it or above
 * (`current`), or below (`behind`).
 */
export type Standing = 'current' | 'behind' | 'ended';

export interface Assessment extends Deadline {
	readonly board: Board;
	/** The version in its usual spelling: the release's own where there is one. */
	readonly version: string;
	/** The build it says it has, whether or not it is known. */
	readonly build: string | null;
	readonly major: string;
	readonly versionStanding: VersionStanding;
	/** Null where the board does not run the major. */
	readonly standing: Standing | null;
	/** How the major is supported; null while it has no release. */
	readonly support: MajorLifecycle | null;
	/** Null also for a release that was not out yet. */
	readonly release: Release | null;
	/** The following look at the major alone; null where the board does not run it. */
	readonly latest: Release | null;
	/** Nothing of the major came later, nor, where the build is known, any update of the version. */
	readonly isCurrent: boolean | null;
	readonly releasesBehind: number | null;
	readonly next: Release | null;
	/** The updates of this very version that the Mac lacks; null where its build is not known. */
	readonly missingUpdates: readonly Build[] | null;
	/** How long the next release, or the first missing update, has been out. */
	readonly daysBehind: number | null;
	/** Fixes that the Mac could have; null where the board does not run the major. */
	readonly exposure: ExposureCounts | null;
	/** The latest release of the newest major that the board runs. */
	readonly newest: Release | null;
	/** How many newer majors the board runs. */
	readonly majorsBehind: number;
	/** What the policy asks to be on; null when nothing was old enough. */
	readonly target: Release | null;
	/** On the target or above, whatever the hardware allows. */
	readonly meetsTarget: boolean | null;
	/** Null when no policy was given. */
	readonly meetsPolicy: boolean | null;
	/** `hardware` when the board runs nothing as new as the policy asks for. */
	readonly blockedBy: 'hardware' | null;
}

/** Where a board stands that is on a version, on the day and under the policy given. Null for text that is no version. */
export function assess(
	catalog: Catalog,
	board: Board,
	{ version: text, build }: Installed,
	policy: Policy,
): Assessment | null {
	const version = catalog.releases.get(text)?.parsed ?? parseVersion(text);
	if (!version) return null;
	const { asOf } = policy;
	const major = catalog.majors.get(version.major) ?? null;
	// `14` and `14.0.0` are `14.0`: what a machine reports is compared as numbers, never as text.
	const named = major?.releases.find(({ parsed }) => compareVersions(parsed, version) === 0) ?? null;
	const release = named && named.released <= asOf ? named : null;
	const support = board.support.get(version.major) ?? null;
	const out = [...board.support.values()].filter((support) => latestOf(support, asOf) !== null);
	const versionStanding = release
		? standingOfRelease(release, support)
		: isAbove(catalog, version, major, named !== null, asOf)
			? 'newer'
			: 'unknown';
	const missingUpdates = release && support ? updatesAfter(catalog, board, release, build, asOf) : null;
	const place = placeInMajor(support, version, versionStanding, missingUpdates ?? [], asOf);
	const supported = majorLifecycle(catalog, version.major, asOf);
	const target = policyTarget(catalog, board, policy);
	const meetsTarget = target.release && compareVersions(version, target.release.parsed) >= 0;
	return {
		board,
		version: named?.version ?? version.canonical,
		build,
		major: version.major,
		versionStanding,
		standing: standingOf(place, supported),
		support: supported,
		release,
		...place,
		missingUpdates,
		exposure: support && place.latest ? countExposure(catalog, support, version, asOf) : null,
		newest: out.length > 0 ? latestOf(out.at(-1)!, asOf) : null,
		majorsBehind: out.filter(
			({ major, first }) => major.name !== version.major && compareVersions(first.parsed, version) > 0,
		).length,
		target: target.release,
		meetsTarget,
		// Where nothing is old enough nothing is asked for; where the Mac runs nothing at all yet nothing can be said.
		meetsPolicy:
			policy.given && out.length > 0 ? !target.blocked && (target.anything || meetsTarget !== false) : null,
		blockedBy: policy.given && target.blocked ? 'hardware' : null,
		...deadlineOf({ catalog, board, support, version, policy }, target),
	};
}

function latestOf({ releases }: Support, asOf: string): Release | null {
	return releases.findLast((release) => isOffered(release, asOf)) ?? null;
}

function standingOfRelease(release: Release, support: Support | null): VersionStanding {
	if (!support?.releases.includes(release)) return 'not-for-board';
	return release.withdrawn ? 'withdrawn' : 'known';
}

/** On an ended major nothing is current, and nothing is merely behind. */
function standingOf(
	{ latest, isCurrent }: { latest: Release | null; isCurrent: boolean | null },
	support: MajorLifecycle | null,
): Standing | null {
	if (!latest || !support) return null;
	if (support.state === 'ended') return 'ended';
	return isCurrent ? 'current' : 'behind';
}

/**
 * Whether the number is above all that was out on that day, of its major or, while that had nothing, of all. What
 * became a release later is measured against its major alone: 9.2.1 came after 10.0.
 */
function isAbove(
	catalog: Catalog,
	version: Version,
	major: Major | null,
	named: boolean,
	asOf: string,
): boolean {
	const isBelow = ({ parsed, released }: Release) => released > asOf || compareVersions(version, parsed) > 0;
	if (named || major?.releases.some(({ released }) => released <= asOf))
		return major!.releases.every(isBelow);
	return [...catalog.releases.values()].every(isBelow);
}

/** What came after the build and left the version as it is; null for a build that is not of the release. */
function updatesAfter(
	catalog: Catalog,
	board: Board,
	release: Release,
	text: string | null,
	asOf: string,
): Build[] | null {
	const build = release.builds.find((build) => build.build === text);
	if (!build) return null;
	return laterUpdates(catalog, build, board).filter(({ released }) => released !== null && released <= asOf);
}

function placeInMajor(
	support: Support | null,
	version: Version,
	standing: VersionStanding,
	updates: readonly Build[],
	asOf: string,
) {
	const releases = support?.releases.filter((release) => isOffered(release, asOf)) ?? [];
	// A board whose first release of the major was still to come did not run it, for all that anybody knew.
	if (releases.length === 0) {
		const isCurrent = standing === 'newer' ? true : null;
		return { latest: null, isCurrent, releasesBehind: null, next: null, daysBehind: null };
	}
	const missed = releases.filter(({ parsed }) => compareVersions(parsed, version) > 0);
	const next = missed[0] ?? null;
	return {
		latest: releases.at(-1) ?? null,
		isCurrent: next === null && updates.length === 0 && standing !== 'withdrawn',
		releasesBehind: missed.length,
		next,
		daysBehind: daysSince([next?.released ?? null, updates[0]?.released ?? null], asOf),
	};
}

/** Days since the first of the days that are known; 0 for none. */
function daysSince(days: readonly (string | null)[], asOf: string): number {
	const [first] = days.filter((day) => day !== null).sort();
	return first === undefined ? 0 : daysBetween(first, asOf);
}
