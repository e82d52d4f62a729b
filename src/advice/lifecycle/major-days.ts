import type { Catalog, Major } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';

/** A major and the day its first release came out. */
export interface MajorDay {
	readonly major: Major;
	/** Its place among all majors, in version order. */
	readonly index: number;
	readonly day: string;
	/** The same as a number of days. */
	readonly number: number;
	/** The first day of it or any newer one: numbers follow days but for a few of the classic era. */
	readonly earliest: number;
}

const known = new WeakMap<Catalog, ReadonlyMap<string, MajorDay>>();

/** Every major of the vendor with its first day, in version order. Worked out once for each state of the data. */
export function majorDays(catalog: Catalog): ReadonlyMap<string, MajorDay> {
	let days = known.get(catalog);
	if (!days) {
		let earliest = Number.POSITIVE_INFINITY;
		const newestFirst = [...catalog.majors.values()].toReversed().map((major, place): MajorDay => {
			const day = firstDay(major);
			const number = dayNumber(day);
			earliest = Math.min(earliest, number);
			return { major, index: catalog.majors.size - 1 - place, day, number, earliest };
		});
		days = new Map(newestFirst.toReversed().map((day) => [day.major.name, day]));
		known.set(catalog, days);
	}
	return days;
}

/** Not always that of the first number: 11.0.1 came before 11.0. */
function firstDay(major: Major): string {
	const offered = major.releases.filter(({ withdrawn }) => !withdrawn);
	return offered.reduce((first, { released }) => (released < first ? released : first), '9999-12-31');
}
