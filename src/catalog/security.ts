import type { Confidence, Release } from './catalog.ts';
import type { Tables } from './tables.ts';

/**
 * What is known of the list of CVEs that a release fixes: all of it, a part, that the vendor published none, or
 * nothing.
 */
export type ListState = 'listed' | 'partial' | 'none' | 'unknown';

/** One entry of a release's list. */
export interface Fix {
	readonly cve: string;
	readonly confidence: Confidence;
	readonly sources: readonly string[];
}

export interface SecurityList {
	readonly release: Release;
	readonly state: ListState;
	/** The vendor's article, such as `HT211931` or `121234`; empty when there is none. */
	readonly article: string;
	readonly sources: readonly string[];
	readonly note: string;
	/** In the order of the CVEs. */
	readonly fixes: readonly Fix[];
}

/** That a hole is used by attackers, and since when that is known. */
export interface Exploitation {
	/** The day from which it counts: of the catalogue of CISA, or where only the vendor says so of the first fix. */
	readonly since: string;
	/** Days of the catalogue; null where it does not name the CVE. */
	readonly kevAdded: string | null;
	readonly kevDue: string | null;
	readonly vendorSays: 'yes' | 'no' | 'unknown';
	readonly sources: readonly string[];
}

export interface Cve {
	readonly id: string;
	/** Every release that is stated to fix it, in version order. */
	readonly fixedIn: readonly Release[];
	readonly exploitation: Exploitation | null;
}

/** Which release fixes which CVE, from 11 on. */
export interface Security {
	/** By version; a release without a list is one whose list is unknown. */
	readonly lists: ReadonlyMap<string, SecurityList>;
	readonly cves: ReadonlyMap<string, Cve>;
	/** By version: CVEs that a public list shows for the release although it does not fix them. */
	readonly slips: ReadonlyMap<string, ReadonlySet<string>>;
}

/** So many rows are put together between two pauses. */
const rowsPerStep = 250;

/** Puts sound tables together. */
export function* assembleSecurity(
	tables: Tables,
	releases: ReadonlyMap<string, Release>,
): Generator<void, Security> {
	const exploited = new Map(tables.securityExploited.map((row) => [row.cve, row]));
	const lists = new Map<string, SecurityList & { fixes: Fix[] }>();
	for (const { version, state, article, sources, note } of tables.securityLists) {
		const release = releases.get(version.canonical)!;
		lists.set(release.version, { release, state, article, sources, note, fixes: [] });
	}
	yield;
	const cves = new Map<string, Cve & { fixedIn: Release[] }>();
	for (const [index, row] of tables.securityFixes.entries()) {
		const { release, fixes } = lists.get(row.version.canonical)!;
		fixes.push(row);
		const known = cves.get(row.cve);
		if (known) known.fixedIn.push(release);
		else {
			const exploitation = exploitationOf(exploited.get(row.cve), release);
			cves.set(row.cve, { id: row.cve, fixedIn: [release], exploitation });
		}
		if (index % rowsPerStep === rowsPerStep - 1) yield;
	}
	const slips = new Map<string, Set<string>>();
	for (const { version, cve } of tables.securitySlips)
		slips.set(version.canonical, (slips.get(version.canonical) ?? new Set()).add(cve));
	return { lists, cves, slips };
}

function exploitationOf(
	row: Tables['securityExploited'][number] | undefined,
	first: Release,
): Exploitation | null {
	if (!row) return null;
	return {
		since: row.kev_added || first.released,
		kevAdded: row.kev_added || null,
		kevDue: row.kev_due || null,
		vendorSays: row.vendor_says,
		sources: row.sources,
	};
}
