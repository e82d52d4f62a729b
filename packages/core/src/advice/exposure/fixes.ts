import type {
	Catalog,
	Cve,
	Exploitation,
	Major,
	Release,
	SecurityResponse,
	Support,
} from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import type { InstalledSafari } from '../../catalog/safari.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { offeredOn } from '../offered.ts';

export interface ExploitedCve extends Cve {
	readonly exploitation: Exploitation;
}

/** Whether a CVE was known to be exploited on a day. */
export function isExploited(cve: Cve, asOf: string): cve is ExploitedCve {
	return cve.exploitation !== null && cve.exploitation.since <= asOf;
}

/** The CVEs that a release fixes on a Mac and that no earlier release of the major had fixed. */
export interface Closing {
	/** The first release offered to the Mac that has the fixes; if there is none, the first release that has them. */
	readonly release: Release;
	/** Whether the Mac is offered the release. */
	readonly isOffered: boolean;
	/** The security response of the release that has the fixes; null if the release itself has them. */
	readonly response: SecurityResponse | null;
	readonly cves: readonly Cve[];
	/** The exploited ones, whenever that became known. */
	readonly exploited: readonly Cve[];
}

/** The first release of a major that fixes each CVE. The vendor lists some CVEs again for later releases. */
type FirstFixes = ReadonlyMap<Cve, Release>;

/** Cached for each major: without this an assessment takes 1.7 ms instead of 35 µs. */
const ofMajors = new WeakMap<Major, FirstFixes>();
/** Cached for each list of releases, which most boards share: for a new day an assessment takes 94 µs instead of 162. */
const ofSupports = new WeakMap<readonly Release[], readonly Closing[]>();

export function firstFixes(catalog: Catalog, major: Major): FirstFixes {
	let firsts = ofMajors.get(major);
	if (!firsts) {
		const fixes = new Map<Cve, Release>();
		for (const release of major.releases) {
			for (const { cve } of catalog.security.lists.get(release.version)?.fixes ?? []) {
				const fixed = catalog.security.cves.get(cve)!;
				if (!fixes.has(fixed)) fixes.set(fixed, release);
			}
		}
		firsts = fixes;
		ofMajors.set(major, firsts);
	}
	return firsts;
}

/**
 * The first release of a major out on a day that has the fix of a CVE: the first that lists it, or the successor of a
 * response that had it.
 */
export function firstFix(catalog: Catalog, major: Major, cve: Cve, asOf: string): Release | null {
	const listed = firstFixes(catalog, major).get(cve);
	if (listed && listed.released <= asOf) return listed;
	if (cve.responses.length === 0) return null;
	const after = new Set(responsesIn(major, cve, asOf).map(({ supersededBy }) => supersededBy));
	return major.releases.find(({ version, released }) => released <= asOf && after.has(version)) ?? null;
}

/** The security responses of a major that fix a CVE, as far as they were out on a day. */
export function responsesIn(major: Major, cve: Cve, asOf: string): SecurityResponse[] {
	return cve.responses.filter(({ version, released }) => released <= asOf && major.byVersion.has(version));
}

/**
 * What each release of a major fixes on a board, in version order. The fixes of a release that the board is not offered count
 * for the next release that it is offered, because a release has all fixes of those before it.
 */
export function closings(catalog: Catalog, support: Support, asOf: string): readonly Closing[] {
	const { major, offered } = support;
	const isPulled = major.releases.some(({ pulls }) => pulls.length > 0);
	if (isPulled) return closingsOf(catalog, major, offeredOn(support, asOf));
	let shared = ofSupports.get(offered);
	if (!shared) {
		shared = closingsOf(catalog, major, offered);
		ofSupports.set(offered, shared);
	}
	return shared;
}

function closingsOf(catalog: Catalog, major: Major, offered: readonly Release[]): Closing[] {
	const draft = (release: Release, isOffered: boolean) => ({
		release,
		isOffered,
		response: null,
		cves: [] as Cve[],
		exploited: [] as Cve[],
	});
	const drafts = offered.map((release) => draft(release, true));
	const unofferedDrafts: typeof drafts = [];
	const closes = new Map(
		major.releases.map((first) => {
			const offeredDraft = drafts.find(({ release }) => compareVersions(release.parsed, first.parsed) >= 0);
			const closing = offeredDraft ?? draft(first, false);
			if (!offeredDraft) unofferedDrafts.push(closing);
			return [first, closing];
		}),
	);
	for (const [cve, first] of firstFixes(catalog, major)) {
		const closing = closes.get(first)!;
		closing.cves.push(cve);
		if (cve.exploitation) closing.exploited.push(cve);
	}
	return [...drafts, ...unofferedDrafts];
}

