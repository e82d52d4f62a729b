import type { Catalog, Cve, Major, SecurityResponse } from '../../catalog/catalog.ts';
import { majorDays } from '../lifecycle/major-days.ts';

/** A CVE that newer majors fix: the first day of each of them, and the first day of the major in question. */
interface Elsewhere {
	readonly cve: Cve;
	readonly days: readonly string[];
	/** Empty when the major never got the fix. */
	readonly ownDay: string;
}

/**
 * Fixed in newer majors, not stated for this one. Whether the older major has the hole at all, nobody says: these
 * are counted apart from what a Mac is known to miss.
 */
export interface FixedElsewhere {
	readonly count: number;
	/** The exploited ones. */
	readonly exploited: readonly Cve[];
}

const candidates = new WeakMap<Major, readonly Elsewhere[]>();
const counted = new WeakMap<Major, Map<string, FixedElsewhere>>();
/** Days of today and a few that are asked for: more are worked out anew. */
const mostCounted = 256;

/** What newer majors fixed first after one day and until another, while this major got nothing by then. */
export function fixedElsewhere(catalog: Catalog, major: Major, after: string, asOf: string): FixedElsewhere {
	const known = counted.get(major) ?? new Map<string, FixedElsewhere>();
	counted.set(major, known);
	const key = `${after} ${asOf}`;
	let found = known.get(key);
	if (!found) {
		const cves = candidatesOf(catalog, major)
			.filter(
				({ days, ownDay }) =>
					(ownDay === '' || ownDay > asOf) && days.some((day) => day > after && day <= asOf),
			)
			.map(({ cve }) => cve);
		const exploited = cves.filter(({ exploitation }) => exploitation && exploitation.since <= asOf);
		found = { count: cves.length, exploited };
		if (known.size >= mostCounted) known.clear();
		known.set(key, found);
	}
	return found;
}

function candidatesOf(catalog: Catalog, major: Major): readonly Elsewhere[] {
	let known = candidates.get(major);
	if (!known) {
		const places = majorDays(catalog);
		const { index } = places.get(major.name)!;
		known = [...catalog.security.cves.values()].flatMap((cve) => {
			const days = new Map<string, string>();
			let ownDay = '';
			for (const { major: name, released } of [
				...cve.fixedIn,
				...cve.responses.map(majorOfResponse(catalog)),
			]) {
				if (name === major.name) ownDay = earlier(ownDay, released);
				else if (places.get(name)!.index > index) days.set(name, earlier(days.get(name) ?? '', released));
			}
			return days.size > 0 ? [{ cve, days: [...days.values()], ownDay }] : [];
		});
		candidates.set(major, known);
	}
	return known;
}

/** A response counts as its major: what it fixes is fixed there. */
function majorOfResponse({ releases }: Catalog) {
	return ({ version, released }: SecurityResponse) => ({ major: releases.get(version)!.major, released });
}

function earlier(day: string, other: string): string {
	return day === '' || other < day ? other : day;
}
