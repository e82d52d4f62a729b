import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';

/**
 * The public feeds that are followed. The first is the vendor's own, the next two are second opinions; the last three
 * are CISA's catalog of exploited vulnerabilities, Apple's CVE records and SOFA's feed of Safari, which do not show releases of macOS.
 */
export const feeds = ['apple', 'sofa', 'appledb', 'kev', 'cve', 'safari'] as const;
export type Feed = (typeof feeds)[number];

/** One release as one feed shows it, before any rule has checked it. */
export interface Observation {
	readonly feed: Feed;
	/** As the tables spell it: `27.3`, `27.3.1`. */
	readonly version: string;
	readonly builds: readonly string[];
	/** YYYY-MM-DD; null if the feed gives none. */
	readonly date: string | null;
	/** Identifiers as the feed spells them; null if the feed does not say. */
	readonly boards: readonly string[] | null;
	/** It came with new Macs and was never an update. Only AppleDB says so. */
	readonly factory?: boolean | undefined;
	/** The day after which the feed may drop the entry although nothing is wrong with it. */
	readonly expires: string | null;
	/** RFC 3339, UTC. */
	readonly seenAt: string;
}

/** A machine as a feed describes it. New boards get their names from here. */
export interface MachineSeen {
	readonly feed: Feed;
	readonly board: string;
	readonly name: string;
	readonly model: string;
	readonly introduced: string;
	readonly seenAt: string;
}

/** The CVEs that a release fixes, as a feed copied them from the vendor's article. */
export interface ListSeen {
	readonly version: string;
	readonly cves: readonly string[];
	/** Number of the article; empty if there is no article, and so no list. */
	readonly article: string;
}

/** A release of Safari, with the CVEs that it fixes. */
export interface SafariSeen {
	readonly version: string;
	readonly date: string;
	readonly cves: readonly string[];
	/** Number of the article; empty if there is none. */
	readonly article: string;
}

/** A security response as one feed shows it: a patch of one build that leaves the version as it is. */
export interface ResponseSeen {
	readonly feed: Feed;
	readonly kind: 'bsi' | 'rsr';
	/** The release that it patches, and the letter that it adds: `26.3.1` and `a`. */
	readonly version: string;
	readonly letter: string;
	readonly build: string;
	readonly baseBuild: string;
	readonly date: string;
	/** Identifiers as the feed spells them. */
	readonly boards: readonly string[];
	/** The day after which the feed may drop it although nothing is wrong with it. */
	readonly expires: string | null;
	/** The CVEs that it fixes; null if the feed does not say. */
	readonly cves: readonly string[] | null;
	/** Number of the vendor's article; empty if none is named. */
	readonly article: string;
}

/** An exploited CVE in a catalog, with the day it was added and its due date. */
export interface ExploitedSeen {
	readonly cve: string;
	readonly added: string;
	readonly due: string;
}

/** Apple's own CVE record, and CISA's notes in it. */
export interface RecordSeen {
	readonly cve: string;
	readonly state: 'published' | 'rejected';
	/** Apple's own last change, RFC 3339. */
	readonly updated: string;
	/** The releases that fix it, in order, whether or not they are known. */
	readonly fixedIn: readonly string[];
	/** Releases that only its sentence or only its ranges name. */
	readonly unsure: readonly string[];
	/** The releases of Safari that fix it; absent if it names none. */
	readonly safari?: readonly string[];
	/** Apple's sentences on what may happen, and on attacks; empty if there are none. */
	readonly impact: string;
	readonly exploited: string;
	/** CISA's assessment; null until it is made. */
	readonly ssvc: {
		readonly exploitation: 'none' | 'poc' | 'active';
		readonly automatable: 'yes' | 'no';
		readonly technicalImpact: 'total' | 'partial';
		readonly assessed: string;
	} | null;
	/** The day on which CISA's catalog got it, or nothing. */
	readonly kevAdded: string;
}

/** Where a build can be had. */
export interface InstallerSeen {
	readonly kind: 'full' | 'restore' | 'update-only';
	readonly url: string;
	readonly size: number | null;
}

