import type { MacResult } from '../judging/mac-result.ts';
import { countedKinds } from './mac-kinds.ts';

/** How urgent a Mac is, most urgent first: the order of all lists of Macs, in text and on the page. */
const urgencies = [
	/** Misses a fix for an exploited vulnerability, and is overdue or without a policy. */
	'exploited',
	'unsupported',
	'overdue',
	/** Only a newer major has the fix for an exploited vulnerability, or its deadline is in the future. */
	'exploited-later',
	'behind',
	'not-judged',
	'fine',
] as const;

export type Urgency = (typeof urgencies)[number];

export function urgencyOf(result: MacResult, hasPolicy: boolean): Urgency {
	const { standing, meets_policy: meets } = result;
	const isOverdue = countedKinds.overdue.has(result);
	const isExploited = countedKinds.exploited.has(result);
	if (isExploited && (isOverdue || !hasPolicy)) return 'exploited';
	if (standing === 'ended') return 'unsupported';
	if (isOverdue) return 'overdue';
	if (isExploited || countedKinds.exploited_elsewhere.has(result)) return 'exploited-later';
	if (meets === false || (standing === 'behind' && meets !== true)) return 'behind';
	return (hasPolicy ? meets : standing) === null ? 'not-judged' : 'fine';
}

/**
 * Compares two results; first comes what one should do first. Of unsupported Macs those that can be updated precede those
 * that must be replaced, then follow the one that is overdue for longer and the one that misses more. Vulnerabilities that Apple does not list for the Mac's major affect only this order, because they do not
 * prove that the Mac is exposed.
 */
export function worstFirst(hasPolicy: boolean): (a: MacResult, b: MacResult) => number {
	const numbersOf = (result: MacResult) => [
		-urgencies.indexOf(urgencyOf(result, hasPolicy)),
		Number(result.standing === 'ended' && result.recommended_version !== null),
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

/** The place of each result in the order, worst first. Equal results share a place. */
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
