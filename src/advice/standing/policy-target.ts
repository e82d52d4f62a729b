import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { addDays, dayNumber } from '../../text/day.ts';
import { majorDays } from '../lifecycle.ts';
import type { Policy } from '../policy/policy.ts';

/** What a policy asks of a board. */
export interface PolicyTarget {
	/** Null when nothing that the board is offered is old enough: what it has from the factory alone is no target. */
	readonly release: Release | null;
	/** The board runs nothing as new as the policy asks for: no update helps. */
	readonly blocked: boolean;
	/** The board runs only newer majors than the policy asks for, so that whatever it is on is new enough. */
	readonly anything: boolean;
	/** The number of the day on which a release of the board became, or would have become, the target. */
	since(release: Release): number;
}

/**
 * The policy counts majors back from the vendor's newest, not from the newest of the board. The target is the newest
 * release that is old enough, of that major or, while the board has none there, of one before it. A board that ends
 * before that major is asked for its own last release; a board that begins after it stays on its first major.
 */
export function policyTarget(catalog: Catalog, board: Board, policy: Policy): PolicyTarget {
	const { asOf, deferDays, deferMajorDays, behind, exclude } = policy;
	const today = dayNumber(asOf);
	const majors = [...majorDays(catalog).values()];
	const newest = majors.findLastIndex(({ number }) => number + deferMajorDays <= today);
	const asked = newest - behind;
	const place = ({ major }: Support) => majorDays(catalog).get(major.name)!.index;
	const supports = supportsOn(board, asOf);
	const at = supports.findIndex((support) => place(support) >= asked);
	const blocked = at === -1 && supports.length > 0;
	const anything = at === 0 && place(supports[0]!) > asked;
	const since = ({ released, major }: Release) => {
		const old = dayNumber(released) + deferDays;
		if (anything) return old;
		// The major was the policy's from the day on which one so far ahead of it counted as released; where the board
		// skipped majors before it, from the day of the first of those.
		const at = supports.findIndex((support) => support.major.name === major);
		const from = at > 0 ? place(supports[at - 1]!) + 1 : majorDays(catalog).get(major)!.index;
		const ahead = majors[from + behind];
		return Math.max(old, ahead ? ahead.earliest + deferMajorDays : Number.POSITIVE_INFINITY);
	};
	let release: Release | null = null;
	for (let index = blocked ? supports.length - 1 : at; index >= 0 && !release; index--) {
		release =
			supports[index]!.offered.findLast(
				(other) =>
					isOut(other, asOf) &&
					dayNumber(other.released) + deferDays <= today &&
					!exclude.includes(other.version),
			) ?? null;
	}
	return { release, blocked, anything, since };
}

/** For the day that was asked for last: a report asks for one, for thousands of Macs of a few hundred boards. */
const onDay = new WeakMap<Board, { readonly asOf: string; readonly supports: readonly Support[] }>();

/** The majors of which the board had a release on that day, the oldest first. */
export function supportsOn(board: Board, asOf: string): readonly Support[] {
	let ofDay = onDay.get(board);
	if (ofDay?.asOf !== asOf) {
		const supports = [...board.support.values()].filter(({ releases }) =>
			releases.some((release) => isOut(release, asOf)),
		);
		ofDay = { asOf, supports };
		onDay.set(board, ofDay);
	}
	return ofDay.supports;
}

/** Whether a release was out on that day, and is not one that was withdrawn. */
export function isOut({ withdrawn, released }: Release, asOf: string): boolean {
	return !withdrawn && released <= asOf;
}

/** So long the update service goes on listing a release after a newer one of its major came out, as it did for two years. */
const daysAfterNext = 90;

/**
 * The last day on which the vendor's update service lists a release for a board; null while nothing newer of its major is
 * out. Whoever enforces a release that is no longer listed enforces nothing.
 */
export function listedUntil({ offered }: Support, release: Release, asOf: string): string | null {
	const next = offered[offered.indexOf(release) + 1];
	return next && next.released <= asOf ? addDays(next.released, daysAfterNext) : null;
}
