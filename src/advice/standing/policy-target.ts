import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { addDays, dayNumber } from '../../text/day.ts';
import { majorDays } from '../lifecycle.ts';
import type { Policy } from '../policy/policy.ts';

/** What a policy requires of a board. */
export interface PolicyTarget {
	/**
	 * Null if no release offered to the board is old enough. A release that it was only shipped with is not a target.
	 */
	readonly release: Release | null;
	/** The board runs nothing as new as the policy requires: no update helps. */
	readonly blocked: boolean;
	/** The board runs only newer majors than the policy requires, so every version on it is accepted. */
	readonly anything: boolean;
	/** The day, as a number, on which a release of the board became, or would have become, the target. */
	since(release: Release): number;
}

/**
 * The policy counts majors back from the vendor's newest, not from the board's newest. The target is the newest
 * release that is old enough, of that major or, if the board has none there, of an earlier one. A board that ends
 * before that major gets its own last release; a board that begins after it stays on its first major.
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
		// The policy required this major from the day on which the major `behind` places ahead counted as released. If
		// the board skipped majors before it, from the day of the first skipped one.
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

/** Only for the last day asked for: a report asks for one day, for thousands of Macs. */
const onDay = new WeakMap<Board, { readonly asOf: string; readonly supports: readonly Support[] }>();

/** The majors of which the board had a release on that day, oldest first. */
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

/** Whether a release was out on that day and was not withdrawn. */
export function isOut({ withdrawn, released }: Release, asOf: string): boolean {
	return !withdrawn && released <= asOf;
}

/** Days for which the update service lists a release after the next one of its major, as observed over two years. */
const daysAfterNext = 90;

/**
 * The last day on which the vendor's update service lists a release for a board; null while nothing newer of its major
 * is out. Enforcing a release that is not listed has no effect.
 */
export function listedUntil({ offered }: Support, release: Release, asOf: string): string | null {
	const next = offered[offered.indexOf(release) + 1];
	return next && next.released <= asOf ? addDays(next.released, daysAfterNext) : null;
}
