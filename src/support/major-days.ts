import type { Catalog, Major } from '../catalog/catalog.ts';
import { dayNumber } from '../catalog/day.ts';

/** A major and the day its first release came out. */
export interface MajorDay {
	readonly major: Major;
	/** Its place among all majors, in version order. */
	readonly index: number;
	readonly day: string;
	/** The same as a number of days. */
	readonly number: number;
}

const known = new WeakMap<Catalog, ReadonlyMap<string, MajorDay>>();

/** Every major of the vendor with its first day, in version order. Worked out once for each state of the data. */
export function majorDays(catalog: Catalog): ReadonlyMap<string, MajorDay> {
	let days = known.get(catalog);
	if (!days) {
		days = new Map([...catalog.majors.values()].map((major, index) => [major.name, dayOf(major, index)]));
		known.set(catalog, days);
	}
	return days;
}

/** The first day is not always that of the first number: 11.0.1 came before 11.0. */
function dayOf(major: Major, index: number): MajorDay {
	const offered = major.releases.filter(({ withdrawn }) => !withdrawn);
	const day = offered.reduce((first, { released }) => (released < first ? released : first), '9999-12-31');
	return { major, index, day, number: dayNumber(day) };
}
