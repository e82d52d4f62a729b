import type { Catalog, Cve, Major, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';

/** The CVEs that a release fixes on a Mac and no earlier release of the major did. */
export interface Closing {
	readonly release: Release;
	/** The security response that fixes them; null if the release itself does. */
	readonly response: SecurityResponse | null;
	readonly cves: readonly Cve[];
	/** The exploited ones, whenever that became known. */
	readonly exploited: readonly Cve[];
}

/** The first release of a major that fixes each CVE. The vendor lists some CVEs again for later releases. */
export type FirstFixes = ReadonlyMap<Cve, Release>;

const ofMajors = new WeakMap<Major, FirstFixes>();
const ofSupports = new WeakMap<readonly Release[], readonly Closing[]>();

export function firstFixes(catalog: Catalog, major: Major): FirstFixes {
	let firsts = ofMajors.get(major);
	if (!firsts) {
		const fixes = new Map<Cve, Release>();
		for (const release of major.releases) {
			for (const { cve } of catalog.security.lists.get(release.version)?.fixes ?? []) {
				const of = catalog.security.cves.get(cve)!;
				if (!fixes.has(of)) fixes.set(of, release);
			}
		}
		firsts = fixes;
		ofMajors.set(major, firsts);
	}
	return firsts;
}

/**
 * What each release of a board in a major fixes there, in version order. A fix of a release that the board was not
 * offered counts for the next release that it was offered: releases include all earlier fixes. Boards with the same
 * releases share the result.
 */
export function closings(catalog: Catalog, { major, offered }: Support): readonly Closing[] {
	let closingsOfSupport = ofSupports.get(offered);
	if (!closingsOfSupport) {
		const drafts = offered.map((release) => ({
			release,
			response: null,
			cves: [] as Cve[],
			exploited: [] as Cve[],
		}));
		const closes = new Map(
			major.releases.map((first) => [
				first,
				drafts.find(({ release }) => compareVersions(release.parsed, first.parsed) >= 0),
			]),
		);
		for (const [cve, first] of firstFixes(catalog, major)) {
			const closing = closes.get(first);
			closing?.cves.push(cve);
			if (cve.exploitation) closing?.exploited.push(cve);
		}
		closingsOfSupport = drafts;
		ofSupports.set(offered, closingsOfSupport);
	}
	return closingsOfSupport;
}

/** What a Mac runs: a version, and the security response that it reported. */
export interface Running {
	readonly version: Version;
	readonly response: SecurityResponse | null;
}

const patched = new WeakMap<Major, readonly Release[]>();

/** The few releases with responses: most majors have none. */
function patchedReleases(major: Major): readonly Release[] {
	let releases = patched.get(major);
	if (!releases) {
		releases = major.releases.filter(({ responses }) => responses.length > 0);
		patched.set(major, releases);
	}
	return releases;
}

/**
 * The responses that the Mac could have and does not, in the order they came out: those of its release and of later
 * ones.
 */
export function responsesAhead(
	{ board, major, releases }: Support,
	{ version, response }: Running,
	asOf: string,
): SecurityResponse[] {
	const patched = patchedReleases(major);
	if (patched.length === 0) return [];
	return patched
		.filter((release) => compareVersions(release.parsed, version) >= 0 && releases.includes(release))
		.flatMap((release) =>
			release.responses.filter(
				(other) => response?.version !== release.version || other.letter > response.letter,
			),
		)
		.filter(({ withdrawn, released }) => !withdrawn && released <= asOf)
		.filter((other) => isOfferedResponse(other, board))
		.toSorted((a, b) => (a.released < b.released ? -1 : a.released > b.released ? 1 : 0));
}

/**
 * What is missing once responses count. Fixes in the Mac's own response are not missing. A fix that a response had
 * before any release is missing since the day of that response. `later` is what releases alone fix.
 */
export function withResponses(
	catalog: Catalog,
	{
		support: { major },
		running: { version, response },
		ahead,
		later,
	}: { support: Support; running: Running; ahead: readonly SecurityResponse[]; later: readonly Closing[] },
): { readonly releases: readonly Closing[]; readonly all: readonly Closing[] } {
	if (!response && ahead.length === 0) return { releases: later, all: later };
	const has = new Set(response?.cves);
	const releases = response ? leaveOut(later, ({ id }) => has.has(id)) : later;
	const fixedFirst = firstFixes(catalog, major);
	const dayOf = new Map(releases.flatMap(({ release, cves }) => cves.map((cve) => [cve, release.released])));
	const earlier = new Set<Cve>();
	const closings = ahead.map((other): Closing => {
		const cves = other.cves.flatMap((id) => {
			const cve = catalog.security.cves.get(id)!;
			const fixed = fixedFirst.get(cve);
			const isFixed = has.has(id) || (fixed && compareVersions(fixed.parsed, version) <= 0);
			if (isFixed || earlier.has(cve) || (dayOf.get(cve) ?? '9999') <= other.released) return [];
			earlier.add(cve);
			return [cve];
		});
		const release = catalog.releases.get(other.version)!;
		return { release, response: other, cves, exploited: cves.filter(({ exploitation }) => exploitation) };
	});
	if (earlier.size === 0) return { releases, all: releases };
	const first = closings.filter(({ cves }) => cves.length > 0);
	return { releases, all: [...first, ...leaveOut(releases, (cve) => earlier.has(cve))] };
}

/**
 * How many of the missing fixes are in a response of this version: it may be installed without having been reported.
 */
export function countUnreported(
	ahead: readonly SecurityResponse[],
	{ version, response }: Running,
	missing: readonly Closing[],
): number {
	if (response) return 0;
	const own = ahead.filter((other) => other.version === version.canonical);
	if (own.length === 0) return 0;
	const maybe = new Set(own.flatMap(({ cves }) => cves));
	return missing.reduce((sum, { cves }) => sum + cves.filter(({ id }) => maybe.has(id)).length, 0);
}

function leaveOut(closings: readonly Closing[], isOut: (cve: Cve) => boolean): Closing[] {
	const stays = (cve: Cve) => !isOut(cve);
	// Most closings do not change and are shared, which keeps the memory for each day small.
	return closings.map((closing) =>
		closing.cves.some(isOut)
			? { ...closing, cves: closing.cves.filter(stays), exploited: closing.exploited.filter(stays) }
			: closing,
	);
}
