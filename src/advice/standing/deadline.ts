import type { Board, Catalog, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { closesExploited } from '../exposure/exposure.ts';
import { graceOf, type Policy, shortestGrace } from '../policy/policy.ts';
import { isOut, type PolicyTarget } from './policy-target.ts';

/** Until when a policy asks for its target, and since when the Mac is late. */
export interface Deadline {
	readonly targetSince: string | null;
	/** Null without a grace. */
	readonly deadline: string | null;
	/** Days until the deadline, or after it; both null where the target is met and without a deadline. */
	readonly daysLeft: number | null;
	readonly daysOverdue: number | null;
	/** The oldest deadline that was missed: a newer release does not make a late Mac less late. */
	readonly overdueSince: string | null;
	/** Whether the way to the target closes an exploited hole; null without a target. */
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
	/** The board in the major that it is on; null where it does not run it. */
	readonly support: Support | null;
	readonly version: Version;
	readonly response: SecurityResponse | null;
	readonly policy: Policy;
}

export function deadlineOf(mac: OnTheWay, target: PolicyTarget): Deadline {
	const due = dueOf(mac, target);
	if (!due) return none;
	const { since, exploited, deadline } = due;
	// Where whatever the Mac is on is new enough it cannot be late, although there is a newer release.
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

/** When a Mac is to be on the target, by the numbers of the days; null without a target. */
export function dueOf(mac: OnTheWay, { release, since }: PolicyTarget) {
	if (!release) return null;
	const meets = compareVersions(mac.version, release.parsed) >= 0;
	const exploited = !meets && exploitedUpTo(mac, release);
	const grace = graceOf(mac.policy, { exploited });
	const from = since(release);
	return { since: from, meets, exploited, deadline: grace === null ? null : from + grace };
}

/**
 * Every release above the Mac's counts that was the target on some day. One that never was came after a newer one
 * had become the target, whose deadline is no later.
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
			// With the shortest grace it is not the oldest: whether a hole is exploited makes no difference.
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
