import { isOut } from '@pointrelease/core/src/advice/offered.ts';
import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { rankOf, type SeenState, type Timeline } from './timelines.ts';

/** The bounds of a number; `at_most` is null without an upper bound. */
export interface Bounds {
	readonly at_least: number;
	readonly at_most: number | null;
}

/** How fast Macs got a release, as far as sightings show it. */
export interface ReleasePatching {
	readonly version: string;
	readonly major: string;
	readonly released: string;
	/** The Macs that needed it: last seen on its major before its day, and it was offered to them. */
	readonly macs: number;
	/** Macs that were first seen after the release, on its major, with or without it. */
	readonly arrived_with: number;
	readonly arrived_without: number;
	/** Macs that changed to or from its major between two sightings around the release: their major on that day is unknown. */
	readonly major_uncertain: number;
	/** How many of `macs` had it, a later release of its major, or a release of a newer major that came out with it or later. */
	readonly patched_within: { readonly days: number; readonly at_least: number; readonly at_most: number };
	readonly days_to_patch: { readonly median: Bounds; readonly p90: Bounds };
	/** How many of `macs` had it, by days since its release. */
	readonly curve: readonly { readonly day: number; readonly at_least: number; readonly at_most: number }[];
	/** How many of `macs` were without it when last seen. */
	readonly missing_at_end: number;
}

/** The days after a release at which the curve has a point. */
const curveDays = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90] as const;

interface OfferedRelease {
	readonly release: Release;
	readonly rank: number;
	readonly day: number;
	readonly place: number;
}

interface Tally {
	macs: number;
	arrivedWith: number;
	arrivedWithout: number;
	majorUncertain: number;
	missingAtEnd: number;
	isMissed: boolean;
	/** The days that Macs took, at the earliest and at the latest. `latest` has only Macs that were seen with the release. */
	readonly earliest: Delays;
	readonly latest: Delays;
}

/** Counts how fast the Macs on its major got each release of a period. */
export class PatchTally {
	readonly #releases: readonly Release[];
	readonly #tallies: Tally[];
	readonly #ofBoards = new Map<Board, readonly OfferedRelease[]>();
	readonly #places: ReadonlyMap<Release, number>;
	readonly #today: number;

	constructor(catalog: Catalog, { from, asOf }: { readonly from: string; readonly asOf: string }) {
		this.#today = dayNumber(asOf);
		this.#releases = [...catalog.releases.values()].filter(
			(release) => release.released >= from && isOut(release, asOf) && !isFirstOfMajor(catalog, release),
		);
		this.#places = new Map(this.#releases.map((release, place) => [release, place]));
		this.#tallies = this.#releases.map(() => ({
			macs: 0,
			arrivedWith: 0,
			arrivedWithout: 0,
			majorUncertain: 0,
			missingAtEnd: 0,
			isMissed: false,
			earliest: new Delays(),
			latest: new Delays(),
		}));
	}

	/** `lastDay` is the number of the Mac's last day in the fleet; null if it was not retired. */
	add({ boards, runs }: Timeline, lastDay: number | null): void {
		// If the Mac has several possible models, a release counts only if it was offered to all of them.
		const [board, ...others] = boards;
		if (!board) return;
		for (const offer of this.#offeredTo(board)) {
			const { release, day, place } = offer;
			if (lastDay !== null && lastDay < day) continue;
			if (others.some((other) => !other.support.get(release.major)?.offered.includes(release))) continue;
			const tally = this.#tallies[place]!;
			if (runs[0].first >= day) countArrival(tally, runs, offer);
			else countMac(tally, runs, offer);
		}
	}

	/** The releases that at least one Mac was seen without. */
	releases(days: number): ReleasePatching[] {
		return this.#releases.flatMap((release, place): ReleasePatching[] => {
			const tally = this.#tallies[place]!;
			if (!tally.isMissed) return [];
			const age = this.#today - dayNumber(release.released);
			return [
				{
					version: release.version,
					major: release.major,
					released: release.released,
					macs: tally.macs,
					arrived_with: tally.arrivedWith,
					arrived_without: tally.arrivedWithout,
					major_uncertain: tally.majorUncertain,
					patched_within: { days, ...within(tally, days) },
					days_to_patch: { median: quantile(tally, 0.5), p90: quantile(tally, 0.9) },
					curve: curveDays.filter((day) => day <= age).map((day) => ({ day, ...within(tally, day) })),
					missing_at_end: tally.missingAtEnd,
				},
			];
		});
	}

	#offeredTo(board: Board): readonly OfferedRelease[] {
		let offers = this.#ofBoards.get(board);
		if (!offers) {
			offers = [...board.support.values()]
				.flatMap(({ offered }) => offered)
				.flatMap((release) => {
					const place = this.#places.get(release);
					if (place === undefined) return [];
					return [{ release, rank: rankOf(release.parsed), day: dayNumber(release.released), place }];
				});
			this.#ofBoards.set(board, offers);
		}
		return offers;
	}
}

