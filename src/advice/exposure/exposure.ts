import type { Catalog, Cve, Major, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareCves } from '../../catalog/tables/security-tables.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { daysBetween } from '../../text/day.ts';
import { fixedElsewhere } from './elsewhere.ts';
import {
	type Closing,
	closings,
	countUnreported,
	firstFixes,
	type Running,
	responsesAhead,
	withResponses,
} from './fixes.ts';

/**
 * `complete`: every list that counts was read whole. `lower-bound`: one is known only in part or not at all.
 * `unknown`: no table goes back that far.
 */
export type Knowledge = 'complete' | 'lower-bound' | 'unknown';

/** How many fixes a Mac misses. The counts are null if nothing is known. */
export interface ExposureCounts {
	readonly known: Knowledge;
	readonly missingCount: number | null;
	readonly exploitedMissingCount: number | null;
	/** Days since the first missing fix came out; 0 if none is missing. */
	readonly exposedDays: number | null;
	/** CVEs fixed in newer majors after this version came out, and not stated for this major. */
	readonly fixedElsewhereCount: number | null;
	readonly fixedElsewhereExploitedCount: number | null;
	/**
	 * How many of the missing fixes may be installed after all: a security response of this version has them, and no
	 * letter was reported.
	 */
	readonly maybeFixedCount: number | null;
}

/** A fix that a Mac could have and does not. */
export interface MissingFix {
	readonly cve: Cve;
	/** The first release of the major for this Mac that has it. */
	readonly fixedIn: Release;
	/** The security response of that release, if it had the fix before any release. */
	readonly response: SecurityResponse | null;
	/** The day it came out. */
	readonly fixedOn: string;
	/** Whether it was known to be exploited on the day. */
	readonly exploited: boolean;
}

export interface Exposure extends ExposureCounts {
	/** Exploited ones first, then by the day of the fix. */
	readonly missing: readonly MissingFix[];
	/** The exploited ones among what newer majors fixed. */
	readonly exploitedElsewhere: readonly Cve[];
}

export const nothingKnown: ExposureCounts = {
	known: 'unknown',
	missingCount: null,
	exploitedMissingCount: null,
	exposedDays: null,
	fixedElsewhereCount: null,
	fixedElsewhereExploitedCount: null,
	maybeFixedCount: null,
};

/** What a board on a version misses, with the counts. */
interface Missed {
	readonly counts: ExposureCounts;
	readonly missed: readonly Closing[];
	/** The releases that fix a vulnerability known to be exploited on the day. */
	readonly closeExploited: readonly Release[];
	/** The exploited ones among what newer majors fixed. */
	readonly exploitedElsewhere: readonly Cve[];
}

/**
 * By the releases of a board in a major, which most boards share. All versions of all boards make 618 entries for one
 * day. Clients choose the days, so the total is bounded.
 */
let missedByReleases = new WeakMap<readonly Release[], Map<string, Missed>>();
let missedCount = 0;
const mostMissed = 2_048;

function missedFixes(catalog: Catalog, support: Support, running: Running, asOf: string): Missed {
	const ahead = responsesAhead(support, running, asOf);
	let key = `${running.version.canonical} ${asOf} ${running.response?.build ?? ''}`;
	// Boards with the same releases can have different responses.
	for (const { build } of ahead) key += `,${build}`;
	let missed = missedByReleases.get(support.releases)?.get(key);
	if (!missed) {
		missed = workOut(catalog, { support, running, ahead, asOf });
		if (++missedCount > mostMissed) {
			missedByReleases = new WeakMap();
			missedCount = 1;
		}
		const ofReleases = missedByReleases.get(support.releases) ?? new Map<string, Missed>();
		missedByReleases.set(support.releases, ofReleases.set(key, missed));
	}
	return missed;
}

function workOut(
	catalog: Catalog,
	{
		support,
		running,
		ahead,
		asOf,
	}: { support: Support; running: Running; ahead: readonly SecurityResponse[]; asOf: string },
): Missed {
	const { version } = running;
	const later = missed(catalog, support, version, asOf);
	const closing = withResponses(catalog, { support, running, ahead, later });
	const isOpen = ({ exploited }: Closing) => exploited.some((cve) => isExploited(cve, asOf));
	const first = closing.all
		.filter(({ cves }) => cves.length > 0)
		.reduce((day, each) => (dayOfClosing(each) < day ? dayOfClosing(each) : day), asOf);
	const elsewhere = fixedElsewhere(catalog, support.major, dayOf(support, version), asOf);
	return {
		counts: {
			known: knowledge(catalog, support, version, asOf),
			missingCount: closing.all.reduce((sum, { cves }) => sum + cves.length, 0),
			exploitedMissingCount: closing.all.reduce(
				(sum, { exploited }) => sum + exploited.filter((cve) => isExploited(cve, asOf)).length,
				0,
			),
			exposedDays: daysBetween(first, asOf),
			fixedElsewhereCount: elsewhere.count,
			fixedElsewhereExploitedCount: elsewhere.exploited.length,
			maybeFixedCount: countUnreported(ahead, running, closing.all),
		},
		missed: closing.all,
		// A policy requires releases, so a fix in a response counts as part of the release that includes it.
		closeExploited: closing.releases.filter(isOpen).map(({ release }) => release),
		exploitedElsewhere: elsewhere.exploited,
	};
}

