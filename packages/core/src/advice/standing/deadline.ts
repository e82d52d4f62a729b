import type { Board, Catalog, Cve, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { addDays, dayNumber, dayOfNumber, laterDay } from '../../text/day.ts';
import { exploitedUntil } from '../exposure/exposure.ts';
import { deadlineFrom, firstDeadline, type Policy, shortestGrace } from '../policy/policy.ts';
import { type PolicyTarget, targetsSoFar } from './policy-target.ts';

/** The deadline of a policy's target, and since when the Mac is late. */
export interface Deadline {
	readonly targetSince: string | null;
	/** Null for a Mac that is at its target or above, and for a policy without grace. */
	readonly deadline: string | null;
	/** Days until the deadline; null for a Mac that is late. */
	readonly daysLeft: number | null;
	/** Days since the oldest deadline that the Mac missed. */
	readonly daysOverdue: number | null;
	/** The oldest missed deadline: a newer release does not make a late Mac less late. */
	readonly overdueSince: string | null;
	/** Whether the update to the target fixes an exploited CVE; null without a target. */
	readonly closesExploited: boolean | null;
}

export const noDeadline: Deadline = {
	targetSince: null,
	deadline: null,
	daysLeft: null,
	daysOverdue: null,
	overdueSince: null,
	closesExploited: null,
};

/** A Mac on a version, and the policy for it. */
interface AskedMac {
	readonly catalog: Catalog;
	readonly board: Board;
	/** The board in the major that it is on; null if it does not run it. */
	readonly support: Support | null;
	readonly version: Version;
	readonly response: SecurityResponse | null;
	/** The first day on which the Mac is known; absent if nobody said. */
	readonly known?: string | null;
	readonly policy: Policy;
}

export function deadlineOf(mac: AskedMac, target: PolicyTarget): Deadline {
	const { release } = target;
	if (!release) return noDeadline;
	const targetSince = dayOfNumber(target.since(release));
	if (compareVersions(mac.version, release.parsed) >= 0)
		return { ...noDeadline, targetSince, closesExploited: false };
	const { deadline, exploited } = dueOf(mac, target, release);
	const today = dayNumber(mac.policy.asOf);
	const since = overdueSince(mac, target, today);
	return {
		targetSince,
		deadline: deadline === null ? null : dayOfNumber(deadline),
		daysLeft: deadline === null || since !== null ? null : deadline - today,
		daysOverdue: since === null ? null : today - since,
		overdueSince: since === null ? null : dayOfNumber(since),
		closesExploited: exploited,
	};
}

/**
 * The day in enforcement files: the deadline or, if that has passed, tomorrow, because a day in the past restarts Macs at once.
 * With `enforceOverdue` a passed deadline stays. Null without a deadline.
 */
export function enforcedOn(deadline: string | null, asOf: string, enforceOverdue = false): string | null {
	if (deadline === null || enforceOverdue) return deadline;
	return laterDay(deadline, addDays(asOf, 1));
}

/** The day, as a number, by which a Mac below a release must be on it; null for never. */
export function dueOf(
	mac: AskedMac,
	target: PolicyTarget,
	release: Release,
): { readonly deadline: number | null; readonly exploited: boolean } {
	const since = target.since(release);
	const cves = exploitedOnTheWay(mac, release);
	const days = cves.map(({ exploitation }) => dayNumber(exploitation!.since));
	const exploitedSince = days.length === 0 ? null : Math.min(...days);
	const deadline = deadlineFrom(mac.policy, since, exploitedSince);
	const first = firstDeadline(mac.policy, mac.known ?? null);
	const isNew = deadline !== null && first !== null && first > deadline;
	return { deadline: isNew ? first : deadline, exploited: days.length > 0 };
}

/** The oldest deadline before today among the releases that were the Mac's target on some day and that it lacks. */
function overdueSince(mac: AskedMac, target: PolicyTarget, today: number): number | null {
	const { catalog, board, version, policy } = mac;
	const shortest = shortestGrace(policy);
	if (shortest === null) return null;
	let oldest = today;
	for (const release of targetsSoFar(catalog, board, version, policy)) {
		// Even with the shortest grace this deadline would not be the oldest: skip the search for exploited CVEs.
		if (target.since(release) + shortest >= oldest) continue;
		const { deadline } = dueOf(mac, target, release);
		if (deadline !== null) oldest = Math.min(oldest, deadline);
	}
	return oldest < today ? oldest : null;
}

function exploitedOnTheWay(
	{ catalog, support, version, response, policy }: AskedMac,
	target: Release,
): Cve[] {
	if (!support) return [];
	// Without its Safari: files for MDMs have one deadline for all Macs, whatever their Safari.
	return exploitedUntil(catalog, { support, running: { version, response }, target, asOf: policy.asOf });
}
