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
/** Longer delays are counted as this one. */
const longest = 1000;
/** Stands for a day that has not been seen. */
const never = longest + 1;

interface OfferedRelease {
	readonly release: Release;
	readonly rank: number;
	readonly day: number;
	readonly place: number;
}

interface Tally {
	macs: number;
	isMissed: boolean;
	/** How many Macs were patched after so many days, at the earliest and at the latest. */
	readonly earliest: Int32Array;
	readonly latest: Int32Array;
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
			earliest: new Int32Array(never + 1),
			latest: new Int32Array(never + 1),
		}));
	}

	add({ boards, runs }: Timeline): void {
		// Of a Mac that may be several, what was offered to all of them.
		const [board, ...others] = boards;
		if (!board) return;
		for (const { release, rank, day, place } of this.#offeredTo(board)) {
			if (others.some((other) => !other.support.get(release.major)?.releases.includes(release))) continue;
			let at = 0;
			while (at < runs.length && runs[at]!.rank < rank) at++;
			const tally = this.#tallies[place]!;
			tally.macs++;
			if (at > 0) tally.isMissed = true;
			const before = at > 0 ? runs[at - 1]!.last - day : 0;
			const after = at < runs.length ? runs[at]!.first - day : never;
			tally.earliest[bounded(before)]!++;
			tally.latest[bounded(after)]!++;
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
				.flatMap(({ releases }) => releases)
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

function bounded(days: number): number {
	return days < 0 ? 0 : days > never ? longest : days;
}

/** A Mac counts at least where it was seen with the release by then, and at most unless it was seen without it later. */
function within({ earliest, latest }: Tally, days: number): { at_least: number; at_most: number } {
	let [sure, possible] = [0, 0];
	for (let day = 0; day <= Math.min(days, longest); day++) {
		sure += latest[day]!;
		possible += earliest[day]!;
	}
	return { at_least: sure, at_most: possible };
}

/** The day by which so large a share of the Macs was patched: of all the earliest days, and of all the latest. */
function quantile(tally: Tally, share: number): Bounds {
	const rank = Math.max(1, Math.ceil(tally.macs * share));
	const dayOf = (counts: Int32Array) => {
		let sum = 0;
		for (let day = 0; day <= never; day++) {
			sum += counts[day]!;
			if (sum >= rank) return day;
		}
		return never;
	};
	const most = dayOf(tally.latest);
	return { at_least: dayOf(tally.earliest), at_most: most === never ? null : most };
}
