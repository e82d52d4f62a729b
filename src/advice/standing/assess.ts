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
	/** How its version and its build contradict each other, in a sentence; null where they do not. */
	readonly doubt: string | null;
	/** The security response that it has, and what is out for its release. */
	readonly response: ResponseState;
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
	/** Fixes that the Mac could have; nothing is known of them where the board does not run the major. */
	readonly exposure: ExposureCounts;
	/** The latest release of the newest major that the board runs. */
	readonly newest: Release | null;
	/** How its major is supported. */
	readonly newestSupport: MajorLifecycle | null;
	/** How many newer majors the board runs. */
	readonly majorsBehind: number;
	/** What the policy asks to be on; null when nothing was old enough. */
	readonly target: Release | null;
	/** On the target or above, whatever the hardware allows; null for a beta and for a major that does not exist. */
	readonly meetsTarget: boolean | null;
	/** Null when no policy was given, for a beta, a major that does not exist, and a good version that the build contradicts. */
	readonly meetsPolicy: boolean | null;
	/** `hardware` when the board runs nothing as new as the policy asks for. */
	readonly blockedBy: 'hardware' | null;
}

/** Where a board stands that is on a version, on the day and under the policy given. Null for text that is no version. */
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
	// What a beta holds, and what a major is that nobody knows, no number tells.
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
	// Where nothing is old enough nothing is asked for; where the Mac runs nothing at all yet nothing can be said.
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

/** What is not judged is not late either. */
function notLate(deadline: Deadline): Deadline {
	return { ...deadline, daysLeft: null, daysOverdue: null, overdueSince: null, closesExploited: null };
}

function latestOf(support: Support, asOf: string): Release | null {
	return available(support, asOf).at(-1) ?? null;
}

/** On an ended major nothing is current, and nothing is merely behind. */
function standingOf(
	{ latest, isCurrent }: { latest: Release | null; isCurrent: boolean | null },
	support: MajorLifecycle | null,
): Standing | null {
	if (!latest || !support) return null;
	if (support.state === 'ended') return 'ended';
	if (isCurrent === null) return null;
	return isCurrent ? 'current' : 'behind';
}

/** What came after the build and left the version as it is; null for a build that is not of the release. */
function updatesAfter(
	catalog: Catalog,
	{ board, release, text, asOf }: { board: Board; release: Release; text: string | null; asOf: string },
): Build[] | null {
	const build = release.builds.find((build) => build.build === text);
	if (!build) return null;
	return laterUpdates(catalog, build, board).filter(({ released }) => released !== null && released <= asOf);
}

/** What the board was offered by then; on the days before it is offered anything, what it has from the factory. */
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
	// A board whose first release of the major was still to come did not run it, for all that anybody knew.
	if (releases.length === 0) {
		const isCurrent = standing === 'newer' ? true : null;
		return { latest: null, isCurrent, releasesBehind: null, next: null, daysBehind: null };
	}
	// A beta comes before the release of its number.
	const least = standing === 'beta' ? 0 : 1;
	const missed = releases.filter(({ parsed }) => Math.sign(compareVersions(parsed, version)) >= least);
	const next = missed[0] ?? null;
	return {
		latest: releases.at(-1) ?? null,
		// One that nothing came after is not the latest release, as it is none.
		isCurrent:
			standing === 'beta' && next === null
				? null
				: next === null && updates.length === 0 && standing !== 'withdrawn',
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