/** Whether it is the earliest release of its major. Installing that one is adoption, not patching. */
function isFirstOfMajor(catalog: Catalog, { major, released, parsed }: Release): boolean {
	return catalog.majors
		.get(major)!
		.releases.every(
			(other) =>
				other.released > released ||
				(other.released === released && compareVersions(other.parsed, parsed) >= 0),
		);
}

/** Whether a Mac in a state has a release; null if the release of the state is unknown. */
function has(state: SeenState, { release, rank, day }: OfferedRelease): boolean | null {
	if (state.released === null) return null;
	const isOfMajor = state.version?.major === release.major;
	// A release of a newer major has the fixes that older majors got until its day.
	return state.rank >= rank && (isOfMajor || state.released >= day);
}

function countArrival(tally: Tally, runs: Timeline['runs'], offer: OfferedRelease): void {
	const first = runs.find(({ released }) => released !== null);
	if (first?.version?.major !== offer.release.major) return;
	if (has(first, offer)) tally.arrivedWith++;
	else {
		tally.arrivedWithout++;
		tally.isMissed = true;
	}
}

function countMac(tally: Tally, runs: Timeline['runs'], offer: OfferedRelease): void {
	const { release, day } = offer;
	// Skip unreadable versions: they may be of any major.
	const start = runs.findLastIndex(({ first, version }) => first < day && version !== null);
	const before = runs[start]?.version?.major ?? null;
	const after = runs.slice(Math.max(0, start)).find(({ last, version }) => last >= day && version !== null)
		?.version?.major;
	if (after !== undefined && after !== before) {
		if (before === release.major || after === release.major) {
			tally.majorUncertain++;
			tally.isMissed = true;
		}
		return;
	}
	if (before !== release.major) return;
	let missing: number | null = null;
	let patched: number | null = null;
	let isMissingNow = false;
	for (const run of runs.slice(start)) {
		const hasIt = has(run, offer);
		if (hasIt === null) continue;
		isMissingNow = !hasIt;
		if (hasIt) patched ??= run.first;
		else if (patched === null) missing = run.last;
	}
	tally.macs++;
	if (isMissingNow) tally.missingAtEnd++;
	if (missing !== null) tally.isMissed = true;
	tally.earliest.add((missing ?? day) - day);
	if (patched !== null) tally.latest.add(patched - day);
}

/** How many Macs took each number of days. */
class Delays {
	#counts = new Int32Array(64);

	add(days: number): void {
		const day = Math.max(0, days);
		if (day >= this.#counts.length) {
			const longer = new Int32Array(day * 2);
			longer.set(this.#counts);
			this.#counts = longer;
		}
		this.#counts[day]!++;
	}

	/** How many Macs took at most this many days. */
	upTo(days: number): number {
		let sum = 0;
		for (const count of this.#counts.subarray(0, days + 1)) sum += count;
		return sum;
	}

	/** The number of days after which so many Macs were patched; null if fewer ever were. */
	dayOf(macs: number): number | null {
		let sum = 0;
		for (const [day, count] of this.#counts.entries()) {
			sum += count;
			if (sum >= macs) return day;
		}
		return null;
	}
}

/** At least the Macs that were seen with the release by then, at most all except those that were seen without it later. */
function within({ earliest, latest }: Tally, days: number): { at_least: number; at_most: number } {
	return { at_least: latest.upTo(days), at_most: earliest.upTo(days) };
}

/** The bounds of the days after which a share of the Macs was patched. */
function quantile({ macs, earliest, latest }: Tally, share: number): Bounds {
	const wanted = Math.max(1, Math.ceil(macs * share));
	return { at_least: earliest.dayOf(wanted) ?? 0, at_most: latest.dayOf(wanted) };
}
