import type { Catalog, Cve, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber, laterDay } from '../../text/day.ts';
import { type Closing, closings } from '../exposure/fixes.ts';
import { isOut } from '../offered.ts';
import {
	type Due,
	dueOf,
	dueOfEntry,
	dueUnlisted,
	monthAfter,
	type ReleaseClock,
	type Rule,
} from '../policy/rule.ts';

/** A release that a version lacks, and until when it must be installed. */
export interface Debt extends Due {
	readonly release: Release;
	/** The KEV entry that requires it; null if the rule counts releases. */
	readonly cve: string | null;
	/** The first day, as a number, on which it is required. */
	readonly from: number;
	/** The day on which the KEV catalog listed the CVE, or from which the hours of the rule count; null for other limits. */
	readonly since: string | null;
}

/**
 * Whether a reported response fixes the CVE of a debt. A missing response is never a debt: most inventories leave responses
 * out, so that nobody could tell.
 */
export function isFixedBy(response: SecurityResponse | null, { cve }: Debt): boolean {
	return cve !== null && response?.cves.includes(cve) === true;
}

/** The last day, as a number, that may be in time; if there is none, the last day that certainly is. */
export function deadlineOf({ sure, possible }: Due): number {
	return Number.isFinite(possible) ? possible : sure;
}

/**
 * The time limit for what was overdue when a Mac was first seen: as many days as the rule gives, counted from that day.
 */
export function dueOnArrival({ release, since, sure, possible, limit }: Debt, first: number): Due {
	const begun = since ?? release.released;
	const start = dayNumber(limit === '48-hours' ? laterDay(begun, release.released) : begun);
	const later = (day: number) => first + day - start;
	if (limit !== 'month') return { sure: later(sure), possible: later(possible), limit };
	const month = dayNumber(monthAfter(dayOfNumber(first)));
	return { sure: sure === possible ? month : later(sure), possible: month, limit };
}

/** What Macs must install by a rule, as of a day. Computed once for each version and list of releases: boards and Macs share it. */
export class Debts {
	readonly #catalog: Catalog;
	readonly #rule: Rule;
	readonly #asOf: string;
	readonly #debts = new Map<readonly Release[], Map<string, readonly Debt[]>>();

	constructor(catalog: Catalog, rule: Rule, asOf: string) {
		this.#catalog = catalog;
		this.#rule = rule;
		this.#asOf = asOf;
	}

	/** What a Mac on a version lacks or will lack of its own major, in version order. */
	of(support: Support, version: Version): readonly Debt[] {
		const ofReleases = this.#debts.get(support.releases) ?? new Map<string, readonly Debt[]>();
		this.#debts.set(support.releases, ofReleases);
		let debts = ofReleases.get(version.canonical);
		if (!debts) {
			const { clock } = this.#rule;
			const above = this.#offeredAbove(support, version);
			if (clock.kind === 'due-date' || clock.kind === 'risk-table') {
				debts = this.#dueEntries(above, clock);
				if (clock.kind === 'risk-table') debts = [...debts, ...this.#unlisted(above)];
			} else debts = this.#dueReleases(above, clock);
			ofReleases.set(version.canonical, debts);
		}
		return debts;
	}

	#dueReleases(above: readonly Closing[], clock: ReleaseClock): Debt[] {
		const { counts } = this.#rule;
		return above
			.filter(({ release }) => counts === 'releases' || this.#fixesSomething(release))
			.map(({ release, exploited }) => {
				const { released } = release;
				const since = exploited
					.map(({ exploitation }) => exploitation!.since)
					.filter((day) => day <= this.#asOf)
					.sort()[0];
				const due = dueOf(clock, released, since ?? null);
				// The vendor confirms exploitation without a day: mostly with the release, before any list does.
				const isConfirmed = exploited.some(({ exploitation }) => exploitation!.vendorSays === 'yes');
				const soonest = isConfirmed ? dueOf(clock, released, released).sure : due.sure;
				const hoursSince = due.limit === '48-hours' ? (since ?? null) : null;
				return {
					release,
					cve: null,
					from: dayNumber(released),
					...due,
					sure: Math.min(due.sure, soonest),
					since: hoursSince,
				};
			});
	}

	#dueEntries(above: readonly Closing[], clock: Parameters<typeof dueOfEntry>[0]): Debt[] {
		return above.flatMap(({ release, exploited }) =>
			exploited.flatMap(({ id, exploitation }): Debt[] => {
				const due = dueOfEntry(clock, exploitation!);
				const { kevAdded } = exploitation!;
				if (!due || kevAdded === null || kevAdded > this.#asOf) return [];
				const from = Math.max(dayNumber(release.released), dayNumber(kevAdded));
				return [{ release, cve: id, from, since: kevAdded, ...due }];
			}),
		);
	}

	/** Releases that fix, or may fix, CVEs that the KEV catalog does not list. */
	#unlisted(above: readonly Closing[]): Debt[] {
		const isListed = ({ exploitation }: Cve) =>
			exploitation !== null && exploitation.kevAdded !== null && exploitation.kevAdded <= this.#asOf;
		const isComplete = ({ version }: Release) =>
			this.#catalog.security.lists.get(version)?.state === 'listed';
		return above
			.filter(
				({ release, cves }) =>
					this.#fixesSomething(release) && !(isComplete(release) && cves.every(isListed)),
			)
			.map(({ release }) => ({
				release,
				cve: null,
				from: dayNumber(release.released),
				since: null,
				...dueUnlisted(release.released),
			}));
	}

	/** The releases above a version that the Mac was offered. No Mac is late with a release for other Macs. */
	#offeredAbove(support: Support, version: Version): readonly Closing[] {
		return closings(this.#catalog, support, this.#asOf).filter(
			({ release, isOffered }) =>
				isOffered && isOut(release, this.#asOf) && compareVersions(release.parsed, version) > 0,
		);
	}

	/** An unknown list counts as a list with fixes: without a severity the rules assume the worst. */
	#fixesSomething({ version }: Release): boolean {
		return this.#catalog.security.lists.get(version)?.state !== 'none';
	}
}
