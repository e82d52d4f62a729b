import type { MacResult } from '../judging/mac-result.ts';

/** What is wrong with a Mac, the worst first: the order of every list of Macs, in text and on the page. */
const urgencies = [
	/** Misses a fix for an exploited vulnerability after its deadline, or without a policy that gives it time. */
	'exploited',
	'unsupported',
	'overdue',
	/** The fix is in a newer major version alone, or its deadline is still ahead. */
	'exploited-later',
	'behind',
	'not-judged',
	'fine',
] as const;

export type Urgency = (typeof urgencies)[number];

export function urgencyOf(result: MacResult, hasPolicy: boolean): Urgency {
	const { standing, meets_policy: meets, overdue_since } = result;
	const isOverdue = overdue_since !== null;
	const isExploited = (result.exploited_missing_count ?? 0) > 0;
	if (isExploited && (isOverdue || !hasPolicy)) return 'exploited';
	if (standing === 'ended') return 'unsupported';
	if (isOverdue) return 'overdue';
	if (isExploited || (result.fixed_elsewhere_exploited_count ?? 0) > 0) return 'exploited-later';
	if (meets === false || (standing === 'behind' && meets !== true)) return 'behind';
	return (hasPolicy ? meets : standing) === null ? 'not-judged' : 'fine';
}

/**
 * Compares two results: the worse comes first; among equals what is overdue for longer, then what misses more. What Apple
 * does not list for the Mac's major version counts here alone: that does not prove that the Mac is exposed.
 */
export function worstFirst(hasPolicy: boolean): (a: MacResult, b: MacResult) => number {
	const numbersOf = (result: MacResult) => [
		-urgencies.indexOf(urgencyOf(result, hasPolicy)),
		result.days_overdue ?? -1,
		(result.exploited_missing_count ?? 0) + (result.fixed_elsewhere_exploited_count ?? 0),
		result.not_stated_exploited_count ?? 0,
		result.missing_count ?? 0,
	];
	return (a, b) => {
		const [left, right] = [numbersOf(a), numbersOf(b)];
		const at = left.findIndex((number, place) => number !== right[place]);
		return at < 0 ? 0 : right[at]! - left[at]!;
	};
}

/** The place of each result, the worst first; results that nothing distinguishes share one. */
export function placesOf(results: readonly MacResult[], hasPolicy: boolean): number[] {
	const compare = worstFirst(hasPolicy);
	const order = results.map((_, at) => at).sort((a, b) => compare(results[a]!, results[b]!));
	const places: number[] = [];
	for (const [place, at] of order.entries()) {
		const before = order[place - 1];
		const isEqual = before !== undefined && compare(results[before]!, results[at]!) === 0;
		places[at] = isEqual ? places[before]! : place;
	}
	return places;
}
