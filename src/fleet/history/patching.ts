import { isOut } from '../../advice/standing/policy-target.ts';
import type { Board, Catalog, Release } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';
import { rankOf, type Timeline } from './timelines.ts';

/** Two numbers between which the true one lies; null where nothing bounds it. */
export interface Bounds {
	readonly at_least: number;
	readonly at_most: number | null;
}

/** How quickly Macs got a release, as far as sightings show. */
export interface ReleasePatching {
	readonly version: string;
	readonly released: string;
	/** The Macs that it was offered to. */
	readonly macs: number;
	/** How many of them had it, or something newer, within so many days. */
	readonly patched_within: { readonly days: number; readonly at_least: number; readonly at_most: number };
	readonly days_to_patch: { readonly median: Bounds; readonly p90: Bounds };
	/** The share of the Macs that had it so many days after its release: the curve. */
	readonly curve: readonly { readonly day: number; readonly at_least: number; readonly at_most: number }[];
}

/** Days after a release at which its curve has a point. */
const curveDays = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90] as const;
/** A release that came out this long before the first sighting may still be on its way to Macs. */
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
	/** How long Macs took, at the earliest and at the latest; the latter only of those that were seen patched. */
	readonly earliest: Delays;
	readonly latest: Delays;
}

/** Adds up how quickly each release of the period reached the Macs it was offered to. */
export class PatchTally {
	readonly #releases: readonly Release[];
	readonly #tallies: Tally[];
	readonly #ofBoards = new Map<Board, readonly OfferedRelease[]>();
	readonly #places: ReadonlyMap<Release, number>;
	readonly #today: number;

	/** `firstDay` is the number of the day of the first sighting of all. */
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
		// Of a Mac that may be several, what was offered to all of them.
		const [board, ...others] = boards;
		if (!board) return;
		for (const { release, rank, day, place } of this.#offeredTo(board)) {
			if (others.some((other) => !other.support.get(release.major)?.offered.includes(release))) continue;
			let at = 0;
			let missing: number | null = null;
			for (; at < runs.length && runs[at]!.rank < rank; at++)
				// A version that nobody can read may be any: the Mac was not seen without the release.
				if (runs[at]!.rank >= 0) missing = runs[at]!.last;
			const tally = this.#tallies[place]!;
			tally.macs++;
			if (missing !== null) tally.isMissed = true;
			tally.earliest.add((missing ?? day) - day);
			if (at < runs.length) tally.latest.add(runs[at]!.first - day);
		}
	}

	/** The releases that some Mac was seen without, oldest first. */
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
		let known = this.#ofBoards.get(board);
		if (!known) {
			known = [...board.support.values()]
				.flatMap(({ offered }) => offered)
				.flatMap((release) => {
					const place = this.#places.get(release);
					if (place === undefined) return [];
					return [{ release, rank: rankOf(release.parsed), day: dayNumber(release.released), place }];
				});
			this.#ofBoards.set(board, known);
		}
		return known;
	}
}

/** How many Macs took so many days. */
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

	/** How many took so many days or fewer. */
	upTo(days: number): number {
		let sum = 0;
		for (const count of this.#counts.subarray(0, days + 1)) sum += count;
		return sum;
	}

	/** The days by which so many Macs were done; null where fewer ever were. */
	dayOf(macs: number): number | null {
		let sum = 0;
		for (const [day, count] of this.#counts.entries()) {
			sum += count;
			if (sum >= macs) return day;
		}
		return null;
	}
}

/** A Mac counts at least where it was seen with the release by then, and at most unless it was seen without it later. */
function within({ earliest, latest }: Tally, days: number): { at_least: number; at_most: number } {
	return { at_least: latest.upTo(days), at_most: earliest.upTo(days) };
}

/** The day by which so large a share of the Macs was patched: of all the earliest days, and of all the latest. */
function quantile({ macs, earliest, latest }: Tally, share: number): Bounds {
	const wanted = Math.max(1, Math.ceil(macs * share));
	return { at_least: earliest.dayOf(wanted) ?? 0, at_most: latest.dayOf(wanted) };
}
