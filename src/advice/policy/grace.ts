import type { Policy } from './policy.ts';

/** What a deadline depends on beside the policy. */
export interface Circumstances {
	/** The way to the target closes a hole that attackers use. */
	readonly exploited: boolean;
}

/** All there are. */
const every: readonly Circumstances[] = [{ exploited: false }, { exploited: true }];

/**
 * Days from when a release became the target to its deadline; null for no deadline. Everything that a term of a policy does
 * to a deadline it does here: `/advice`, the report on a fleet and all formats that are enforced follow.
 */
export function graceOf(
	{ graceDays, exploitedGraceDays }: Policy,
	{ exploited }: Circumstances,
): number | null {
	if (!exploited || exploitedGraceDays === null) return graceDays;
	// Exploited holes never wait longer than others.
	return graceDays === null ? exploitedGraceDays : Math.min(graceDays, exploitedGraceDays);
}

/** The least that the policy gives anybody; null where it gives no deadline at all. */
export function shortestGrace(policy: Policy): number | null {
	const graces = every.map((each) => graceOf(policy, each)).filter((grace) => grace !== null);
	return graces.length === 0 ? null : Math.min(...graces);
}
