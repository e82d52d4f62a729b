import type { Catalog, Cve, Major, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';

/** The CVEs that a release closes on a Mac: whatever no earlier release of the major had fixed. */
export interface Closing {
	readonly release: Release;
	/** The security response of the release that closes them; null where the release itself does. */
	readonly response: SecurityResponse | null;
	readonly cves: readonly Cve[];
	/** Those of them that are exploited, on whatever day that became known. */
	readonly exploited: readonly Cve[];
}

/** The first release of a major that fixes each CVE: the vendor names some again for a later one. */
export type FirstFixes = ReadonlyMap<Cve, Release>;

const ofMajors = new WeakMap<Major, FirstFixes>();
const ofSupports = new WeakMap<readonly Release[], readonly Closing[]>();

export function firstFixes(catalog: Catalog, major: Major): FirstFixes {
	let known = ofMajors.get(major);
	if (!known) {
		const fixes = new Map<Cve, Release>();
		for (const release of major.releases) {
			for (const { cve } of catalog.security.lists.get(release.version)?.fixes ?? []) {
				const of = catalog.security.cves.get(cve)!;
				if (!fixes.has(of)) fixes.set(of, release);
			}
		}
		known = fixes;
		ofMajors.set(major, known);
	}
	return known;
}

/**
 * What each release of a board in a major closes there, in version order. A release that the
 * board was not offered counts with the next one that it was: releases hold everything that those before them fixed. Most boards
 * share their releases, and with them this.
 */
export function closings(catalog: Catalog, { major, offered }: Support): readonly Closing[] {
	let known = ofSupports.get(offered);
	if (!known) {
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
		known = drafts;
		ofSupports.set(offered, known);
	}
	return known;
}
