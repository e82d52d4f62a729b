import type { Catalog, Cve, Major } from '../../catalog/catalog.ts';
import { majorDays } from '../lifecycle.ts';

/** A CVE, and the day on which each major first fixed it. */
interface Fixed {
	readonly cve: Cve;
	readonly firsts: readonly { readonly major: number; readonly day: string }[];
}

/**
 * CVEs fixed in newer majors and not stated for this one. Nobody says whether this major is affected, so they are
 * counted apart from missing fixes.
 */
export interface FixedElsewhere {
	readonly count: number;
	/** The exploited ones. */
	readonly exploited: readonly Cve[];
}

/** What newer majors had fixed by a day and this major had not. */
interface FixedByDay {
	readonly asOf: string;
	/** Counts by the day on which the last newer major first fixed the CVE. */
	readonly counts: ReadonlyMap<string, number>;
	readonly exploited: readonly { readonly cve: Cve; readonly day: string }[];
	/** Results by the day after which fixes count. */
	readonly after: Map<string, FixedElsewhere>;
}

const fixed = new WeakMap<Catalog, readonly Fixed[]>();
/** Only for the last day asked for: a report asks for one day thousands of times. */
const fixedByDay = new WeakMap<Major, FixedByDay>();

/** What newer majors fixed after `after` and until `asOf`, while this major had no fix by then. */
export function fixedElsewhere(catalog: Catalog, major: Major, after: string, asOf: string): FixedElsewhere {
	let ofDay = fixedByDay.get(major);
	if (ofDay?.asOf !== asOf) {
		ofDay = fixedUntil(catalog, major, asOf);
		fixedByDay.set(major, ofDay);
	}
	let elsewhere = ofDay.after.get(after);
	if (!elsewhere) {
		let count = 0;
		for (const [day, cves] of ofDay.counts) if (day > after) count += cves;
		const exploited = ofDay.exploited.filter(({ day }) => day > after).map(({ cve }) => cve);
		elsewhere = { count, exploited };
		ofDay.after.set(after, elsewhere);
	}
	return elsewhere;
}

function fixedUntil(catalog: Catalog, { name }: Major, asOf: string): FixedByDay {
	const own = majorDays(catalog).get(name)!.index;
	const counts = new Map<string, number>();
	const exploited: { cve: Cve; day: string }[] = [];
	for (const { cve, firsts } of fixedCves(catalog)) {
		let last = '';
		let isFixed = false;
		for (const { major, day } of firsts) {
			if (day > asOf) continue;
			if (major === own) isFixed = true;
			else if (major > own && day > last) last = day;
		}
		if (isFixed || last === '') continue;
		counts.set(last, (counts.get(last) ?? 0) + 1);
		if (cve.exploitation && cve.exploitation.since <= asOf) exploited.push({ cve, day: last });
	}
	return { asOf, counts, exploited, after: new Map() };
}

function fixedCves(catalog: Catalog): readonly Fixed[] {
	let cves = fixed.get(catalog);
	if (!cves) {
		const places = majorDays(catalog);
		cves = [...catalog.security.cves.values()].map((cve) => {
			const firsts: { major: number; day: string }[] = [];
			const see = (name: string, day: string) => {
				const major = places.get(name)!.index;
				const first = firsts.find((other) => other.major === major);
				if (!first) firsts.push({ major, day });
				else if (day < first.day) first.day = day;
			};
			for (const { major, released } of cve.fixedIn) see(major, released);
			// A fix in a security response counts for its major.
			for (const { version, released } of cve.responses) see(catalog.releases.get(version)!.major, released);
			return { cve, firsts };
		});
		fixed.set(catalog, cves);
	}
	return cves;
}