function dayOfClosing({ release, response }: Closing): string {
	return (response ?? release).released;
}

/** Counts the fixes that a board on a version of one of its majors could have on a day. */
export function countExposure(
	catalog: Catalog,
	support: Support,
	running: Running,
	asOf: string,
): ExposureCounts {
	return support.major.era === 'modern' ? missedFixes(catalog, support, running, asOf).counts : nothingKnown;
}

/** The same with every missing fix. */
export function exposureOf(catalog: Catalog, support: Support, running: Running, asOf: string): Exposure {
	if (support.major.era !== 'modern') return { ...nothingKnown, missing: [], exploitedElsewhere: [] };
	const { counts, missed, exploitedElsewhere } = missedFixes(catalog, support, running, asOf);
	const missing = missed.flatMap((closing) => {
		const { release, response, cves } = closing;
		const fix = { fixedIn: release, response, fixedOn: dayOfClosing(closing) };
		return cves.map((cve) => ({ cve, ...fix, exploited: isExploited(cve, asOf) }));
	});
	return { ...counts, missing: missing.sort(byUrgency), exploitedElsewhere };
}

/** Whether updating from a version to a release fixes an exploited vulnerability that is open on this board. */
export function closesExploited(
	catalog: Catalog,
	{ support, running, target, asOf }: { support: Support; running: Running; target: Release; asOf: string },
): boolean {
	if (support.major.era !== 'modern') return false;
	const { closeExploited, exploitedElsewhere } = missedFixes(catalog, support, running, asOf);
	const isOnTheWay = (release: Release) => compareVersions(release.parsed, target.parsed) <= 0;
	if (closeExploited.some(isOnTheWay)) return true;
	if (target.major === support.major.name) return false;
	return exploitedElsewhere.some(({ fixedIn }) =>
		fixedIn.some(
			(release) =>
				release.major !== support.major.name &&
				release.released <= asOf &&
				compareVersions(release.parsed, running.version) > 0 &&
				isOnTheWay(release),
		),
	);
}

export function isExploited({ exploitation }: Cve, asOf: string): boolean {
	return exploitation !== null && exploitation.since <= asOf;
}

/** What the releases above the version fix that were out on the day. */
function missed(catalog: Catalog, support: Support, version: Version, asOf: string): Closing[] {
	const later = closings(catalog, support).filter(
		({ release }) => release.released <= asOf && compareVersions(release.parsed, version) > 0,
	);
	const [next, ...rest] = later;
	if (!next) return [];
	// A number between two releases of the board has what releases of other boards fixed below it.
	const first = firstFixes(catalog, support.major);
	const isAbove = (cve: Cve) => compareVersions(first.get(cve)!.parsed, version) > 0;
	if (next.cves.every(isAbove)) return later;
	return [{ ...next, cves: next.cves.filter(isAbove), exploited: next.exploited.filter(isAbove) }, ...rest];
}

/** A list counts if its release lies above the version and at or below the newest one that the board could have. */
function knowledge(catalog: Catalog, support: Support, version: Version, asOf: string): Knowledge {
	const newest = support.offered.findLast(({ released }) => released <= asOf);
	const isUncertain = ({ parsed, released, version: name }: Release) => {
		if (!newest || released > asOf || compareVersions(parsed, version) <= 0) return false;
		if (compareVersions(parsed, newest.parsed) > 0) return false;
		const state = catalog.security.lists.get(name)?.state ?? 'unknown';
		return state === 'unknown' || state === 'partial';
	};
	return support.major.releases.some(isUncertain) ? 'lower-bound' : 'complete';
}

/** The day of a version: of the release with this number, or of the one below it. */
function dayOf({ major }: Support, version: Version): string {
	const at = major.releases.findLast(({ parsed }) => compareVersions(parsed, version) <= 0);
	return (at ?? major.releases[0]!).released;
}

function byUrgency(a: MissingFix, b: MissingFix): number {
	if (a.exploited !== b.exploited) return a.exploited ? -1 : 1;
	if (a.fixedOn !== b.fixedOn) return a.fixedOn < b.fixedOn ? -1 : 1;
	return compareCves(a.cve.id, b.cve.id);
}

const widest = new WeakMap<Major, Support | null>();

/**
 * What a version misses on an unrecognized Mac: the same as on the Mac that got most releases of the major. Null if
 * the major does not exist.
 */
export function exposureOfVersion(catalog: Catalog, running: Running, asOf: string): ExposureCounts | null {
	const major = catalog.majors.get(running.version.major);
	const support = major ? widestSupport(major) : null;
	return support && countExposure(catalog, support, running, asOf);
}

function widestSupport(major: Major): Support | null {
	let support = widest.get(major);
	if (support === undefined) {
		support = null;
		for (const board of major.boards) {
			const other = board.support.get(major.name)!;
			if (!support || other.releases.length > support.releases.length) support = other;
		}
		widest.set(major, support);
	}
	return support;
}
