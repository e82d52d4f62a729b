import type { Board, Catalog, SecurityResponse, Support } from '../../catalog/catalog.ts';
import type { InstalledSafari } from '../../catalog/safari.ts';
import { compareVersions, type Version } from '../../catalog/version.ts';
import { dayNumber } from '../../text/day.ts';
import type { SilentBecause } from '../exposure/not-stated.ts';
import { compareToRelease } from '../exposure/safari.ts';
import { silenceOf } from '../exposure/silence.ts';
import { majorDays } from '../lifecycle.ts';
import { dueOfEntry, type Rule, type Verdict } from '../policy/rule.ts';
import { type Debt, Debts, deadlineOf, dueOnArrival, isFixedBy, isOfSafari, nameOf } from './debts.ts';
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
	/** The Safari that was reported with it. */
	readonly safari?: InstalledSafari | null;
	readonly first: number;
	readonly last: number;
	/** No day of contact is known: the Mac was in an export of that day. */
	readonly isInExport?: boolean;
	/** The same for the first day. */
	readonly beganInExport?: boolean;
}

/** The reason for a verdict; the first one if there are several. */
type Because =
	/** No missing update is late. */
	| { readonly kind: 'nothing-owed'; readonly run: Run }
	/** The Mac was seen without the release after the time limit. */
	| {
			readonly kind: 'late';
			readonly run: Run;
			readonly debt: Debt;
			/** The first sighting of the Mac, if the time limit had passed by then; else null. */
			readonly arrival: Run | null;
	  }
	/** The Mac was seen without the release on a day that may or may not be in time. */
	| { readonly kind: 'maybe-late'; readonly run: Run; readonly debt: Debt }
	/** The release was installed between two sightings, of which only the first was in time. */
	| {
			readonly kind: 'in-between';
			readonly run: Run;
			readonly next: Run;
			readonly debt: Debt;
			readonly arrival: Run | null;
	  }
	/** The time limit passed after the last sighting of the Mac. */
	| { readonly kind: 'not-seen-since'; readonly run: Run; readonly debt: Debt }
	/** The major was too old when the Mac was seen with it, may have been, or became so since. */
	| { readonly kind: 'old-major'; readonly run: Run; readonly since: number }
	| { readonly kind: 'old-major-in-between'; readonly run: Run; readonly next: Run; readonly since: number }
	| { readonly kind: 'old-major-since'; readonly run: Run; readonly since: number }
	/** The KEV catalog has an entry that newer majors fix and this one does not list. */
	| {
			readonly kind: 'not-stated';
			readonly why: SilentBecause;
			/** The Safari that has the fix, if it would decide: it was not reported, or not well enough. */
			readonly safari: string | null;
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
	/** The releases that were overdue when the Mac was first seen, and that it did not have. */
	readonly arrivedWithout: readonly string[];
}

type Finding = Omit<Judgement, 'arrivedWithout'>;

/** Which days of a Mac are judged, as numbers. */
export interface JudgedTime {
	/** The first day of the period. What had to be done before it counts only if it is still missing at the end. */
	readonly from: number;
	/** The last day: that of the question, or the day on which the Mac was retired. */
	readonly until: number;
}

/** One Mac to be judged. */
interface Case extends JudgedTime {
	readonly runs: readonly [Run, ...Run[]];
	/** The first sighting; null without a history. */
	readonly arrival: Run | null;
}

/** Judges Macs by a rule, as of a day. */
export class RuleJudge {
	readonly #catalog: Catalog;
	readonly #rule: Rule;
	readonly #asOf: string;
	readonly #today: number;
	readonly #debts: Debts;
	readonly #ends = new Map<string, number | null>();

	constructor(catalog: Catalog, rule: Rule, asOf: string) {
		this.#catalog = catalog;
		this.#rule = rule;
		this.#asOf = asOf;
		this.#today = dayNumber(asOf);
		this.#debts = new Debts(catalog, rule, asOf);
	}

	/**
	 * The worst verdict over all runs. Runs are in order, and none is after the day. Without a time the runs are judged as
	 * they are, without asking when the Mac arrived.
	 */
	judge(board: Board, runs: readonly [Run, ...Run[]], time: JudgedTime | null = null): Judgement {
		const { from, until } = time ?? { from: Number.NEGATIVE_INFINITY, until: this.#today };
		const mac = { runs, from, until, arrival: time ? runs[0] : null };
		const arrivedWithout = time ? this.#arrivedWithout(board, runs) : nothing;
		let unknown: Because | null = null;
		for (const [index, run] of runs.entries()) {
			const next = runs[index + 1] ?? null;
			const support = this.#supportOf(board, run);
			if (!support) {
				if (!next || next.first > from) unknown ??= { kind: 'unknown-version', run };
				continue;
			}
			for (const finding of this.#findings(support, mac, index)) {
				if (finding.verdict === 'fail') return { ...finding, arrivedWithout };
				unknown ??= finding.because;
			}
		}
		if (unknown) return { verdict: 'unknown', because: unknown, arrivedWithout };
		const run = runs.at(-1)!;
		return this.#rule.provable
			? { verdict: 'pass', because: { kind: 'nothing-owed', run }, arrivedWithout }
			: { verdict: 'unknown', because: { kind: 'unprovable', run }, arrivedWithout };
	}

	/** Null for a beta, and for a number that is not a release of the board: they prove nothing. */
	#supportOf(board: Board, { version, build }: Run): Support | null {
		const support = version && board.support.get(version.major);
		if (!support) return null;
		const standing = standingOfVersion(this.#catalog, { version, build }, support, this.#asOf);
		return standing === 'known' || standing === 'withdrawn' ? support : null;
	}

	#arrivedWithout(board: Board, [run]: readonly [Run, ...Run[]]): readonly string[] {
		const support = this.#supportOf(board, run);
		if (!support) return nothing;
		const overdue = this.#debts
			.of(support, run.version!, run.safari)
			.filter((debt) => wasOverdue(debt, run) && !isFixedBy(run.response, debt));
		return overdue.length === 0 ? nothing : [...new Set(overdue.map(nameOf))];
	}

