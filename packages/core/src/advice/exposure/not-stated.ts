import type { Catalog, Cve, Major } from '../../catalog/catalog.ts';
import { BoundedMap } from '../../text/bounded-map.ts';
import { earlierDay } from '../../text/day.ts';
import { majorDays, majorLifecycle } from '../lifecycle.ts';

/**
 * Why nobody knows whether a major has a vulnerability that a newer major fixed. Either the vendor published no complete list for
 * the major since, or it did while it supported the major, and left the CVE out, which proves nothing.
 */
export type SilentBecause = 'no-release-since' | 'released-since';

/**
 * The same for every CVE that a major does not list. One that only older majors list says nothing about this one, and is in no count;
 * so is one that no macOS lists, but a Safari that the major is not offered. `safari-not-reported`: a Safari that it is offered has
 * the fix, and nobody said which Safari the Mac has.
 */
export type NotStatedBecause = SilentBecause | 'older-only' | 'safari-only' | 'safari-not-reported';

/** The first day on which a CVE was fixed in a major. */
interface FirstDay {
	readonly major: number;
	day: string;
}

/** Cached for each catalog: it goes over all CVEs, and each assessment of a Mac needs it. */
const daysOfCatalogs = new WeakMap<Catalog, ReadonlyMap<Cve, readonly FirstDay[]>>();

/** The first day on which each major fixed a CVE, with a release or a security response. */
function fixDays(catalog: Catalog): ReadonlyMap<Cve, readonly FirstDay[]> {
	let days = daysOfCatalogs.get(catalog);
	if (!days) {
		const places = majorDays(catalog);
		days = new Map(
			[...catalog.security.cves.values()].map((cve) => {
				const firsts: FirstDay[] = [];
				const add = (name: string, day: string) => {
					const major = places.get(name)!.index;
					const first = firsts.find((entry) => entry.major === major);
					if (!first) firsts.push({ major, day });
					else if (day < first.day) first.day = day;
				};
				for (const { major, released } of cve.fixedIn) add(major, released);
				for (const { version, released } of cve.responses)
					add(catalog.releases.get(version)!.major, released);
				return [cve, firsts];
			}),
		);
		daysOfCatalogs.set(catalog, days);
	}
	return days;
}

/** Whether a CVE was fixed before 11, where the lists of fixes begin. */
function isFixedBefore11({ fixedIn, responses, safari }: Cve): boolean {
	return fixedIn.length + responses.length + safari.length === 0;
}

/** Whether some release or response had the fix of a CVE on a day: one from 11 on or, once 11 was out, one before it. */
export function wasFixedOn(catalog: Catalog, cve: Cve, asOf: string): boolean {
	if (isFixedBefore11(cve)) return (majorDays(catalog).get('11')?.day ?? '') <= asOf;
	return [...cve.fixedIn, ...cve.responses, ...cve.safari].some(({ released }) => released <= asOf);
}

/** Whether a CVE was fixed before a major came out: the major then has the fix from its first release on. */
export function isFixedBefore(catalog: Catalog, major: Major, cve: Cve): boolean {
	if (isFixedBefore11(cve)) return major.era === 'modern';
	const { day: first } = majorDays(catalog).get(major.name)!;
	// A Safari counts where no macOS lists the CVE: the first release of a major has what Safari had before.
	if (isOfSafariAlone(cve)) return cve.safari.some(({ released }) => released < first);
	return fixDays(catalog)
		.get(cve)!
		.some(({ day }) => day < first);
}

/** Whether no macOS lists a CVE, and a Safari does. */
function isOfSafariAlone({ fixedIn, responses, safari }: Cve): boolean {
	return fixedIn.length + responses.length === 0 && safari.length > 0;
}

/** Why a major that does not list a CVE says nothing about it. */
export function whyNotStated(catalog: Catalog, major: Major, cve: Cve, asOf: string): NotStatedBecause {
	if (isOfSafariAlone(cve)) return 'safari-only';
	const out = fixDays(catalog)
		.get(cve)!
		.filter(({ day }) => day <= asOf);
	return whySilent(catalog, major, out, asOf) ?? 'older-only';
}

/** Null if no newer major fixed the CVE. */
function whySilent(
	catalog: Catalog,
	major: Major,
	out: readonly FirstDay[],
	asOf: string,
): SilentBecause | null {
	const { index } = majorDays(catalog).get(major.name)!;
	const newer = out.filter((first) => first.major > index);
	if (newer.length === 0) return null;
	const since = newer.map(({ day }) => day).reduce(earlierDay);
	return lastCompleteList(catalog, major, asOf) >= since ? 'released-since' : 'no-release-since';
}

/**
 * Cached by day: over 40 days an assessment takes 0.1 ms instead of 3. A report asks for one day thousands of times. Clients choose their
 * days, so the number is bounded.
 */
const lastListsOfMajors = new WeakMap<Major, BoundedMap<string, string>>();
const mostDays = 64;

/** The day of the last release that came with a complete list while the major was supported; empty for none. */
function lastCompleteList(catalog: Catalog, major: Major, asOf: string): string {
	const days = lastListsOfMajors.get(major) ?? new BoundedMap<string, string>(mostDays);
	lastListsOfMajors.set(major, days);
	return days.findOrMake(asOf, () => {
		const endedOn = majorLifecycle(catalog, major.name, asOf)?.endedOn ?? '9999';
		const lists = major.releases
			.filter(
				({ version, released }) =>
					released <= asOf &&
					released < endedOn &&
					['listed', 'none'].includes(catalog.security.lists.get(version)?.state ?? 'unknown'),
			)
			.map(({ released }) => released);
		return lists.sort().at(-1) ?? '';
	});
}

/** The CVEs that newer majors had fixed on a day, and that a major neither lists nor had fixed from its first release on. */
export function unlistedIn(catalog: Catalog, major: Major, asOf: string): Map<Cve, SilentBecause> {
	const ofMajor = majorDays(catalog).get(major.name)!;
	const unlisted = new Map<Cve, SilentBecause>();
	for (const [cve, firsts] of fixDays(catalog)) {
		const out = firsts.filter((first) => first.day <= asOf);
		if (out.some((first) => first.major === ofMajor.index || first.day < ofMajor.day)) continue;
		const because = whySilent(catalog, major, out, asOf);
		if (because !== null) unlisted.set(cve, because);
	}
	return unlisted;
}
