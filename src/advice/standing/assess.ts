import type { Board, Build, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions, parseVersion, type Version } from '../../catalog/version.ts';
import { daysBetween } from '../../text/day.ts';
import { laterUpdates } from '../builds.ts';
import { countExposure, type ExposureCounts, nothingKnown } from '../exposure/exposure.ts';
import { type Installed, type ResponseState, responseState } from '../installed.ts';
import { type MajorLifecycle, majorLifecycle } from '../lifecycle.ts';
import type { Policy } from '../policy/policy.ts';
import { type Deadline, deadlineOf } from './deadline.ts';
import { isOut, policyTarget, supportsOn } from './policy-target.ts';
import { releaseNamed, standingOfVersion, type VersionStanding } from './version-standing.ts';

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
	/** The installed security response, and the latest one for the release. */
	readonly response: ResponseState;
	readonly major: string;
	readonly versionStanding: VersionStanding;
	/** Null if the board does not run the major. */
	readonly standing: Standing | null;
	/** Lifecycle of the major; null while it has no release. */
	readonly support: MajorLifecycle | null;
	/** Null also if the release was not out yet. */
	readonly release: Release | null;
	/** Members up to `daysBehind` are about the major alone; null if the board does not run it. */
	readonly latest: Release | null;
	/** No later release of the major and, if the build is known, no later update of the version. */
	readonly isCurrent: boolean | null;
	readonly releasesBehind: number | null;
	readonly next: Release | null;
	/** The updates of this version that the Mac lacks; null if its build is not known. */
	readonly missingUpdates: readonly Build[] | null;
	/** Days since the next release, or the first missing update, came out. */
	readonly daysBehind: number | null;
	/** Fixes that the Mac could have; unknown if the board does not run the major. */
	readonly exposure: ExposureCounts;
	/** The latest release of the newest major that the board runs. */
	readonly newest: Release | null;
	/** Lifecycle of its major. */
	readonly newestSupport: MajorLifecycle | null;
	/** How many newer majors the board runs. */
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
	{ version: text, build, supplement = null, doubt = null, isUnsure = false }: Installed,
	policy: Policy,
): Assessment | null {
	const version = catalog.releases.get(text)?.parsed ?? parseVersion(text);
	if (!version) return null;
	const { asOf } = policy;
	const major = catalog.majors.get(version.major) ?? null;
	const named = releaseNamed(major, version);
	const release = named && named.released <= asOf ? named : null;
	const support = board.support.get(version.major) ?? null;
	const out = supportsOn(board, asOf);
	const versionStanding = standingOfVersion(catalog, { version, build }, support, asOf);
	// A number does not say what a beta includes, nor anything about an unknown major.
	const isJudged = versionStanding !== 'beta' && major !== null;
	const response = responseState(board, release, { build, supplement }, asOf);
	const running = { version, response: response.installed };
	const patched = response.installed?.baseBuild ?? build;
	const missingUpdates =
		release && support ? updatesAfter(catalog, { board, release, text: patched, asOf }) : null;
	const place = placeInMajor(support, {
		version,
		standing: versionStanding,
		updates: missingUpdates ?? [],
		asOf,
	});
	const supported = majorLifecycle(catalog, version.major, asOf);
	const newest = out.length > 0 ? latestOf(out.at(-1)!, asOf) : null;
	const target = policyTarget(catalog, board, policy);
	const meetsTarget =
		target.release && isJudged ? compareVersions(version, target.release.parsed) >= 0 : null;
	// If no release is old enough, nothing is required. If the Mac runs no release yet, the answer is unknown.
	const meetsPolicy =
		policy.given && isJudged && out.length > 0
			? !target.blocked && (target.anything || meetsTarget !== false)
			: null;
	const deadline = deadlineOf({ catalog, board, support, ...running, policy }, target);
	return {
		board,
		version: named?.version ?? version.canonical,
		build,
		doubt,
		response,
		major: version.major,
		versionStanding,
		standing: standingOf(place, supported),
		support: supported,
		release,
		...place,
		missingUpdates,
		exposure:
			support && place.latest && isJudged ? countExposure(catalog, support, running, asOf) : nothingKnown,
		newest,
		newestSupport:
			newest && newest.major !== version.major ? majorLifecycle(catalog, newest.major, asOf) : supported,
		majorsBehind: out.filter(
			({ major, first }) => major.name !== version.major && compareVersions(first.parsed, version) > 0,
		).length,
		target: target.release,
		meetsTarget,
		meetsPolicy: isUnsure && meetsPolicy ? null : meetsPolicy,
		blockedBy: policy.given && isJudged && target.blocked ? 'hardware' : null,
		...(isJudged ? deadline : notLate(deadline)),
	};
}

/** A Mac without a verdict is not late. */
function notLate(deadline: Deadline): Deadline {
	return { ...deadline, daysLeft: null, daysOverdue: null, overdueSince: null, closesExploited: null };
}

function latestOf(support: Support, asOf: string): Release | null {
	return available(support, asOf).at(-1) ?? null;
}

/** On an ended major nothing counts as current or behind. */
function standingOf(
	{ latest, isCurrent }: { latest: Release | null; isCurrent: boolean | null },
	support: MajorLifecycle | null,
): Standing | null {
	if (!latest || !support) return null;
	if (support.state === 'ended') return 'ended';
	if (isCurrent === null) return null;
	return isCurrent ? 'current' : 'behind';
}

/** Later updates of the version; null if the build does not belong to the release. */
function updatesAfter(
	catalog: Catalog,
	{ board, release, text, asOf }: { board: Board; release: Release; text: string | null; asOf: string },
): Build[] | null {
	const build = release.builds.find((build) => build.build === text);
	if (!build) return null;
	return laterUpdates(catalog, build, board).filter(({ released }) => released !== null && released <= asOf);
}

/** The releases offered to the board by that day; before the first offer, what it was shipped with. */
function available({ releases, offered }: Support, asOf: string): Release[] {
	const out = offered.filter((release) => isOut(release, asOf));
	return out.length > 0 ? out : releases.filter((release) => isOut(release, asOf)).slice(-1);
}

function placeInMajor(
	support: Support | null,
	{
		version,
		standing,
		updates,
		asOf,
	}: { version: Version; standing: VersionStanding; updates: readonly Build[]; asOf: string },
) {
	const releases = support ? available(support, asOf) : [];
	// A board did not run the major before its first release of it came out.
	if (releases.length === 0) {
		const isCurrent = standing === 'newer' ? true : null;
		return { latest: null, isCurrent, releasesBehind: null, next: null, daysBehind: null };
	}
	// A beta is older than the release with its number.
	const least = standing === 'beta' ? 0 : 1;
	const missed = releases.filter(({ parsed }) => Math.sign(compareVersions(parsed, version)) >= least);
	const next = missed[0] ?? null;
	return {
		latest: releases.at(-1) ?? null,
		// With nothing after it, an unknown version is still not the latest release.
		isCurrent:
			standing === 'beta' && next === null
				? null
				: next === null && updates.length === 0 && standing !== 'withdrawn',
		releasesBehind: missed.length,
		next,
		daysBehind: daysSince([next?.released ?? null, updates[0]?.released ?? null], asOf),
	};
}

/** Days since the earliest known day; 0 if there is none. */
function daysSince(days: readonly (string | null)[], asOf: string): number {
	const [first] = days.filter((day) => day !== null).sort();
	return first === undefined ? 0 : daysBetween(first, asOf);
}
