import { type ExploitedCve, isExploited } from '@pointrelease/core/src/advice/exposure/fixes.ts';
import { listedAgainOn } from '@pointrelease/core/src/advice/offered.ts';
import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { deadlineFrom, type Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dueOf, dueOfEntry } from '@pointrelease/core/src/advice/policy/rule.ts';
import type { Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayNumber, dayOfNumber, earlierDay } from '@pointrelease/core/src/text/day.ts';

/** The fixes that a release lists; null while nobody knows its list. */
interface ReleaseFixes {
	readonly count: number;
	/** Those known to be exploited on the day. */
	readonly exploited: readonly ExploitedCve[];
}

export function fixesOf({ security }: Catalog, release: Release, asOf: string): ReleaseFixes | null {
	const list = security.lists.get(release.version);
	if (!list || list.state === 'unknown') return null;
	const cves = list.fixes.flatMap(({ cve }) => security.cves.get(cve) ?? []);
	return { count: list.fixes.length, exploited: cves.filter((cve) => isExploited(cve, asOf)) };
}

/**
 * The last day to install a release on a Mac that is on its major, by the terms of a policy; null for no deadline. A Mac that
 * lacks earlier releases, or must change its major, may have another one.
 */
export function policyDue(catalog: Catalog, policy: Policy, release: Release): string | null {
	if (!policy.isStated) return null;
	const again = listedAgainOn(release, null, policy.asOf);
	const since = Math.max(
		dayNumber(release.released) + policy.deferDays,
		again === null ? 0 : dayNumber(again),
	);
	const { exploited = [] } = fixesOf(catalog, release, policy.asOf) ?? {};
	const days = exploited.map(({ exploitation }) => dayNumber(exploitation.since));
	const due = deadlineFrom(policy, since, days.length === 0 ? null : Math.min(...days));
	return due === null ? null : dayOfNumber(due);
}

/** The last day to install a release by the rule of a framework; null if the rule gives none. */
export function frameworkDue(
	catalog: Catalog,
	framework: Framework | null,
	release: Release,
	asOf: string,
): string | null {
	const rule = framework?.rule ?? null;
	const fixes = fixesOf(catalog, release, asOf);
	if (rule === null) return null;
	if (rule.clock.kind === 'due-date' || rule.clock.kind === 'risk-table') {
		const { clock } = rule;
		const dues = (fixes?.exploited ?? []).flatMap(
			({ exploitation }) => dueOfEntry(clock, exploitation) ?? [],
		);
		return dues.length === 0 ? null : dayOfNumber(Math.min(...dues.map(({ sure }) => sure)));
	}
	if (rule.counts === 'fixes' && (fixes?.count ?? 0) === 0) return null;
	const days = (fixes?.exploited ?? []).map(({ exploitation }) => exploitation.since);
	const exploitedSince = days.length === 0 ? null : days.reduce(earlierDay);
	return dayOfNumber(dueOf(rule.clock, release.released, exploitedSince).sure);
}
