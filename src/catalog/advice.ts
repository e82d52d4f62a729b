import type { Board, Catalog, Major, Release, Support } from './catalog.ts';
import { daysBetween } from './day.ts';
import { findMajor, type Miss } from './lookup.ts';
import { resolveBoard } from './resolve.ts';
import { compareVersions, parseVersion, type Version } from './version.ts';

/** What whoever keeps Macs current asks of them. */
export interface Policy {
	/** The day to look from: releases that came later do not exist yet. */
	readonly asOf: string;
	/** A release must be at least this old to be asked for. */
	readonly deferDays: number;
	/** How many majors back from the newest one the Macs stay. */
	readonly behind: number;
}

/**
 * What the version is to the board on that day: a release of it, one that was withdrawn, a number above every
 * one that was out, a number that no release has, or a release that was made for other boards only.
 */
export type Standing = 'known' | 'withdrawn' | 'newer' | 'unknown' | 'not-for-board';

export interface Advice {
	readonly kind: 'advice';
	readonly board: Board;
	/** The version in its usual spelling: the release's own where there is one. */
	readonly version: string;
	readonly major: string;
	readonly standing: Standing;
	/** Null also for a release that was not out yet. */
	readonly release: Release | null;
	/** The following three look at the major alone; null where the board does not run it. */
	readonly latest: Release | null;
	readonly isCurrent: boolean | null;
	readonly releasesBehind: number | null;
	readonly next: Release | null;
	/** How long the next release has been out. */
	readonly daysBehind: number | null;
	/** The latest release of the newest major that the board runs. */
	readonly newest: Release | null;
	/** How many newer majors the board runs. */
	readonly majorsBehind: number;
	/** What the policy asks to be on; null when nothing was old enough. */
	readonly target: Release | null;
	readonly meetsTarget: boolean | null;
}

/** What to do with a board that is on a version. Only an unknown board or text that is no version has no advice. */
export function advise(catalog: Catalog, name: string, text: string, policy: Policy): Advice | Miss {
	const resolved = resolveBoard(catalog, name);
	if (resolved.kind !== 'board') return resolved;
	const version = parseVersion(text);
	const found = findMajor(catalog, text);
	if (!version || found.kind === 'no-version') return found as Miss;
	const { board } = resolved;
	const major = found.kind === 'found' ? found.value : null;
	// `14` and `14.0.0` are `14.0`: what a machine reports is compared as numbers, never as text.
	const named = major?.releases.find(({ parsed }) => compareVersions(parsed, version) === 0) ?? null;
	const release = named && isOut(named, policy.asOf) ? named : null;
	const support = board.support.get(version.major) ?? null;
	const out = [...board.support.values()].filter((support) => offered(support, policy.asOf).length > 0);
	const standing = release
		? standingOf(release, support)
		: isAbove(catalog, version, major, named !== null, policy.asOf)
			? 'newer'
			: 'unknown';
	const target = targetOf(out, policy);
	return {
		kind: 'advice',
		board,
		version: named?.version ?? version.canonical,
		major: version.major,
		standing,
		release,
		...placeInMajor(support, version, standing, policy.asOf),
		newest: out.length > 0 ? offered(out.at(-1)!, policy.asOf).at(-1)! : null,
		majorsBehind: out.filter(
			({ major, first }) => major.name !== version.major && compareVersions(first.parsed, version) > 0,
		).length,
		target,
		meetsTarget: target && compareVersions(version, target.parsed) >= 0,
	};
}

function isOut({ released }: Release, asOf: string): boolean {
	return released <= asOf;
}

/** The releases of a board in a major that may be installed on that day. */
function offered({ releases }: Support, asOf: string): Release[] {
	return releases.filter((release) => !release.withdrawn && isOut(release, asOf));
}

function standingOf(release: Release, support: Support | null): Standing {
	if (!support?.releases.includes(release)) return 'not-for-board';
	return release.withdrawn ? 'withdrawn' : 'known';
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
	const ofMajor = major?.releases.filter((release) => isOut(release, asOf)) ?? [];
	const out =
		ofMajor.length > 0 || named
			? ofMajor
			: [...catalog.majors.values()].flatMap(({ releases }) =>
					releases.filter((release) => isOut(release, asOf)),
				);
	return out.every(({ parsed }) => compareVersions(version, parsed) > 0);
}

function placeInMajor(support: Support | null, version: Version, standing: Standing, asOf: string) {
	if (!support) {
		const isCurrent = standing === 'newer' ? true : null;
		return { latest: null, isCurrent, releasesBehind: null, next: null, daysBehind: null };
	}
	const releases = offered(support, asOf);
	const missed = releases.filter(({ parsed }) => compareVersions(parsed, version) > 0);
	const next = missed[0] ?? null;
	return {
		latest: releases.at(-1) ?? null,
		isCurrent: next === null && standing !== 'withdrawn',
		releasesBehind: missed.length,
		next,
		daysBehind: next ? daysBetween(next.released, asOf) : 0,
	};
}

/**
 * The newest release that is old enough, of the allowed major or, while that has none, of one before it. A
 * board with fewer majors than the policy counts back stays on its first one: it cannot run anything older.
 */
function targetOf(out: readonly Support[], { asOf, deferDays, behind }: Policy): Release | null {
	for (let at = Math.max(0, out.length - 1 - behind); at >= 0 && out.length > 0; at--) {
		const old = offered(out[at]!, asOf).findLast(({ released }) => daysBetween(released, asOf) >= deferDays);
		if (old) return old;
	}
	return null;
}
