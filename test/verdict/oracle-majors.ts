import type { Catalog, Major } from '@pointrelease/core/src/catalog/catalog.ts';

const numbers = new Map<string, number>();

export function numberOf(day: string): number {
	let number = numbers.get(day);
	if (number === undefined) {
		number = Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
		numbers.set(day, number);
	}
	return number;
}

export function textOf(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

const places = new Map<string, number>();

/** A number that grows with the version. */
function placeOf(version: string): number {
	let place = places.get(version);
	if (place === undefined) {
		const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
		place = major * 1_000_000 + minor * 1_000 + patch;
		places.set(version, place);
	}
	return place;
}

/** Whether the first version is above the second. */
export function isAbove(a: string, b: string): boolean {
	return placeOf(a) > placeOf(b);
}

/** The majors in their order, with the days on which they came out. */
export class OracleMajors {
	/** The day of the first release of each major, by index. */
	readonly firstDays: readonly number[];
	readonly #catalog: Catalog;
	/** The index of each major. */
	readonly #indexes: ReadonlyMap<string, number>;

	constructor(catalog: Catalog) {
		this.#catalog = catalog;
		this.#indexes = new Map([...catalog.majors.keys()].map((name, at) => [name, at]));
		this.firstDays = [...catalog.majors.values()].map(firstDayOf);
	}

	index(major: string): number {
		return this.#indexes.get(major)!;
	}

	firstDay(major: string): number {
		return this.firstDays[this.index(major)]!;
	}

	/** The major of a release. */
	ofRelease(version: string): string {
		return this.#catalog.releases.get(version)!.major;
	}

	/** A major gets releases until three newer ones are out. */
	isSupported(major: string, day: number): boolean {
		return this.firstDays.filter((first, at) => at > this.index(major) && first <= day).length < 3;
	}
}

function firstDayOf({ releases }: Major): number {
	const days = releases.filter(({ withdrawn }) => !withdrawn).map(({ released }) => numberOf(released));
	return Math.min(...days);
}