	/** What a run violates or leaves open, one by one: the first violation ends the judgement. */
	*#findings(support: Support, mac: Case, index: number): Generator<Finding> {
		const { runs, from, until } = mac;
		const { olderMajor } = this.#rule;
		const run = runs[index]!;
		const next = runs[index + 1] ?? null;
		const { name } = support.major;
		const end = this.#endOf(name);
		if (end !== null && olderMajor !== null && end <= until && (end >= from || !next)) {
			if (run.last >= end) yield { verdict: olderMajor, because: { kind: 'old-major', run, since: end } };
			else if (next && next.version?.major !== name && next.first >= end)
				yield { verdict: 'unknown', because: { kind: 'old-major-in-between', run, next, since: end } };
			else if (!next) yield { verdict: 'unknown', because: { kind: 'old-major-since', run, since: end } };
		}
		for (const debt of this.#debts.of(support, run.version!, run.safari)) {
			if (isFixedBy(run.response, debt) || (next && deadlineOf(debt) < from)) continue;
			const finding =
				mac.arrival && wasOverdue(debt, mac.arrival)
					? this.#onArrival(mac, index, debt)
					: this.#inTime(mac, index, debt);
			if (finding) yield finding;
		}
		if (this.#rule.counts === 'known-exploited') yield* this.#notStated(support, mac, index);
	}

	/** Whether a release that a run lacks was installed in time. */
	#inTime({ runs, until }: Case, index: number, debt: Debt): Finding | null {
		const run = runs[index]!;
		const next = runs[index + 1];
		const { late } = this.#rule;
		if (run.last > debt.possible && run.last >= debt.from)
			return { verdict: late, because: { kind: 'late', run, debt, arrival: null } };
		if (run.last > debt.sure && run.last >= debt.from)
			return { verdict: 'unknown', because: { kind: 'maybe-late', run, debt } };
		if (next)
			return hasFix(next, debt) && next.first > debt.sure
				? { verdict: 'unknown', because: { kind: 'in-between', run, next, debt, arrival: null } }
				: null;
		return until > debt.sure ? { verdict: 'unknown', because: { kind: 'not-seen-since', run, debt } } : null;
	}

	/**
	 * A release that was overdue when the Mac was first seen counts against it as long as the Mac lacks it, and no longer
	 * once it was installed within the days of the rule.
	 */
	#onArrival({ runs }: Case, index: number, debt: Debt): Finding | null {
		const [arrival] = runs;
		const installed = runs.findIndex((run) => hasFix(run, debt));
		const run = runs[index]!;
		const late: Finding = { verdict: this.#rule.late, because: { kind: 'late', run, debt, arrival } };
		// The Mac had the fix and lacks it again: it no longer gets the extra days of an arrival.
		if (installed < index) return late;
		const [last, next] = [runs[installed - 1]!, runs[installed]!];
		const { sure, possible } = dueOnArrival(debt, arrival.first);
		if (next.first <= sure) return null;
		if (last.last > possible) return late;
		return { verdict: 'unknown', because: { kind: 'in-between', run: last, next, debt, arrival } };
	}

	/** KEV entries past their due day that newer majors fix and this one does not list: nobody says whether it has them. */
	*#notStated(support: Support, { runs, from, until }: Case, index: number): Generator<Finding> {
		const run = runs[index]!;
		const next = runs[index + 1];
		const silence = silenceOf(this.#catalog, support.major, this.#asOf, run.safari);
		for (const { cve, because, safari } of silence.exploited) {
			const { id, exploitation } = cve;
			const { clock } = this.#rule;
			if (!exploitation || (clock.kind !== 'due-date' && clock.kind !== 'risk-table')) continue;
			const due = dueOfEntry(clock, exploitation)?.sure;
			if (due === undefined || (next && due < from)) continue;
			// If the next run begins by the due day, that run is judged instead.
			if (until > due && !(next && next.first <= due))
				yield {
					verdict: 'unknown',
					because: {
						kind: 'not-stated',
						why: because,
						safari: safari?.install.version ?? null,
						run,
						cve: id,
						due,
					},
				};
		}
	}

	/** The first day on which a major is too old; null while it is accepted. */
	#endOf(major: string): number | null {
		const { majors } = this.#rule;
		if (majors === null) return null;
		let end = this.#ends.get(major);
		if (end === undefined) {
			const days = majorDays(this.#catalog);
			const ofMajor = days.get(major)!;
			const newer = [...days.values()].slice(ofMajor.index + 1).map(({ number }) => number);
			end = newer.sort((a, b) => a - b)[majors - 1] ?? null;
			if (end !== null && end > this.#today) end = null;
			this.#ends.set(major, end);
		}
		return end;
	}
}

const nothing: readonly string[] = [];

/** Whether the time limit of a release had passed at the first sighting of a Mac. */
function wasOverdue(debt: Debt, { first }: Run): boolean {
	return debt.possible < first && debt.from <= first;
}

function hasFix({ version, response, safari }: Run, debt: Debt): boolean {
	const { release } = debt;
	if (isOfSafari(release))
		return !!safari && version !== null && compareToRelease(safari, release, version.major) === 'fixed';
	const isNewer = version !== null && compareVersions(version, release.parsed) >= 0;
	return isNewer || isFixedBy(response, debt);
}
