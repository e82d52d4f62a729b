import type { Board, Catalog, Major, Release } from '../catalog/catalog.ts';
import { compareText } from '../catalog/identifier.ts';
import { compareVersions, parseVersion } from '../catalog/version.ts';
import { dayNumber, earlierDay, laterDay } from '../text/day.ts';
import { supportsOn } from './offered.ts';

/** A major and the day its first release came out. */
interface MajorDay {
	readonly major: Major;
	/** Its place among all majors, in version order. */
	readonly index: number;
	readonly day: string;
	/** The same as a number of days. */
	readonly number: number;
	/** The first day of this major or any newer one. Days do not always follow numbers in the classic era. */
	readonly earliest: number;
}

/** Cached for each catalog: without this an assessment of a Mac takes 0.8 ms instead of 40 µs. */
const daysOfCatalogs = new WeakMap<Catalog, ReadonlyMap<string, MajorDay>>();

/** Every major with its first day, in version order. */
export function majorDays(catalog: Catalog): ReadonlyMap<string, MajorDay> {
	let days = daysOfCatalogs.get(catalog);
	if (!days) {
		let earliest = Number.POSITIVE_INFINITY;
		const newestFirst = [...catalog.majors.values()].toReversed().map((major, place): MajorDay => {
			const day = firstDay(major);
			const number = dayNumber(day);
			earliest = Math.min(earliest, number);
			return { major, index: catalog.majors.size - 1 - place, day, number, earliest };
		});
		days = new Map(newestFirst.toReversed().map((day) => [day.major.name, day]));
		daysOfCatalogs.set(catalog, days);
	}
	return days;
}

/** The same as a list. */
export function majorsInOrder(catalog: Catalog): readonly MajorDay[] {
	return [...majorDays(catalog).values()];
}

/** The first day of some releases. It is not always that of the lowest number: 11.0.1 came out before 11.0. */
export function firstDay({ releases }: { readonly releases: readonly Release[] }): string {
	const valid = releases.filter(({ withdrawn }) => !withdrawn);
	return valid.map(({ released }) => released).reduce(earlierDay, '9999-12-31');
}

/**
 * The vendor publishes no rule. Since 2016 the three newest majors get releases: the newest is current, the next two
 * are maintained, and the third ends on the day a new major comes out.
 */
export type LifecycleState = 'current' | 'maintained' | 'ended';

export interface MajorLifecycle {
	readonly state: LifecycleState;
	/** The day the third newer major came out; null before 10.8, when that rule did not apply yet. */
	readonly endedOn: string | null;
	/** The expected month (YYYY-MM), while the major has not ended. */
	readonly estimatedEnd: string | null;
	/** Why this day or month, in words. */
	readonly basis: string;
	/** The day of the last build or release that was out, except server builds. */
	readonly lastUpdate: string;
}

const newerAtEnd = 3;
/** Earlier majors ended differently: 10.6 got updates until 2016, five years after 10.7 came out. */
const firstOfHabit = parseVersion('10.8')!;

/** Cached for the last day asked for: it takes 10 µs, and a report asks for few majors thousands of times. */
const lifecyclesOfCatalogs = new WeakMap<
	Catalog,
	{ asOf: string; majors: Map<string, MajorLifecycle | null> }
>();

/** How a major is supported on a day; null before its first release, and for an unknown major. */
export function majorLifecycle(catalog: Catalog, major: string, asOf: string): MajorLifecycle | null {
	let ofDay = lifecyclesOfCatalogs.get(catalog);
	if (ofDay?.asOf !== asOf) {
		ofDay = { asOf, majors: new Map() };
		lifecyclesOfCatalogs.set(catalog, ofDay);
	}
	let lifecycle = ofDay.majors.get(major);
	if (lifecycle === undefined) {
		lifecycle = workOut(catalog, major, asOf);
		// Unknown names are not stored: clients choose them.
		if (catalog.majors.has(major)) ofDay.majors.set(major, lifecycle);
	}
	return lifecycle;
}

function workOut(catalog: Catalog, major: string, asOf: string): MajorLifecycle | null {
	const days = majorDays(catalog);
	const ofMajor = days.get(major);
	if (!ofMajor || ofMajor.day > asOf) return null;
	const newer = [...days.values()]
		.slice(ofMajor.index + 1)
		.filter(({ day }) => day <= asOf)
		// Days do not always follow numbers in the classic era.
		.toSorted((a, b) => compareText(a.day, b.day));
	const third = newer[newerAtEnd - 1];
	const lastUpdate = lastUpdateOf(ofMajor.major, asOf);
	if (third) {
		const follows = compareVersions(ofMajor.major.latest.parsed, firstOfHabit) >= 0;
		const basis = follows
			? `the third newer major version, ${third.major.name}, came out on ${third.day}`
			: `Apple named no day; the last known update is of ${lastUpdate}`;
		return { state: 'ended', endedOn: follows ? third.day : null, estimatedEnd: null, basis, lastUpdate };
	}
	return {
		state: newer.length === 0 ? 'current' : 'maintained',
		endedOn: null,
		estimatedEnd: estimateOf(newer.at(-1) ?? ofMajor, newerAtEnd - newer.length),
		basis:
			'estimate: the September in which the third newer major version is due, at one a year; Apple publishes no date',
		lastUpdate,
	};
}

/** Days of releases count, too, because builds of the classic era are not known. */
function lastUpdateOf({ releases }: Major, asOf: string): string {
	return releases
		.flatMap(({ released, builds }) => [released, ...builds.map((build) => build.released ?? '')])
		.filter((day) => day <= asOf)
		.reduce(laterDay, '');
}

/** A new major comes every September, and `missing` more must come. */
function estimateOf(newest: MajorDay, missing: number): string {
	return `${Number(newest.day.slice(0, 4)) + missing}-09`;
}

/** How long a Mac gets updates: as long as the newest major that it runs. */
export interface MacLifecycle {
	/** The newest major for this Mac; null before its first release. */
	readonly lastMajor: string | null;
	readonly getsUpdates: boolean;
	/** The day on which updates ended. */
	readonly endedOn: string | null;
	/** The month in which updates are expected to end, if no newer major supports the Mac. */
	readonly estimatedEnd: string | null;
	readonly basis: string | null;
}

export function macLifecycle(catalog: Catalog, board: Board, asOf: string): MacLifecycle {
	const lastMajor = supportsOn(board, asOf).at(-1)?.major.name ?? null;
	const support = lastMajor === null ? null : majorLifecycle(catalog, lastMajor, asOf);
	return {
		lastMajor,
		getsUpdates: support !== null && support.state !== 'ended',
		endedOn: support?.endedOn ?? null,
		estimatedEnd: support?.estimatedEnd ?? null,
		basis: support?.basis ?? null,
	};
}
