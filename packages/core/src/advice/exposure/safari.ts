import type { Catalog, Cve, Major, SafariRelease } from '../../catalog/catalog.ts';
import { compareBundles, type InstalledSafari } from '../../catalog/safari.ts';
import { compareVersions } from '../../catalog/version.ts';
import { BoundedMap } from '../../text/bounded-map.ts';
import { firstFix, responsesIn } from './fixes.ts';
import { isFixedBefore } from './not-stated.ts';

/** A fix that a major gets by Safari alone. */
export interface SafariFix {
	/** The first release of Safari that lists it. */
	readonly release: SafariRelease;
	/** The first that the major is offered and that has it: the same, unless that was for other majors. */
	readonly install: SafariRelease;
}

/** The releases of Safari that a major was offered by a day, by version. The newest major has its Safari with it and is offered none. */
export function offeredSafari({ security }: Catalog, major: string, asOf: string): readonly SafariRelease[] {
	return security.safari.filter(({ released, majors }) => released <= asOf && majors.includes(major));
}

/** Cached by day: they are the same for all Macs of a major. Clients choose their days, so the number is bounded. */
const fixesOfMajors = new WeakMap<Major, BoundedMap<string, ReadonlyMap<Cve, SafariFix>>>();
const mostDays = 64;

/**
 * The CVEs that Safari decides in a major on a day: a release of Safari lists them, the major was offered that or a later one, no
 * release of the major lists them, and they were not fixed before it came out.
 */
export function safariFixes(catalog: Catalog, major: Major, asOf: string): ReadonlyMap<Cve, SafariFix> {
	const ofDays = fixesOfMajors.get(major) ?? new BoundedMap<string, ReadonlyMap<Cve, SafariFix>>(mostDays);
	fixesOfMajors.set(major, ofDays);
	return ofDays.findOrMake(asOf, () => {
		const fixes = new Map<Cve, SafariFix>();
		if (major.era !== 'modern') return fixes;
		const { safari, cves } = catalog.security;
		for (const [place, release] of safari.entries()) {
			if (release.released > asOf || release.fixes.length === 0) continue;
			const install = safari
				.slice(place)
				.find(({ released, majors }) => released <= asOf && majors.includes(major.name));
			// No later one either: releases stand in the order of their versions.
			if (!install) break;
			for (const { cve: id } of release.fixes) {
				const cve = cves.get(id)!;
				if (!fixes.has(cve) && !isDecidedByMajor(catalog, major, cve, asOf))
					fixes.set(cve, { release, install });
			}
		}
		return fixes;
	});
}

function isDecidedByMajor(catalog: Catalog, major: Major, cve: Cve, asOf: string): boolean {
	return (
		firstFix(catalog, major, cve, asOf) !== null ||
		responsesIn(major, cve, asOf).length > 0 ||
		isFixedBefore(catalog, major, cve)
	);
}

/** Whether a Safari has a fix; `unknown` if two packages carry its number and its bundle does not tell which it is. */
export type FixInSafari = 'fixed' | 'missing' | 'unknown' | 'not-reported';

export function fixInSafari(
	{ release }: SafariFix,
	safari: InstalledSafari | null,
	{ name }: Major,
): FixInSafari {
	return safari ? compareToRelease(safari, release, name) : 'not-reported';
}

/** Whether a Safari on a major has what a release of Safari brought. */
export function compareToRelease(
	safari: InstalledSafari,
	release: SafariRelease,
	major: string,
): Exclude<FixInSafari, 'not-reported'> {
	const order = compareVersions(safari.parsed, release.parsed);
	if (order !== 0) return order > 0 ? 'fixed' : 'missing';
	if (!release.isReissue) return 'fixed';
	const bundle = release.bundles.get(major);
	if (safari.bundle === null || bundle === undefined) return 'unknown';
	return compareBundles(safari.bundle, bundle) >= 0 ? 'fixed' : 'missing';
}

/** The Safari of a Mac on a day, and how it stands among those that its major is offered. */
export interface SafariState {
	readonly installed: InstalledSafari | null;
	/** The latest that the major was offered; null for the newest major. */
	readonly latest: SafariRelease | null;
	/** The first above the installed one that the major was offered; null if there is none, or nothing was reported. */
	readonly next: SafariRelease | null;
	/** The latest is the last one: newer versions of Safari came out, and the major was offered none of them. */
	readonly hasEnded: boolean;
}

export function safariState(
	catalog: Catalog,
	major: string,
	installed: InstalledSafari | null,
	asOf: string,
): SafariState {
	const offered = offeredSafari(catalog, major, asOf);
	const latest = offered.at(-1) ?? null;
	const next = installed && offered.find(({ parsed }) => compareVersions(parsed, installed.parsed) > 0);
	const newest = catalog.security.safari.findLast(({ released }) => released <= asOf);
	return {
		installed,
		latest,
		next: next ?? null,
		// A number between two of them may be for one major alone, as 16.3.1 was.
		hasEnded: latest !== null && newest!.parsed.components[0]! > latest.parsed.components[0]!,
	};
}
