import type { Board, Release, Support } from '../catalog/catalog.ts';
import { addDays } from '../text/day.ts';

/** Whether a release was out on a day and was not withdrawn. */
export function isOut({ withdrawn, released }: Release, asOf: string): boolean {
	return !withdrawn && released <= asOf;
}

/** The day since which the vendor's list no longer offers a release to a board; null while it does. */
export function pulledOn({ pulls }: Release, board: Board, asOf: string): string | null {
	const pull = pulls.find(
		({ on, listedAgainOn, boards }) =>
			on <= asOf &&
			(listedAgainOn === null || listedAgainOn > asOf) &&
			(boards === null || board.identifiers.some((id) => boards.has(id))),
	);
	return pull?.on ?? null;
}

/** The day on which a release that was pulled was last offered to a board again; null if that never happened. */
export function listedAgainOn({ pulls }: Release, board: Board, asOf: string): string | null {
	const days = pulls
		.filter(({ boards }) => boards === null || board.identifiers.some((id) => boards.has(id)))
		.flatMap((pull) =>
			pull.listedAgainOn !== null && pull.listedAgainOn <= asOf ? [pull.listedAgainOn] : [],
		);
	return days.sort().at(-1) ?? null;
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

/** A report asks about thousands of Macs of a few hundred boards, all on one day. */
const lastDays = new WeakMap<Board, { readonly asOf: string; readonly supports: readonly Support[] }>();

/** The update service went on listing a release for so long after a newer one of its major came out, for two years. */
const daysAfterNext = 90;

/**
 * The last day on which the vendor's update service lists a release for a board; null while nothing newer of its major is
 * out. Enforcing a release after that day does nothing.
 */
export function listedUntil({ offered }: Support, release: Release, asOf: string): string | null {
	const next = offered[offered.indexOf(release) + 1];
	return next && next.released <= asOf ? addDays(next.released, daysAfterNext) : null;
}
