import type { Board, Build, Catalog, Major, Pull, Release, Support } from '../catalog/catalog.ts';
import { addDays } from '../text/day.ts';

/** Whether a release was out on a day and was not withdrawn. */
export function isOut({ withdrawn, released }: Release, asOf: string): boolean {
	return !withdrawn && released <= asOf;
}

/** The day since which the vendor's list no longer offers a release to a board; null while it does. */
export function pulledOn({ pulls }: Release, board: Board, asOf: string): string | null {
	if (pulls.length === 0) return null;
	const pull = pulls.find(
		({ on, listedAgainOn, boards }) =>
			on <= asOf && (listedAgainOn === null || listedAgainOn > asOf) && isOf(board, boards),
	);
	return pull?.on ?? null;
}

/**
 * The day on which a release was last offered again after it was pulled for at least 24 hours; null if that never happened. A shorter
 * hole in the list gives nobody more time. Without a board, that of any board.
 */
export function listedAgainOn({ pulls }: Release, board: Board | null, asOf: string): string | null {
	if (pulls.length === 0) return null;
	const days = pulls
		.filter(({ boards, isBrief }) => !isBrief && (board === null || isOf(board, boards)))
		.flatMap((pull) =>
			pull.listedAgainOn !== null && pull.listedAgainOn <= asOf ? [pull.listedAgainOn] : [],
		);
	return days.sort().at(-1) ?? null;
}

/** The day for lists that are not about a day: every known pull counts. */
export const atPresent = '9999-12-31';

/** The last time in which the vendor's list did not offer a release to a board, or to any; null if it always did. */
export function lastPull({ pulls }: Release, board: Board | null, asOf: string): Pull | null {
	const earlierPulls = pulls
		.filter(({ on, boards }) => on <= asOf && (board === null || isOf(board, boards)))
		.map((pull) => ((pull.listedAgainOn ?? '') > asOf ? { ...pull, listedAgainOn: null } : pull));
	return earlierPulls.findLast(({ listedAgainOn }) => listedAgainOn === null) ?? earlierPulls.at(-1) ?? null;
}

/** Whether the vendor's list for a board has another build of the same version in place of this one. */
export function isReplaced({ replaced = [] }: Build, board: Board, asOf: string): boolean {
	return replaced.some(({ on, boards }) => on <= asOf && isOf(board, boards));
}

function isOf({ identifiers }: Board, boards: Pull['boards']): boolean {
	return boards === null || identifiers.some((id) => boards.has(id));
}

/** The releases that the vendor's list does not offer to some or all Macs, although they are not withdrawn. */
export function pulledReleases({ releases }: Catalog, asOf: string): { release: Release; pull: Pull }[] {
	return [...releases.values()].flatMap((release) => {
		const pull = release.withdrawn ? null : lastPull(release, null, asOf);
		return pull && pull.listedAgainOn === null ? [{ release, pull }] : [];
	});
}

/** Whether a release is pulled for all Macs, although it is not withdrawn. */
export function isPulledForAll(release: Release, asOf: string): boolean {
	const pull = lastPull(release, null, asOf);
	return pull !== null && pull.listedAgainOn === null && pull.boards === null;
}

/** The latest release of a major that lists show: never a release that is pulled for everybody. */
export function latestOfMajor(
	{ releases, latest }: Pick<Major, 'releases' | 'latest'>,
	asOf: string,
): Release {
	if (!isPulledForAll(latest, asOf)) return latest;
	return releases.findLast((release) => !release.withdrawn && !isPulledForAll(release, asOf)) ?? latest;
}

/** The latest release of a major that lists show for a board: never a release that is pulled for the board. */
export function latestOfBoard({ releases, latest, board }: Support, asOf: string): Release {
	if (pulledOn(latest, board, asOf) === null) return latest;
	const isShown = (release: Release) => !release.withdrawn && pulledOn(release, board, asOf) === null;
	return releases.findLast(isShown) ?? latest;
}

/**
 * The releases of a major that a board is offered on a day, oldest first: neither withdrawn nor pulled, and not installed
 * by the factory alone.
 */
export function offeredOn({ offered, board }: Support, asOf: string): readonly Release[] {
	return offered.filter((release) => isOut(release, asOf) && pulledOn(release, board, asOf) === null);
}

/** The newest release of a major that a board is offered on a day. */
export function latestOffered(support: Support, asOf: string): Release | null {
	return offeredOn(support, asOf).at(-1) ?? null;
}

/** The majors of which a board had a release on a day, oldest first. */
export function supportsOn(board: Board, asOf: string): readonly Support[] {
	let last = lastDays.get(board);
	if (last?.asOf !== asOf) {
		const supports = [...board.support.values()].filter(({ releases }) =>
			releases.some((release) => isOut(release, asOf)),
		);
		last = { asOf, supports };
		lastDays.set(board, last);
	}
	return last.supports;
}

/** Cached for the last day: an assessment takes 40 µs instead of 65. A report asks about thousands of Macs, all on one day. */
const lastDays = new WeakMap<Board, { readonly asOf: string; readonly supports: readonly Support[] }>();

/** Days for which the update service goes on listing a release after the next one of its major, as observed over two years. */
const daysAfterNext = 90;

/**
 * The last day on which the vendor's update service lists a release for a board; null while nothing newer of its major is
 * out. Enforcing a release after that day does nothing.
 */
export function listedUntil({ offered }: Support, release: Release, asOf: string): string | null {
	const next = offered[offered.indexOf(release) + 1];
	return next && next.released <= asOf ? addDays(next.released, daysAfterNext) : null;
}
