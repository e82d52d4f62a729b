import type { Board, Build, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { releaseAbove } from '../../catalog/lookup.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { daysBetween } from '../../text/day.ts';
import { laterUpdates } from '../builds.ts';
import { type ExposureCounts, nothingKnown } from '../exposure/exposure.ts';
import { type SafariState, safariState } from '../exposure/safari.ts';
import type { Installed, ResponseState } from '../installed.ts';
import { type MajorLifecycle, majorLifecycle } from '../lifecycle.ts';
import { isOut, isPulledForAll, isReplaced, latestOffered, offeredOn, supportsOn } from '../offered.ts';
import type { Policy } from '../policy/policy.ts';
import { type Deadline, deadlineOf, noDeadline } from './deadline.ts';
import { policyTarget } from './policy-target.ts';
import { macExposureCounts, runningMac } from './running-mac.ts';
import { isBareMajor, showsRelease, type VersionStanding } from './version-standing.ts';

/**
 * `ended`: the major no longer gets updates. `current`: on the latest release of the major or above. `behind`: below
 * it.
 */
export type Standing = 'current' | 'behind' | 'ended';

export interface Assessment extends Deadline {
	readonly board: Board;
	/** The version, spelled like the release if there is one. */
	readonly version: string;
	/** The reported build, known or not. */
	readonly build: string | null;
	/** How version and build contradict each other, in a sentence; null if they do not. */
	readonly doubt: string | null;
	/** The version may be another one, because the build contradicts it and is of no release. */
	readonly isUnsure: boolean;
	/** The installed security response, and the latest one for the release. */
	readonly response: ResponseState;
	/** The installed Safari, and the latest that the major is offered. */
	readonly safari: SafariState;
	readonly major: string;
	readonly versionStanding: VersionStanding;
	/** Apple no longer offers the release to this Mac, but to others. */
	readonly isOfferedToOthers: boolean;
	/** Null if the board does not run the major. */
	readonly standing: Standing | null;
	/** Lifecycle of the major; null while it has no release. */
	readonly support: MajorLifecycle | null;
	/** Null also if the release was not out yet. */
	readonly release: Release | null;
	/** Members up to `daysBehind` are about the major alone; null if the board does not run it. This one also if it is offered none of it. */
	readonly latest: Release | null;
	/** No later release of the major and, if the build is known, no later update of the version. */
	readonly isCurrent: boolean | null;
	readonly releasesBehind: number | null;
	readonly next: Release | null;
	/** The updates of this version that the Mac lacks; null if its build is not known. */
	readonly missingUpdates: readonly Build[] | null;
	/** The vendor's list has another build of the same version in place of the Mac's. */
	readonly isReplaced: boolean;
	/** The newest release of the major, if it was made for other Macs alone and this one is on the latest of its own; else null. */
	readonly leftOutOf: Release | null;
	/** Days since the next release, or the first missing update, came out. */
	readonly daysBehind: number | null;
	/** Fixes that the Mac could have; unknown if the board does not run the major. */
	readonly exposure: ExposureCounts;
	/** The latest release of the newest major of which the board is offered any. */
	readonly newest: Release | null;
	/** Lifecycle of its major. */
	readonly newestSupport: MajorLifecycle | null;
	/** How many newer majors the board is offered. */
	readonly majorsBehind: number;
	/** The release that the policy requires; null if none is old enough. */
	readonly target: Release | null;
	/** On the target or above, whatever the hardware allows; null for a beta and an unknown major. */
	readonly meetsTarget: boolean | null;
	/** Null without a policy, for a beta, an unknown major, and a sufficient version that the build contradicts. */
	readonly meetsPolicy: boolean | null;
	/** `hardware` if the board runs nothing as new as the policy requires. */
	readonly blockedBy: 'hardware' | null;
}

/** Assesses a board on a version, on the day and under the policy. Null if the text is not a version. */
export function assess(
	catalog: Catalog,
	board: Board,
	installed: Installed,
	policy: Policy,
): Assessment | null {
	const mac = runningMac(catalog, board, installed, policy.asOf);
	if (!mac) return null;
	const { build, doubt = null, isUnsure = false } = installed;
	const { version, versionStanding, named, release, support, responseState: response } = mac;
	const { asOf } = policy;
	const out = supportsOn(board, asOf);
	const isJudged = showsRelease(versionStanding) && catalog.majors.has(version.major);
	const patched = response.installed?.baseBuild ?? build;
	const installedBuild = release?.builds.find((other) => other.build === patched) ?? null;
	const missingUpdates =
		installedBuild && support
			? laterUpdates(catalog, installedBuild, board).filter(
					({ released }) => released !== null && released <= asOf,
				)
			: null;
	const replaced = installedBuild !== null && isReplaced(installedBuild, board, asOf);
	const safari = safariState(catalog, version.major, installed.safari ?? null, asOf);
	// On a day before the board's first release of the major, the board counts as not running it.
	const runs = support && out.includes(support) ? support : null;
	const place = placeInMajor(runs, {
		version,
		standing: versionStanding,
		updates: missingUpdates ?? [],
		lacksResponse: response.standing === 'behind',
		nextSafari: safari.next?.released ?? null,
		isReplaced: replaced,
		asOf,
	});
	const supported = majorLifecycle(catalog, version.major, asOf);
	const offered = out.filter((other) => latestOffered(other, asOf) !== null);
	const newest = offered.length > 0 ? latestOffered(offered.at(-1)!, asOf) : null;
	const target = policyTarget(catalog, board, version.major, policy);
	const meetsTarget =
		target.release && isJudged ? compareVersions(version, target.release.parsed) >= 0 : null;
	// While no release is old enough, the policy asks for nothing. While the board had no release at all, nothing can be said.
	const meetsPolicy =
		policy.isStated && isJudged && out.length > 0 ? !target.blocked && meetsTarget !== false : null;
	const deadline = deadlineOf(
		{ catalog, board, support, version, response: mac.response, known: installed.known ?? null, policy },
		target,
	);
	return {
		board,
		version: named?.version ?? version.canonical,
		build,
		doubt,
		isUnsure,
		response,
		safari,
		major: version.major,
		versionStanding,
		isOfferedToOthers:
			versionStanding === 'withdrawn' && !release!.withdrawn && !isPulledForAll(release!, asOf),
		standing: standingOf(runs, place, supported),
		support: supported,
		release,
		...place,
		missingUpdates,
		isReplaced: replaced,
		leftOutOf: runs && place.isCurrent && versionStanding === 'known' ? leftOutOf(runs, asOf) : null,
		exposure: runs ? macExposureCounts(catalog, mac, asOf) : nothingKnown,
		newest,
		newestSupport:
			newest && newest.major !== version.major ? majorLifecycle(catalog, newest.major, asOf) : supported,
		majorsBehind: offered.filter(
			({ major, first }) => major.name !== version.major && compareVersions(first.parsed, version) > 0,
		).length,
		target: target.release,
		meetsTarget,
		meetsPolicy: isUnsure && meetsPolicy ? null : meetsPolicy,
		blockedBy: policy.isStated && isJudged && target.blocked ? 'hardware' : null,
		...(isJudged ? deadline : { ...noDeadline, targetSince: deadline.targetSince }),
	};
}

/** A Mac on a major that ended is neither current nor behind. */
function standingOf(
	runs: Support | null,
	{ isCurrent }: { isCurrent: boolean | null },
	lifecycle: MajorLifecycle | null,
): Standing | null {
	if (!runs || !lifecycle) return null;
	if (lifecycle.state === 'ended') return 'ended';
	if (isCurrent === null) return null;
	return isCurrent ? 'current' : 'behind';
}

interface InMajor {
	readonly version: Version;
	readonly standing: VersionStanding;
	readonly updates: readonly Build[];
	/** The Mac is known to lack a security response of its release. */
	readonly lacksResponse: boolean;
	/** The day of the first Safari above that of the Mac; null if it is known to lack none. */
	readonly nextSafari: string | null;
	readonly isReplaced: boolean;
	readonly asOf: string;
}

function placeInMajor(runs: Support | null, inMajor: InMajor) {
	const { version, standing, updates, lacksResponse, nextSafari, asOf } = inMajor;
	if (!runs) {
		const isCurrent = standing === 'newer' ? true : null;
		return { latest: null, isCurrent, releasesBehind: null, next: null, daysBehind: null };
	}
	const releases = offeredOn(runs, asOf);
	// A bare major may be any of its releases.
	if (isBareMajor(version))
		return {
			latest: releases.at(-1) ?? null,
			isCurrent: null,
			releasesBehind: null,
			next: null,
			daysBehind: null,
		};
	// A beta comes before the release of its number.
	const next =
		standing === 'beta'
			? (releases.find(({ parsed }) => compareVersions(parsed, version) >= 0) ?? null)
			: releaseAbove(releases, version);
	return {
		latest: releases.at(-1) ?? null,
		isCurrent:
			// A Mac that is offered nothing yet and reports a release for other Macs has to be looked at.
			releases.length === 0 && standing === 'not-for-board'
				? null
				: isCurrent(inMajor, next !== null, updates.length > 0 || lacksResponse || nextSafari !== null),
		releasesBehind: next ? releases.length - releases.indexOf(next) : 0,
		next,
		daysBehind: daysSince([next?.released ?? null, updates[0]?.released ?? null, nextSafari], asOf),
	};
}

/**
 * Current: on the latest offered release of the major or above, with nothing known to be missing. Null if nobody can tell: for a
 * number that no release has, for a build that was replaced, and for a beta or a withdrawn release without a later release.
 */
function isCurrent(
	{ standing, isReplaced }: InMajor,
	hasNext: boolean,
	lacksUpdate: boolean,
): boolean | null {
	if (standing === 'unknown') return null;
	if (hasNext) return false;
	if (standing === 'beta' || standing === 'withdrawn') return null;
	if (lacksUpdate) return false;
	return isReplaced ? null : true;
}

/** The newest release of the major on a day, if it was not made for the board and is newer than any that was. */
function leftOutOf({ major, releases }: Support, asOf: string): Release | null {
	const newest = major.releases.findLast((release) => isOut(release, asOf) && !isPulledForAll(release, asOf));
	const last = releases.findLast(({ released }) => released <= asOf);
	return newest && last && compareVersions(newest.parsed, last.parsed) > 0 ? newest : null;
}

/** Days since the first of the days that are known; 0 for none. */
function daysSince(days: readonly (string | null)[], asOf: string): number {
	const [first] = days.filter((day) => day !== null).sort();
	return first === undefined ? 0 : daysBetween(first, asOf);
}
