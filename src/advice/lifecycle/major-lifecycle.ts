import type { Catalog } from '../../catalog/catalog.ts';
import { type MajorDay, majorDays } from './major-days.ts';

/**
 * The vendor says nothing in writing. By what it did since 2016 the three newest majors get releases: the newest
 * is current, the next two are maintained, and the third ends on the day a new major comes out.
 */
export type LifecycleState = 'current' | 'maintained' | 'ended';

export interface MajorLifecycle {
	readonly state: LifecycleState;
	/** The day the third newer major came out. */
	readonly endedOn: string | null;
	/** The month (YYYY-MM) in which that is expected, while it has not happened. */
	readonly estimatedEnd: string | null;
	/** What the day or the month rests on, in words. */
	readonly basis: string;
}

const newerAtEnd = 3;

/** How a major is supported on a day; null before its first release, and for a major that nobody knows. */
export function majorLifecycle(catalog: Catalog, major: string, asOf: string): MajorLifecycle | null {
	const days = majorDays(catalog);
	const own = days.get(major);
	if (!own || own.day > asOf) return null;
	const newer = [...days.values()]
		.slice(own.index + 1)
		.filter(({ day }) => day <= asOf)
		// Numbers follow days but for a few of the classic era.
		.toSorted((a, b) => (a.day < b.day ? -1 : 1));
	const third = newer[newerAtEnd - 1];
	if (third) {
		const basis = `the third newer major version, ${third.major.name}, came out on ${third.day}`;
		return { state: 'ended', endedOn: third.day, estimatedEnd: null, basis };
	}
	return {
		state: newer.length === 0 ? 'current' : 'maintained',
		endedOn: null,
		estimatedEnd: estimateOf(newer.at(-1) ?? own, newerAtEnd - newer.length),
		basis:
			'estimate: the September in which the third newer major version is due, at one a year; Apple publishes no date',
	};
}

/** A new major comes every September: so many from the newest on are still to come. */
function estimateOf(newest: MajorDay, missing: number): string {
	return `${Number(newest.day.slice(0, 4)) + missing}-09`;
}
