import type { Catalog, Cve, Major, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { compareCves } from '../../catalog/tables/security-tables.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { daysBetween, earlierDay } from '../../text/day.ts';
import { latestOffered, offeredOn } from '../offered.ts';
import {
	type Closing,
	closings,
	countUnreported,
	firstFix,
	firstFixes,
	isExploited,
	type Running,
	responsesAhead,
	withResponses,
} from './fixes.ts';
import { isFixedBefore } from './not-stated.ts';
import { offeredSafari, type SafariFix } from './safari.ts';
import { type NotStated, silenceOf } from './silence.ts';

/**
 * `complete`: every list that counts was read whole. `lower-bound`: one is known only in part or not at all.
 * `unknown`: no table goes back that far.
 */
export type Knowledge = 'complete' | 'lower-bound' | 'unknown';

/** How many fixes a Mac misses. The counts are null if nothing is known. */
export interface ExposureCounts {
	readonly knowledge: Knowledge;
	readonly missingCount: number | null;
	readonly exploitedMissingCount: number | null;
	/** Days since the first missing fix came out; 0 if none is missing. */
	readonly exposedDays: number | null;
	/** CVEs fixed in newer majors, since when this major has had no release with a complete list. */
	readonly fixedElsewhereCount: number | null;
	readonly fixedElsewhereExploitedCount: number | null;
	/** CVEs fixed in newer majors, and left out of the lists that this major has had since. */
	readonly notStatedCount: number | null;
	readonly notStatedExploitedCount: number | null;
	/** How many of the missing fixes Safari has: null if no Safari was reported and the major is offered one. */
	readonly safariMissingCount: number | null;
	readonly safariMissingExploitedCount: number | null;
	/** How many CVEs Safari would decide, if it was reported well enough; those that a newer major fixes are in the counts above, too. */
	readonly safariUndecidedCount: number | null;
	readonly safariUndecidedExploitedCount: number | null;
	/** How many of the missing fixes are in a security response of this version that may be installed, because no letter was reported. */
	readonly maybeFixedCount: number | null;
}

/** A fix that a Mac could have and does not. */
export interface MissingFix {
	readonly cve: Cve;
	/** The first release of the major that has it: the first that this Mac is offered, if there is one. Null if Safari has it. */
	readonly fixedIn: Release | null;
	readonly safari: SafariFix | null;
	/** Whether this Mac is offered that release, response or Safari. */
	readonly isOffered: boolean;
	/** The security response of that release that has it, where no release had it before. */
	readonly response: SecurityResponse | null;
	/** The day it came out. */
	readonly fixedOn: string;
	/** Whether it was known to be exploited on the day. */
	readonly exploited: boolean;
}

export interface Exposure extends ExposureCounts {
	/** Exploited ones first, then by the day of the fix. */
	readonly missing: readonly MissingFix[];
	/** The exploited CVEs that newer majors fixed and this one does not list. */
	readonly exploitedNotStated: readonly NotStated[];
}

export const nothingKnown: ExposureCounts = {
	knowledge: 'unknown',
	missingCount: null,
	exploitedMissingCount: null,
	exposedDays: null,
	fixedElsewhereCount: null,
	fixedElsewhereExploitedCount: null,
	notStatedCount: null,
	notStatedExploitedCount: null,
	safariMissingCount: null,
	safariMissingExploitedCount: null,
	safariUndecidedCount: null,
	safariUndecidedExploitedCount: null,
	maybeFixedCount: null,
};

export const nothingMissing: Exposure = { ...nothingKnown, missing: [], exploitedNotStated: [] };

/** The fixes of releases and responses that a board on a version misses. */
interface MissingFixes {
	readonly knowledge: Knowledge;
	readonly missingCount: number;
	/** The day of the first one, or the day of the question. */
	readonly first: string;
	readonly maybeFixedCount: number;
	readonly missingClosings: readonly Closing[];
	/** The missing CVEs that were known to be exploited on the day. */
	readonly exploitedMissing: readonly Cve[];
}

/**
 * Cached by the releases of a board in a major, which most boards share: an assessment takes 35 µs instead of 71. All versions
 * of all boards make 618 entries for one day. Clients choose the days, so the total is bounded.
 */
let missingByReleases = new WeakMap<readonly Release[], Map<string, MissingFixes>>();
let missingEntries = 0;
const mostEntries = 2_048;

function missingFixesOf(catalog: Catalog, support: Support, running: Running, asOf: string): MissingFixes {
	const ahead = responsesAhead(support, running, asOf);
	let key = `${running.version.canonical} ${asOf} ${running.response?.build ?? ''}`;
	// Boards with the same releases can have different responses.
	for (const { build } of ahead) key += `,${build}`;
	// A release may be pulled for some boards and not for others.
	if (support.major.releases.some(({ pulls }) => pulls.length > 0)) key += ` ${support.board.id}`;
	let fixes = missingByReleases.get(support.releases)?.get(key);
	if (!fixes) {
		fixes = workOut(catalog, { support, running, ahead, asOf });
		if (++missingEntries > mostEntries) {
			missingByReleases = new WeakMap();
			missingEntries = 1;
		}
		const ofReleases = missingByReleases.get(support.releases) ?? new Map<string, MissingFixes>();
		missingByReleases.set(support.releases, ofReleases.set(key, fixes));
	}
	return fixes;
}

function workOut(
	catalog: Catalog,
	{
		support,
		running,
		ahead,
		asOf,
	}: { support: Support; running: Running; ahead: readonly SecurityResponse[]; asOf: string },
): MissingFixes {
	const { version } = running;
	const later = closingsAbove(catalog, support, version, asOf);
	const closing = withResponses(catalog, { support, running, ahead, later });
	const first = closing.all
		.filter(({ cves }) => cves.length > 0)
		.map(dayOfClosing)
		.reduce(earlierDay, asOf);
	return {
		knowledge: knowledge(catalog, support, version, asOf),
		missingCount: closing.all.reduce((sum, { cves }) => sum + cves.length, 0),
		first,
		maybeFixedCount: countUnreported(support, ahead, running, closing.all),
		missingClosings: closing.all,
		exploitedMissing: closing.all.flatMap(({ exploited }) =>
			exploited.filter((cve) => isExploited(cve, asOf)),
		),
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
	if (support.major.era !== 'modern') return nothingKnown;
	return countsOf(catalog, support, running, asOf);
}

function countsOf(
	catalog: Catalog,
	support: Support,
	running: Running,
	asOf: string,
	fixes = missingFixesOf(catalog, support, running, asOf),
	silence = silenceOf(catalog, support.major, asOf, running.safari),
): ExposureCounts {
	const { counts, exploitedCounts, missing, exploitedMissing } = silence;
	const first = missing.map(({ install }) => install.released).reduce(earlierDay, fixes.first);
	const isSafariKnown = running.safari || silence.undecidedCount === 0;
	return {
		knowledge: isShort(catalog, support, running, asOf) ? 'lower-bound' : fixes.knowledge,
		missingCount: fixes.missingCount + missing.length,
		exploitedMissingCount: fixes.exploitedMissing.length + exploitedMissing.length,
		exposedDays: daysBetween(first, asOf),
		fixedElsewhereCount: counts['no-release-since'],
		fixedElsewhereExploitedCount: exploitedCounts['no-release-since'],
		notStatedCount: counts['released-since'],
		notStatedExploitedCount: exploitedCounts['released-since'],
		safariMissingCount: isSafariKnown ? missing.length : null,
		safariMissingExploitedCount: isSafariKnown ? exploitedMissing.length : null,
		safariUndecidedCount: silence.undecidedCount,
		safariUndecidedExploitedCount: silence.undecidedExploitedCount,
		maybeFixedCount: fixes.maybeFixedCount,
	};
}

/** Whether a Safari above that of the Mac, which its major is offered, has a list that is known only in part. */
function isShort(catalog: Catalog, { major }: Support, { safari }: Running, asOf: string): boolean {
	if (!safari) return false;
	return offeredSafari(catalog, major.name, asOf).some(
		({ state, parsed }) => state === 'partial' && compareVersions(parsed, safari.parsed) > 0,
	);
}

/** The same with every missing fix. */
export function exposureOf(catalog: Catalog, support: Support, running: Running, asOf: string): Exposure {
	if (support.major.era !== 'modern') return nothingMissing;
	const fixes = missingFixesOf(catalog, support, running, asOf);
	const silence = silenceOf(catalog, support.major, asOf, running.safari);
	const missing = fixes.missingClosings.flatMap((closing): MissingFix[] => {
		const { release, isOffered, response, cves } = closing;
		const fix = { fixedIn: release, isOffered, response, fixedOn: dayOfClosing(closing) };
		return cves.map((cve) => {
			const successor = isOffered || !response ? null : afterResponse(catalog, support, cve, asOf);
			return { cve, safari: null, ...(successor ?? fix), exploited: isExploited(cve, asOf) };
		});
	});
	for (const { cve, release, install } of silence.missing)
		missing.push({
			cve,
			fixedIn: null,
			safari: { release, install },
			isOffered: true,
			response: null,
			fixedOn: install.released,
			exploited: isExploited(cve, asOf),
		});
	return {
		...countsOf(catalog, support, running, asOf, fixes, silence),
		missing: missing.sort(byUrgency),
		exploitedNotStated: silence.exploited,
	};
}

/** The release that a Mac is offered after a security response for other Macs: it has the fix, whether or not its list says so. */
function afterResponse(catalog: Catalog, support: Support, cve: Cve, asOf: string) {
	const first = firstFix(catalog, support.major, cve, asOf);
	if (!first) return null;
	const release = offeredOn(support, asOf).find(({ parsed }) => compareVersions(parsed, first.parsed) >= 0);
	return release ? { fixedIn: release, isOffered: true, response: null, fixedOn: release.released } : null;
}

/** The exploited CVEs that a release fixes on a Mac: of those it misses and, if the release is of another major, of those not stated for its own. */
export function exploitedUntil(
	catalog: Catalog,
	{ support, running, target, asOf }: { support: Support; running: Running; target: Release; asOf: string },
): Cve[] {
	if (support.major.era !== 'modern') return [];
	const { exploitedMissing } = missingFixesOf(catalog, support, running, asOf);
	const silence = silenceOf(catalog, support.major, asOf, running.safari);
	const silent = target.major === support.major.name ? [] : silence.exploited.map(({ cve }) => cve);
	return [...exploitedMissing, ...silence.exploitedMissing, ...silent].filter((cve) =>
		hasFix(catalog, target, cve, asOf),
	);
}

/** Whether a release has the fix of a CVE: it or an earlier release of its major lists it, or it was fixed before the major came out. */
export function hasFix(catalog: Catalog, release: Release, cve: Cve, asOf: string): boolean {
	const major = catalog.majors.get(release.major)!;
	const first = firstFix(catalog, major, cve, asOf);
	return first ? compareVersions(release.parsed, first.parsed) >= 0 : isFixedBefore(catalog, major, cve);
}

/** The fixes that a Mac on a version misses, from the releases above the version that were out on the day. */
function closingsAbove(catalog: Catalog, support: Support, version: Version, asOf: string): Closing[] {
	const above = closings(catalog, support, asOf).filter(
		({ release }) => compareVersions(release.parsed, version) > 0,
	);
	const out = above.filter(({ release }) => release.released <= asOf);
	const waiting = above.filter(({ release }) => release.released > asOf);
	const first = firstFixes(catalog, support.major);
	const isAbove = (cve: Cve) => compareVersions(first.get(cve)!.parsed, version) > 0;
	const [next, ...rest] = out;
	// A version between two releases of the board has the fixes of lower releases for other boards.
	const later =
		!next || next.cves.every(isAbove)
			? out
			: [{ ...next, cves: next.cves.filter(isAbove), exploited: next.exploited.filter(isAbove) }, ...rest];
	return [...later, ...fixedForOthers(waiting, (cve) => (isAbove(cve) ? first.get(cve)! : null), asOf)];
}

/** The fixes that releases for other Macs had on a day on which this Mac still waited for a release with the same fixes. */
function fixedForOthers(
	waiting: readonly Closing[],
	firstAbove: (cve: Cve) => Release | null,
	asOf: string,
): Closing[] {
	const ofReleases = new Map<Release, { cves: Cve[]; exploited: Cve[] }>();
	for (const cve of waiting.flatMap(({ cves }) => cves)) {
		const release = firstAbove(cve);
		if (!release || release.released > asOf) continue;
		const fixes = ofReleases.get(release) ?? { cves: [], exploited: [] };
		fixes.cves.push(cve);
		if (cve.exploitation) fixes.exploited.push(cve);
		ofReleases.set(release, fixes);
	}
	return [...ofReleases].map(([release, fixes]) => ({
		release,
		isOffered: false,
		response: null,
		...fixes,
	}));
}

/** Whether every list that counts is complete: those of releases above the version and not above the newest that the board could have. */
function knowledge(catalog: Catalog, support: Support, version: Version, asOf: string): Knowledge {
	const newest = latestOffered(support, asOf);
	const isUncertain = ({ parsed, released, version: name }: Release) => {
		if (!newest || released > asOf || compareVersions(parsed, version) <= 0) return false;
		if (compareVersions(parsed, newest.parsed) > 0) return false;
		const state = catalog.security.lists.get(name)?.state ?? 'unknown';
		return state === 'unknown' || state === 'partial';
	};
	return support.major.releases.some(isUncertain) ? 'lower-bound' : 'complete';
}

function byUrgency(a: MissingFix, b: MissingFix): number {
	if (a.exploited !== b.exploited) return a.exploited ? -1 : 1;
	return compareText(a.fixedOn, b.fixedOn) || compareCves(a.cve.id, b.cve.id);
}

/** The board that got most releases of a major: it stands for a Mac that is not recognized. */
export function widestSupport(major: Major): Support | null {
	const supports = major.boards.map((board) => board.support.get(major.name)!);
	return supports.reduce<Support | null>(
		(widest, other) => (widest && widest.releases.length >= other.releases.length ? widest : other),
		null,
	);
}