/** What a Mac runs: a version, and the security response and the Safari that it reported. */
export interface Running {
	readonly version: Version;
	readonly response: SecurityResponse | null;
	readonly safari?: InstalledSafari | null;
}

/**
 * The responses of its release and of later ones that a Mac does not have: first the responses that it is offered, in
 * the order they came out, then the responses for other Macs.
 */
export function responsesAhead(
	{ board, major, releases }: Support,
	{ version, response }: Running,
	asOf: string,
): SecurityResponse[] {
	return major.releases
		.filter(
			(release) =>
				release.responses.length > 0 &&
				compareVersions(release.parsed, version) >= 0 &&
				releases.includes(release),
		)
		.flatMap((release) =>
			release.responses.filter(
				(other) => response?.version !== release.version || other.letter > response.letter,
			),
		)
		.filter(({ withdrawn, released }) => !withdrawn && released <= asOf)
		.toSorted(
			(a, b) =>
				Number(isOfferedResponse(b, board)) - Number(isOfferedResponse(a, board)) ||
				compareText(a.released, b.released),
		);
}

/**
 * What is missing if responses count, too. Fixes in the Mac's own response are not missing. A fix that a response had
 * before any release is missing since the day of that response. `later` is what releases alone fix.
 */
export function withResponses(
	catalog: Catalog,
	{
		support: { major, board },
		running: { version, response },
		ahead,
		later,
	}: { support: Support; running: Running; ahead: readonly SecurityResponse[]; later: readonly Closing[] },
): { readonly releases: readonly Closing[]; readonly all: readonly Closing[] } {
	if (!response && ahead.length === 0) return { releases: later, all: later };
	const patched = new Set(response?.cves);
	const releases = response ? leaveOut(later, ({ id }) => patched.has(id)) : later;
	const fixedFirst = firstFixes(catalog, major);
	const dayOf = new Map(releases.flatMap(({ release, cves }) => cves.map((cve) => [cve, release.released])));
	const earlier = new Set<Cve>();
	const closings = ahead.map((other): Closing => {
		const isOffered = isOfferedResponse(other, board);
		const cves = other.cves.flatMap((id) => {
			const cve = catalog.security.cves.get(id)!;
			const fixed = fixedFirst.get(cve);
			const isFixed = patched.has(id) || (fixed && compareVersions(fixed.parsed, version) <= 0);
			if (isFixed || earlier.has(cve)) return [];
			const day = dayOf.get(cve) ?? '9999';
			// A response for other Macs shows that this Mac is affected. What it can install depends on its own releases.
			if (isOffered ? day <= other.released : dayOf.has(cve)) return [];
			earlier.add(cve);
			return [cve];
		});
		const release = catalog.releases.get(other.version)!;
		return {
			release,
			isOffered,
			response: other,
			cves,
			exploited: cves.filter(({ exploitation }) => exploitation),
		};
	});
	if (earlier.size === 0) return { releases, all: releases };
	const first = closings.filter(({ cves }) => cves.length > 0);
	return { releases, all: [...first, ...leaveOut(releases, (cve) => earlier.has(cve))] };
}

/** How many of the missing fixes are in a response of this version, which may be installed although none was reported. */
export function countUnreported(
	{ board }: Support,
	ahead: readonly SecurityResponse[],
	{ version, response }: Running,
	missing: readonly Closing[],
): number {
	if (response) return 0;
	const sameRelease = ahead.filter(
		(other) => other.version === version.canonical && isOfferedResponse(other, board),
	);
	if (sameRelease.length === 0) return 0;
	const unreported = new Set(sameRelease.flatMap(({ cves }) => cves));
	return missing.reduce((sum, { cves }) => sum + cves.filter(({ id }) => unreported.has(id)).length, 0);
}

function leaveOut(closings: readonly Closing[], isOut: (cve: Cve) => boolean): Closing[] {
	const stays = (cve: Cve) => !isOut(cve);
	// Share the closings that do not change, which are most of them, to keep the cache of each day small.
	return closings.map((closing) =>
		closing.cves.some(isOut)
			? { ...closing, cves: closing.cves.filter(stays), exploited: closing.exploited.filter(stays) }
			: closing,
	);
}
