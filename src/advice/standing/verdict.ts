import type { Board, Catalog, Cve, Release, SecurityResponse, Support } from '../../catalog/catalog.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber } from '../../text/day.ts';
import { type Closing, closings } from '../exposure/fixes.ts';
import { type NotStatedBecause, silenceOf } from '../exposure/not-stated.ts';
import { majorDays } from '../lifecycle.ts';
import { isOut } from '../offered.ts';
import {
	type Due,
	dueOf,
	dueOfEntry,
	dueUnlisted,
	type ReleaseClock,
	type Rule,
	type Verdict,
} from '../policy/rule.ts';
import { standingOfVersion } from './version-standing.ts';

/** Consecutive sightings of a Mac on one version, with the first and last day as numbers. */
export interface Run {
	/** As it was reported. */
	readonly text: string;
	/** Null if no version could be read. */
	readonly version: Version | null;
	readonly build: string | null;
	/** The security response that was reported with it. */
	readonly response: SecurityResponse | null;
	readonly first: number;
	readonly last: number;
	/** No day of contact is known: the Mac was in an export of that day. */
	readonly isInExport?: boolean;
}

/** The reason for a verdict; the first one if there are several. */
export type Because =
	/** No missing update is late. */
	| { readonly kind: 'nothing-owed'; readonly run: Run }
	/** The Mac was seen without the release after the time limit. */
	| { readonly kind: 'late'; readonly run: Run; readonly debt: Debt }
	/** The Mac was seen without the release on a day that may or may not be in time. */
	| { readonly kind: 'maybe-late'; readonly run: Run; readonly debt: Debt }
	/** The release was installed between two sightings, of which only the first was in time. */
	| { readonly kind: 'in-between'; readonly run: Run; readonly next: Run; readonly debt: Debt }
	/** The time limit passed after the last sighting of the Mac. */
	| { readonly kind: 'not-seen-since'; readonly run: Run; readonly debt: Debt }
	/** The major was too old when the Mac was seen with it, may have been, or became so since. */
	| { readonly kind: 'old-major'; readonly run: Run; readonly since: number }
	| { readonly kind: 'old-major-in-between'; readonly run: Run; readonly next: Run; readonly since: number }
	| { readonly kind: 'old-major-since'; readonly run: Run; readonly since: number }
	/** The KEV catalog has an entry that newer majors fix and this one does not list. */
	| {
			readonly kind: 'not-stated';
			readonly why: NotStatedBecause;
			readonly run: Run;
			readonly cve: string;
			readonly due: number;
	  }
	| { readonly kind: 'unknown-version'; readonly run: Run }
	/** Versions neither disprove nor prove compliance. */
	| { readonly kind: 'unprovable'; readonly run: Run };

export interface Judgement {
	readonly verdict: Verdict;
	readonly because: Because;
}

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
 * A reported response has the fix of an entry. A missing response is not a debt: most inventories leave responses out,
 * and nobody could tell.
 */
function isFixedBy(response: SecurityResponse | null, { cve }: Debt): boolean {
	return cve !== null && response?.cves.includes(cve) === true;
}

/** Judges Macs by a rule, as of a day. What a board on a version lacks is computed once. */
export class RuleJudge {
	readonly #catalog: Catalog;
	readonly #rule: Rule;
	readonly #asOf: string;
	readonly #today: number;
	readonly #debts = new Map<readonly Release[], Map<string, readonly Debt[]>>();
	readonly #ends = new Map<string, number | null>();

	constructor(catalog: Catalog, rule: Rule, asOf: string) {
		this.#catalog = catalog;
		this.#rule = rule;
		this.#asOf = asOf;
		this.#today = dayNumber(asOf);
	}

	/** The worst verdict over all runs. Runs are in order, and none is after the day. */
	judge(board: Board, runs: readonly [Run, ...Run[]]): Judgement {
		let unknown: Because | null = null;
		for (const [index, run] of runs.entries()) {
			const support = run.version && (board.support.get(run.version.major) ?? null);
			if (!run.version || !support || !this.#isRelease(support, run.version, run.build)) {
				unknown ??= { kind: 'unknown-version', run };
				continue;
			}
			const next = runs[index + 1] ?? null;
			for (const finding of this.#findings(support, run.version, run, next)) {
				if (finding.verdict === 'fail') return finding;
				unknown ??= finding.because;
			}
		}
		if (unknown) return { verdict: 'unknown', because: unknown };
		const run = runs.at(-1)!;
		return this.#rule.provable
			? { verdict: 'pass', because: { kind: 'nothing-owed', run } }
			: { verdict: 'unknown', because: { kind: 'unprovable', run } };
	}

