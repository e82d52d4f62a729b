import type {
	Catalog,
	Cve,
	ListState,
	Major,
	Release,
	SafariRelease,
	SecurityResponse,
	Support,
} from '../../catalog/catalog.ts';
import type { InstalledSafari } from '../../catalog/safari.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber, dayOfNumber, laterDay } from '../../text/day.ts';
import { type Closing, closings } from '../exposure/fixes.ts';
import { fixInSafari, offeredSafari, safariFixes } from '../exposure/safari.ts';
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

/** A release of macOS or Safari that a Mac lacks, and until when it must be installed. */
export interface Debt extends Due {
	readonly release: Release | SafariRelease;
	/** The KEV entry that requires it; null if the rule counts releases. */
	readonly cve: string | null;
	/** The first day, as a number, on which it is required. */
	readonly from: number;
	/** The day on which the KEV catalog listed the CVE, or from which the hours of the rule count; null for other limits. */
	readonly since: string | null;
}

export function isOfSafari(release: Release | SafariRelease): release is SafariRelease {
	return 'majors' in release;
}

/** `15.8.2`, or `Safari 26.5`. */
export function nameOf({ release }: Pick<Debt, 'release'>): string {
	return isOfSafari(release) ? `Safari ${release.version}` : release.version;
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
	readonly #ofSafaris = new Map<Major, Map<string, readonly Debt[]>>();

	constructor(catalog: Catalog, rule: Rule, asOf: string) {
		this.#catalog = catalog;
		this.#rule = rule;
		this.#asOf = asOf;
	}

	/** What a Mac on a version lacks or will lack of its own major, in version order; then what its Safari lacks, if it was reported. */
	of(support: Support, version: Version, safari: InstalledSafari | null = null): readonly Debt[] {
		const ofMajor = this.#ofReleases(support, version);
		return safari ? [...ofMajor, ...this.#ofSafari(support.major, safari)] : ofMajor;
	}

	#ofReleases(support: Support, version: Version): readonly Debt[] {
		const ofReleases = this.#debts.get(support.releases) ?? new Map<string, readonly Debt[]>();
		this.#debts.set(support.releases, ofReleases);
		let debts = ofReleases.get(version.canonical);
		if (!debts) {
			debts = this.#due(this.#offeredAbove(support, version));
			ofReleases.set(version.canonical, debts);
		}
		return debts;
	}

	/** A missing release of Safari counts like a missing release of macOS. */
	#ofSafari(major: Major, safari: InstalledSafari): readonly Debt[] {
		const key = `${safari.version} ${safari.bundle ?? ''}`;
		const ofMajor = this.#ofSafaris.get(major) ?? new Map<string, readonly Debt[]>();
		this.#ofSafaris.set(major, ofMajor);
		let debts = ofMajor.get(key);
		if (!debts) {
			const lacks = new Map<SafariRelease, Cve[]>();
			for (const [cve, fix] of safariFixes(this.#catalog, major, this.#asOf))
				if (fixInSafari(fix, safari, major) === 'missing')
					lacks.set(fix.install, [...(lacks.get(fix.install) ?? []), cve]);
			const above = offeredSafari(this.#catalog, major.name, this.#asOf).filter(
				(release) =>
					lacks.has(release) || (!release.isReissue && compareVersions(release.parsed, safari.parsed) > 0),
			);
			debts = this.#due(
				above.map((release) => {
					const cves = lacks.get(release) ?? [];
					return { release, cves, exploited: cves.filter(({ exploitation }) => exploitation) };
				}),
			);
			ofMajor.set(key, debts);
		}
		return debts;
	}

	#due(above: readonly Missed[]): readonly Debt[] {
		const { clock } = this.#rule;
		if (clock.kind !== 'due-date' && clock.kind !== 'risk-table') return this.#dueReleases(above, clock);
		const debts = this.#dueEntries(above, clock);
		return clock.kind === 'risk-table' ? [...debts, ...this.#unlisted(above)] : debts;
	}

	#dueReleases(above: readonly Missed[], clock: ReleaseClock): Debt[] {
		const { counts } = this.#rule;
		return above
			.filter((missed) => counts === 'releases' || this.#fixesSomething(missed))
			.map((missed) => {
				const { release, exploited } = missed;
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
					release: missed.release,
					cve: null,
					from: dayNumber(released),
					...due,
					sure: Math.min(due.sure, soonest),
					since: hoursSince,
				};
			});
	}

	#dueEntries(above: readonly Missed[], clock: Parameters<typeof dueOfEntry>[0]): Debt[] {
		return above.flatMap((missed) =>
			missed.exploited.flatMap(({ id, exploitation }): Debt[] => {
				const due = dueOfEntry(clock, exploitation!);
				const { kevAdded } = exploitation!;
				if (!due || kevAdded === null || kevAdded > this.#asOf) return [];
				const from = Math.max(dayNumber(missed.release.released), dayNumber(kevAdded));
				return [{ release: missed.release, cve: id, from, since: kevAdded, ...due }];
			}),
		);
	}

	/** Releases that fix, or may fix, CVEs that the KEV catalog does not list. */
	#unlisted(above: readonly Missed[]): Debt[] {
		const isListed = ({ exploitation }: Cve) =>
			exploitation !== null && exploitation.kevAdded !== null && exploitation.kevAdded <= this.#asOf;
		return above
			.filter(
				(missed) =>
					this.#fixesSomething(missed) && !(this.#listOf(missed) === 'listed' && missed.cves.every(isListed)),
			)
			.map((missed) => ({
				release: missed.release,
				cve: null,
				from: dayNumber(missed.release.released),
				since: null,
				...dueUnlisted(missed.release.released),
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
	#fixesSomething(missed: Missed): boolean {
		return this.#listOf(missed) !== 'none';
	}

	#listOf({ release }: Missed): ListState {
		return isOfSafari(release)
			? release.state
			: (this.#catalog.security.lists.get(release.version)?.state ?? 'unknown');
	}
}

/** A release that a Mac lacks, and the CVEs that it would fix there. */
interface Missed {
	readonly release: Release | SafariRelease;
	readonly cves: readonly Cve[];
	readonly exploited: readonly Cve[];
}
