import { isOut } from '../../advice/offered.ts';
import type { Board, Catalog, Release } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';
import { rankOf, type Timeline } from './timelines.ts';

/** Two bounds of a number; null without an upper bound. */
export interface Bounds {
	readonly at_least: number;
	readonly at_most: number | null;
}

/** How fast Macs got a release, as far as sightings show. */
export interface ReleasePatching {
	readonly version: string;
	readonly released: string;
	/** The number of Macs that it was offered to. */
	readonly macs: number;
	/** How many of them had it, or a newer release, within so many days. */
	readonly patched_within: { readonly days: number; readonly at_least: number; readonly at_most: number };
	readonly days_to_patch: { readonly median: Bounds; readonly p90: Bounds };
	/** How many Macs had it so many days after its release. */
	readonly curve: readonly { readonly day: number; readonly at_least: number; readonly at_most: number }[];
}

/** The days after a release that have a point of the curve. */
const curveDays = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90] as const;
/** Releases up to so many days before the first sighting are counted: Macs may still be waiting for them. */
const daysBeforeHistory = 92;

interface OfferedRelease {
	readonly release: Release;
	readonly rank: number;
	readonly day: number;
	readonly place: number;
}

interface Tally {
	macs: number;
	isMissed: boolean;
	/** How many days Macs took at the earliest and at the latest; the latter only for Macs that were seen patched. */
	readonly earliest: Delays;
	readonly latest: Delays;
}

/** Counts how fast each release of the period reached the Macs that it was offered to. */
export class PatchTally {
	readonly #releases: readonly Release[];
	readonly #tallies: Tally[];
	readonly #ofBoards = new Map<Board, readonly OfferedRelease[]>();
	readonly #places: ReadonlyMap<Release, number>;
	readonly #today: number;

	/** `firstDay` is the number of the day of the very first sighting. */
	constructor(catalog: Catalog, firstDay: number, asOf: string) {
		this.#today = dayNumber(asOf);
		this.#releases = [...catalog.releases.values()]
			.filter((release) => isOut(release, asOf))
			.filter(({ released }) => dayNumber(released) >= firstDay - daysBeforeHistory);
		this.#places = new Map(this.#releases.map((release, place) => [release, place]));
		this.#tallies = this.#releases.map(() => ({
			macs: 0,
			isMissed: false,
			earliest: new Delays(),
			latest: new Delays(),
		}));
	}

	add({ boards, runs }: Timeline): void {
		// If a Mac may be one of several models, only releases count that were offered to all of them.
		const [board, ...others] = boards;
		if (!board) return;
		for (const { release, rank, day, place } of this.#offeredTo(board)) {
			if (others.some((other) => !other.support.get(release.major)?.offered.includes(release))) continue;
			let at = 0;
			let missing: number | null = null;
			for (; at < runs.length && runs[at]!.rank < rank; at++)
				// An unreadable version may be any version, so it does not show that the release was missing.
				if (runs[at]!.rank >= 0) missing = runs[at]!.last;
			const tally = this.#tallies[place]!;
			tally.macs++;
			if (missing !== null) tally.isMissed = true;
			tally.earliest.add((missing ?? day) - day);
			if (at < runs.length) tally.latest.add(runs[at]!.first - day);
		}
	}

	/** The releases that at least one Mac was seen without, oldest first. */
	releases(days: number): ReleasePatching[] {
		return this.#releases.flatMap((release, place): ReleasePatching[] => {
			const tally = this.#tallies[place]!;
			if (!tally.isMissed) return [];
			const age = this.#today - dayNumber(release.released);
			return [
				{
					version: release.version,
					released: release.released,
					macs: tally.macs,
					patched_within: { days, ...within(tally, days) },
					days_to_patch: { median: quantile(tally, 0.5), p90: quantile(tally, 0.9) },
					curve: curveDays.filter((day) => day <= age).map((day) => ({ day, ...within(tally, day) })),
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

/** The number of Macs for each number of days. */
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

	/** The number of Macs that took so many days or fewer. */
	upTo(days: number): number {
		let sum = 0;
		for (const count of this.#counts.subarray(0, days + 1)) sum += count;
		return sum;
	}

	/** The day by which so many Macs were patched; null if fewer ever were. */
	dayOf(macs: number): number | null {
		let sum = 0;
		for (const [day, count] of this.#counts.entries()) {
			sum += count;
			if (sum >= macs) return day;
		}
		return null;
	}
}

/** At least the Macs that were seen with the release by then, at most all that were not seen without it later. */
function within({ earliest, latest }: Tally, days: number): { at_least: number; at_most: number } {
	return { at_least: latest.upTo(days), at_most: earliest.upTo(days) };
}

/** The bounds of the day by which a share of the Macs was patched, from the earliest and from the latest days. */
function quantile({ macs, earliest, latest }: Tally, share: number): Bounds {
	const wanted = Math.max(1, Math.ceil(macs * share));
	return { at_least: earliest.dayOf(wanted) ?? 0, at_most: latest.dayOf(wanted) };
}