	/** A beta, and a number that the board has no release of, prove nothing. */
	#isRelease(support: Support, version: Version, build: string | null): boolean {
		const standing = standingOfVersion(this.#catalog, { version, build }, support, this.#asOf);
		return standing === 'known' || standing === 'withdrawn';
	}

	/** What a run violates or leaves open. */
	*#findings(support: Support, version: Version, run: Run, next: Run | null): Generator<Judgement> {
		const { late, olderMajor } = this.#rule;
		const end = this.#endOf(version.major);
		if (end !== null && olderMajor !== null) {
			if (run.last >= end) yield { verdict: olderMajor, because: { kind: 'old-major', run, since: end } };
			else if (next && next.version?.major !== version.major && next.first >= end)
				yield { verdict: 'unknown', because: { kind: 'old-major-in-between', run, next, since: end } };
			else if (!next) yield { verdict: 'unknown', because: { kind: 'old-major-since', run, since: end } };
		}
		for (const debt of this.#debtsOf(support, version)) {
			if (isFixedBy(run.response, debt)) continue;
			const isOver = run.last > debt.possible && run.last >= debt.from;
			if (isOver) yield { verdict: late, because: { kind: 'late', run, debt } };
			else if (run.last > debt.sure && run.last >= debt.from)
				yield { verdict: 'unknown', because: { kind: 'maybe-late', run, debt } };
			else if (next) {
				const isNewer = next.version && compareVersions(next.version, debt.release.parsed) >= 0;
				if ((isNewer || isFixedBy(next.response, debt)) && next.first > debt.sure)
					yield { verdict: 'unknown', because: { kind: 'in-between', run, next, debt } };
			} else if (this.#today > debt.sure)
				yield { verdict: 'unknown', because: { kind: 'not-seen-since', run, debt } };
		}
		if (this.#rule.counts === 'known-exploited') yield* this.#notStated(support, run, next);
	}

	/** Entries that newer majors fix and this one does not list, with their due day over: nobody says whether it has them. */
	*#notStated(support: Support, run: Run, next: Run | null): Generator<Judgement> {
		for (const { cve, because } of silenceOf(this.#catalog, support.major, this.#asOf).exploited) {
			const { id, exploitation } = cve;
			const { clock } = this.#rule;
			if (!exploitation || (clock.kind !== 'due-date' && clock.kind !== 'risk-table')) continue;
			const due = dueOfEntry(clock, exploitation)?.sure;
			if (due === undefined) continue;
			// If the next run begins by the due day, that run is judged instead.
			if (this.#today > due && !(next && next.first <= due))
				yield { verdict: 'unknown', because: { kind: 'not-stated', why: because, run, cve: id, due } };
		}
	}

	/** The first day on which a major is too old; null while it is accepted. */
	#endOf(major: string): number | null {
		const { majors } = this.#rule;
		if (majors === null) return null;
		let end = this.#ends.get(major);
		if (end === undefined) {
			const days = majorDays(this.#catalog);
			const own = days.get(major)!;
			const newer = [...days.values()].slice(own.index + 1).map(({ number }) => number);
			end = newer.sort((a, b) => a - b)[majors - 1] ?? null;
			if (end !== null && end > this.#today) end = null;
			this.#ends.set(major, end);
		}
		return end;
	}

	/** What a Mac on a version lacks or will lack of its own major, in version order. */
	#debtsOf(support: Support, version: Version): readonly Debt[] {
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
				const isSaid = exploited.some(({ exploitation }) => exploitation!.vendorSays === 'yes');
				const soonest = isSaid ? dueOf(clock, released, released).sure : due.sure;
				const hoursSince = due.limit === '48-hours' ? (since ?? null) : null;
				return {
					...{ release, cve: null, from: dayNumber(released), ...due },
					...{ sure: Math.min(due.sure, soonest), since: hoursSince },
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
				...{ release, cve: null, from: dayNumber(release.released), since: null },
				...dueUnlisted(release.released),
			}));
	}

	/** What the Mac was offered above a version. Nobody is late with a release for other Macs. */
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
