import type { Catalog, Cve, Major } from '../../catalog/catalog.ts';
import type { InstalledSafari } from '../../catalog/safari.ts';
import { BoundedMap } from '../../text/bounded-map.ts';
import { isExploited } from './fixes.ts';
import { type SilentBecause, unlistedIn } from './not-stated.ts';
import { fixInSafari, type SafariFix, safariFixes } from './safari.ts';

/** A CVE that a newer major fixed and this one does not list. */
export interface NotStated {
	readonly cve: Cve;
	readonly because: SilentBecause;
	/** The Safari that would decide it, if the Mac had reported its own or the bundle of it; null if none does. */
	readonly safari: SafariFix | null;
}

/** A fix that the Safari of a Mac lacks. */
export interface MissingInSafari extends SafariFix {
	readonly cve: Cve;
}

/** What the releases of a major do not list, as far as the Safari of a Mac does not decide it. */
export interface Silence {
	readonly counts: Readonly<Record<SilentBecause, number>>;
	/** The CVEs that were known to be exploited on the day. */
	readonly exploited: readonly NotStated[];
	readonly exploitedCounts: Readonly<Record<SilentBecause, number>>;
	/** What its Safari lacks; empty if none was reported. */
	readonly missing: readonly MissingInSafari[];
	readonly exploitedMissing: readonly Cve[];
	/** How many CVEs Safari would decide, if it was known well enough. Some of them are in no other count: no macOS lists them. */
	readonly undecidedCount: number;
	readonly undecidedExploitedCount: number;
}

/**
 * Cached by day and Safari: over 40 days an assessment takes 0.1 ms instead of 3. A report asks for one day thousands of times.
 * Clients choose both, so the number is bounded.
 */
const ofMajors = new WeakMap<Major, BoundedMap<string, Silence>>();
const mostEntries = 128;

/** The CVEs that a major does not list on a day, and what the Safari of a Mac has of them. */
export function silenceOf(
	catalog: Catalog,
	major: Major,
	asOf: string,
	safari: InstalledSafari | null = null,
): Silence {
	const known = ofMajors.get(major) ?? new BoundedMap<string, Silence>(mostEntries);
	ofMajors.set(major, known);
	const key = safari ? `${asOf} ${safari.version} ${safari.bundle ?? ''}` : asOf;
	return known.findOrMake(key, () => workOut(catalog, major, asOf, safari));
}

function workOut(catalog: Catalog, major: Major, asOf: string, safari: InstalledSafari | null): Silence {
	const unlisted = unlistedIn(catalog, major, asOf);
	const missing: MissingInSafari[] = [];
	const undecided: Cve[] = [];
	const decided = new Set<Cve>();
	const fixes = safariFixes(catalog, major, asOf);
	for (const [cve, fix] of fixes) {
		const state = fixInSafari(fix, safari, major);
		if (state === 'missing') missing.push({ cve, ...fix });
		if (state === 'fixed' || state === 'missing') decided.add(cve);
		else undecided.push(cve);
	}
	const all = [...unlisted]
		.filter(([cve]) => !decided.has(cve))
		.map(([cve, because]): NotStated => ({ cve, because, safari: fixes.get(cve) ?? null }));
	const exploited = all.filter(({ cve }) => isExploited(cve, asOf));
	return {
		counts: countReasons(all),
		exploited,
		exploitedCounts: countReasons(exploited),
		missing,
		exploitedMissing: missing.map(({ cve }) => cve).filter((cve) => isExploited(cve, asOf)),
		undecidedCount: undecided.length,
		undecidedExploitedCount: undecided.filter((cve) => isExploited(cve, asOf)).length,
	};
}

function countReasons(list: readonly NotStated[]): Record<SilentBecause, number> {
	const counts = { 'no-release-since': 0, 'released-since': 0 };
	for (const { because } of list) counts[because]++;
	return counts;
}
