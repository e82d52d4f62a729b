import type { Board, Catalog, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { closesExploited } from '../exposure/exposure.ts';
import { graceOf, type Policy, shortestGrace } from '../policy/policy.ts';
import { isOut, type PolicyTarget } from './policy-target.ts';

/** The deadline of a policy's target, and since when the Mac is late. */
export interface Deadline {
	readonly targetSince: string | null;
	/** Null if the policy has no grace. */
	readonly deadline: string | null;
	/** Days until or after the deadline; both null if the target is met or there is no deadline. */
	readonly daysLeft: number | null;
	readonly daysOverdue: number | null;
	/** The oldest missed deadline: a newer release does not make a late Mac less late. */
	readonly overdueSince: string | null;
	/** Whether the update fixes an exploited vulnerability; null without a target. */
	readonly closesExploited: boolean | null;
}

const none: Deadline = {
	targetSince: null,
	deadline: null,
	daysLeft: null,
	daysOverdue: null,
	overdueSince: null,
	closesExploited: null,
};

export interface OnTheWay {
	readonly catalog: Catalog;
	readonly board: Board;
	/** The board's support for its current major; null if it does not run it. */
	readonly support: Support | null;
	readonly version: Version;
	readonly response: SecurityResponse | null;
	readonly policy: Policy;
}

export function deadlineOf(mac: OnTheWay, target: PolicyTarget): Deadline {
	const due = dueOf(mac, target);
	if (!due) return none;
	const { since, exploited, deadline } = due;
	// A Mac cannot be late if the policy accepts everything that it runs, even if there is a newer release.
	const meets = due.meets || target.anything;
	const today = dayNumber(mac.policy.asOf);
	const late = meets || deadline === null ? null : today - deadline;
	return {
		targetSince: dayOfNumber(since),
		deadline: deadline === null ? null : dayOfNumber(deadline),
		daysLeft: late !== null && late <= 0 ? Math.abs(late) : null,
		daysOverdue: late !== null && late > 0 ? late : null,
		overdueSince: meets ? null : overdueSince(mac, target, today),
		closesExploited: exploited,
	};
}

/** The deadline of the target, as numbers of days; null without a target. */
export function dueOf(mac: OnTheWay, { release, since }: PolicyTarget) {
	if (!release) return null;
	const meets = compareVersions(mac.version, release.parsed) >= 0;
	const exploited = !meets && exploitedUpTo(mac, release);
	const grace = graceOf(mac.policy, { exploited });
	const from = since(release);
	return { since: from, meets, exploited, deadline: grace === null ? null : from + grace };
}

/**
 * Considers every release above the Mac's version that was ever the target. A release that never was the target came
 * after a newer one, whose deadline is not later.
 */
function overdueSince(mac: OnTheWay, { since }: PolicyTarget, today: number): string | null {
	const { board, version, policy } = mac;
	const shortest = shortestGrace(policy);
	if (shortest === null) return null;
	let oldest = today;
	for (const { releases, offered } of board.support.values()) {
		if (compareVersions(releases.at(-1)!.parsed, version) <= 0) continue;
		for (const release of offered) {
			if (!isOut(release, policy.asOf) || policy.exclude.includes(release.version)) continue;
			if (compareVersions(release.parsed, version) <= 0) continue;
			const from = since(release);
			// Even the shortest grace gives no older deadline: exploitation makes no difference.
			if (from + shortest >= oldest) continue;
			const grace = graceOf(policy, { exploited: exploitedUpTo(mac, release) });
			if (grace !== null) oldest = Math.min(oldest, from + grace);
		}
	}
	return oldest < today ? dayOfNumber(oldest) : null;
}

function exploitedUpTo(mac: OnTheWay, target: Release): boolean {
	const { catalog, support, policy } = mac;
	return support !== null && closesExploited(catalog, { support, running: mac, target, asOf: policy.asOf });
}