/** The last answer of a feed. */
export interface Reading {
	/** By build, where it can be had now: of the builds that were asked for. Only AppleDB says so. */
	readonly installers?: Readonly<Record<string, readonly InstallerSeen[]>> | undefined;
	readonly observations: readonly Observation[];
	readonly machines: readonly MachineSeen[];
	/** Only for feeds that list the fixes of releases. */
	readonly lists?: readonly ListSeen[] | undefined;
	/** Whether each of the vendor's two sets has releases. Only for the vendor's feed. */
	readonly bothSets?: boolean | undefined;
	/** Only of feeds that show security responses; null if the document has no member for them. */
	readonly responses?: readonly ResponseSeen[] | null | undefined;
	/** Whether all responses of the document were valid. */
	readonly allResponses?: boolean | undefined;
	/** Only for feeds that list exploited CVEs. */
	readonly exploited?: readonly ExploitedSeen[] | undefined;
	/** Only for the feed of Safari. */
	readonly safari?: readonly SafariSeen[] | undefined;
	/** Only of Apple's CVE records: those that have something to tell, and when the list of changes was made last. */
	readonly records?: readonly RecordSeen[] | undefined;
	readonly made?: string | undefined;
	/** Optional members that are looked for, and whether the document has them; absent if it has no entries. */
	readonly members?: Readonly<Record<string, boolean>> | undefined;
	/** What is wrong with invalid entries, each in one line. These entries are left out. */
	readonly flaws?: readonly string[] | undefined;
	/** What the invalid entries are about. */
	readonly hidden?: readonly HiddenEntry[] | undefined;
}

/** An invalid entry: what a reading may lack because of it. */
export interface HiddenEntry {
	/** A release; a major version if only that can be read; empty if nothing can. */
	readonly version: string;
	/** Identifiers as the feed spells them; null if they cannot be read. */
	readonly boards: readonly string[] | null;
	/** Its line among the flaws. */
	readonly flaw: string;
	/** Its version and build as written, if these are what is wrong. */
	readonly odd?: { readonly version: string; readonly build: string } | undefined;
}

/**
 * Whether the feed really does not list a version that is missing from its reading. An empty list is an outage, and an invalid entry may be
 * the missing one unless it names another version. With boards, only invalid entries for one of them count.
 */
export function isWhole(
	{ observations, flaws = [], hidden }: Reading,
	version: string,
	boards?: readonly string[],
): boolean {
	const entries = hidden ?? flaws.map((flaw): HiddenEntry => ({ version: '', boards: null, flaw }));
	const isAbout = (entry: HiddenEntry) =>
		['', version, parseVersion(version)?.major].includes(entry.version) &&
		(!boards || !entry.boards || entry.boards.some((id) => boards.some((board) => fold(board) === fold(id))));
	return observations.length > 0 && !entries.some(isAbout);
}

/** The same for at least one of the boards. */
export function isWholeForSome(reading: Reading, version: string, boards: readonly string[]): boolean {
	return isWhole(reading, version) || boards.some((board) => isWhole(reading, version, [board]));
}

export type Readings = Partial<Record<Feed, Reading>>;

/** The first and the last of polls in a row that agree, as moments (RFC 3339). */
export interface Span {
	readonly from: string;
	readonly to: string;
}

export type BoardsOfBuild = Pick<Remembered, 'boards' | 'without' | 'back'>;

/** A release as the vendor's feed listed it at any time. Shows when a list shrinks and when a release appears or disappears. */
export interface Remembered {
	readonly boards: readonly string[];
	readonly expires: string | null;
	/** The polls that listed it without a gap until now; null while it is not listed. */
	readonly listed?: Span | null | undefined;
	/** The consecutive polls that lack it; null while it is listed. */
	readonly missing?: Span | null | undefined;
	/** By board, the polls that listed the release without that board. */
	readonly without?: Readonly<Record<string, Span>> | undefined;
	/** By board, the polls that listed the release for that board again, until it has settled. */
	readonly back?: Readonly<Record<string, Span>> | undefined;
	/** By build of the version, the boards that it was ever listed for, and those that have another one now. */
	readonly builds?: Readonly<Record<string, BoardsOfBuild>> | undefined;
	/**
	 * By board for which it is the newest offered release: the consecutive sane answers that lack it, null before the first
	 * (`rules/pulled.ts` says what is sane).
	 */
	readonly absent?: Readonly<Record<string, Span | null>> | undefined;
}

export type Memory = Readonly<Record<string, Remembered>>;

/** Least milliseconds between two polls that count as two: an earlier second answer may come from the same cache. */
const leastBetweenPolls = 30_000;

/** Days for which AppleDB is still asked for a learned build: volunteers correct dates within a week or two. */
export const daysWatched = 14;

/** Milliseconds without a gap after which the vendor has settled on what it dropped and listed again. */
const settledAfter = 600_000;

/** In milliseconds. */
export function lengthOf({ from, to }: Span): number {
	return Date.parse(to) - Date.parse(from);
}

export function isSettled(span: Span | null | undefined): boolean {
	return span ? lengthOf(span) >= settledAfter : false;
}

/** Whether at least two polls agreed. */
export function isSteady(span: Span | null | undefined): boolean {
	return span ? lengthOf(span) >= leastBetweenPolls : false;
}

/** Whether the vendor dropped it within `limit` milliseconds after it was learned, and two polls agree on that. */
export function isShort(
	learnt: string,
	missing: Span | null | undefined,
	limit = millisecondsOfDay,
): boolean {
	return isSteady(missing) && Date.parse(missing!.from) - Date.parse(learnt) <= limit;
}
