import type { LateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { dayNumber, dayOfNumber, yearBefore } from '@pointrelease/core/src/text/day.ts';
import { noGroup, others } from '../report/groups.ts';
import { type PolicyRecord, policyRecord } from '../report/report.ts';
import { ComplianceTally, type DayOfFleet, daysToShow } from './compliance.ts';
import { type Exceptions, exceptionOf } from './exception.ts';
import { PatchTally, type ReleasePatching } from './patching.ts';
import { lateOn, type RememberedMac, type SeenFleet } from './source.ts';
import { lastDayOf, type SeenRun, type Timeline } from './timelines.ts';
import { readPast, type Trend, trendOf } from './trend.ts';

/** The first and the last day of a question to a history. */
export interface Period {
	readonly from: string;
	readonly asOf: string;
}

/** The default period is the year before `asOf`. */
export function periodOf(from: string | undefined, asOf: string): Period {
	return { from: from ?? yearBefore(asOf), asOf };
}

/** A question to a history. */
interface HistoryQuestion {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** The first day of the period; the default is a year before its last day, which is the day of the policy. */
	readonly from?: string | undefined;
	/** The days within which Macs must get a release. */
	readonly within: number;
	readonly staleDays: number;
	/** The column to group by. */
	readonly groupBy: string | null;
	/** What was accepted for some Macs; nothing unless given. */
	readonly exceptions?: Exceptions;
}

/** The default of `within`. */
export const usualWithin = 14;

/** Which Macs were patched when, and the state of the fleet over time. */
export interface HistoryAnswer {
	readonly macs_seen: number;
	readonly releases: readonly ReleasePatching[];
	/** Empty without a policy. */
	readonly compliance: readonly DayOfFleet[];
	/** The number of Macs on each major version over time. */
	readonly adoption: readonly Adoption[];
}

export interface Adoption {
	readonly day: string;
	readonly macs: number;
	readonly by_major: DayOfFleet['by_major'];
}

/** A Mac in a list of the history. */
interface ListedMac {
	readonly serial: string;
	readonly name: string | null;
	readonly last_seen: string;
}

/** A late Mac, with the reason and the first day on which it was seen with it. */
interface LateMac extends ListedMac {
	readonly late_reason: LateReason;
	readonly since: string;
}

/** A retired Mac, with the last day on which it counts. */
interface RetiredMac extends ListedMac {
	readonly retired_on: string;
	readonly reason: string | null;
}

export interface HistoryRecord extends HistoryAnswer {
	readonly from: string;
	readonly as_of: string;
	readonly data_version: string;
	/** The version of the rules that verdicts follow. */
	readonly rules: number;
	/** The first and the last day with a sighting; null for an empty history. */
	readonly first_seen: string | null;
	readonly last_seen: string | null;
	readonly policy: PolicyRecord | null;
	readonly group_by: string | null;
	readonly groups: readonly (HistoryAnswer & { readonly label: string })[];
	/** Absent without a policy, and if no export shows the day a week before. */
	readonly trend?: Trend;
	readonly stale_days: number;
	/** Macs that were not seen for more than `stale_days` days, oldest first. Somebody may have to retire them. */
	readonly not_seen_since: readonly (ListedMac & { readonly version: string })[];
	/** Macs that were late when they were last judged, with the reason and since when it holds, the longest first. Absent without any. */
	readonly late?: readonly LateMac[];
	/** Macs that were retired in the period, in the order of days. */
	readonly retired: readonly RetiredMac[];
	/** Macs that were seen again after they had been retired: they count as before. */
	readonly returned: readonly RetiredMac[];
}

/** A column with more values is not meant for grouping: further Macs are counted under `others`. */
const mostGroups = 60;

/** Answers a question to a history. */
export function historyRecord(fleet: SeenFleet, asked: HistoryQuestion): HistoryRecord {
	const question = { ...asked, from: periodOf(asked.from, asked.policy.asOf).from };
	const { catalog, policy, from, groupBy, staleDays } = question;
	const seen = [...fleet.days].sort((a, b) => a - b);
	const all = new Answers(question, seen);
	const groups = new Map<string, Answers>();
	const lists = new MacLists(question);
	for (const timeline of fleet.timelines()) {
		const mac = fleet.mac(timeline.mac);
		const lastDay = lastDayOf(timeline, mac);
		if (lastDay !== null && lastDay < dayNumber(from)) continue;
		lists.add(timeline, mac);
		const { until = null } = (asked.exceptions && exceptionOf(asked.exceptions, mac.serial)) ?? {};
		const exceptedUntil = until === null ? null : dayNumber(until);
		all.add(timeline, lastDay, exceptedUntil);
		if (groupBy === null) continue;
		const wanted = mac.group || noGroup;
		const label = groups.has(wanted) || groups.size < mostGroups ? wanted : others;
		const group = groups.get(label) ?? new Answers(question, seen);
		groups.set(label, group);
		group.add(timeline, lastDay, exceptedUntil);
	}
	const { exceptions = new Map() } = asked;
	const past = policy.isStated
		? readPast(fleet, { catalog, policy, staleDays, exceptions, listed: null })
		: null;
	return {
		from,
		as_of: policy.asOf,
		data_version: catalog.dataVersion,
		rules: rulesVersion,
		first_seen: seen.length > 0 ? dayOfNumber(seen[0]!) : null,
		last_seen: seen.length > 0 ? dayOfNumber(seen.at(-1)!) : null,
		policy: policyRecord(policy),
		...all.answer(),
		group_by: groupBy,
		groups: [...groups]
			.map(([label, answers]) => ({ label, ...answers.answer() }))
			.toSorted((a, b) => b.macs_seen - a.macs_seen || compareText(a.label, b.label)),
		...(past && { trend: trendOf(past, { catalog, policy }) }),
		stale_days: staleDays,
		...lists.sorted(),
	};
}

/** Lists the Macs that need attention: not seen for long, retired, or seen again after their retirement. */
class MacLists {
	readonly #today: number;
	readonly #staleDays: number;
	readonly #silent: HistoryRecord['not_seen_since'][number][] = [];
	readonly #retired: RetiredMac[] = [];
	readonly #returned: RetiredMac[] = [];
	readonly #late: LateMac[] = [];

	constructor({ policy, staleDays }: HistoryQuestion) {
		this.#today = dayNumber(policy.asOf);
		this.#staleDays = staleDays;
	}

	add(timeline: Timeline, mac: RememberedMac): void {
		const run = timeline.runs.at(-1)!;
		const listed = {
			serial: mac.serial,
			name: shownName(timeline, mac),
			last_seen: dayOfNumber(run.last),
		};
		const { retired } = mac;
		if (retired) {
			const { on, reason } = retired;
			const isBack = lastDayOf(timeline, mac) === null;
			const list = isBack ? this.#returned : this.#retired;
			list.push({ ...listed, retired_on: dayOfNumber(on), reason });
			if (!isBack) return;
		}
		const late = lateOn(mac, this.#today);
		if (late) this.#late.push({ ...listed, late_reason: late.reason, since: dayOfNumber(late.since) });
		if (this.#today - run.last > this.#staleDays) this.#silent.push({ ...listed, version: run.text });
	}

	sorted(): Pick<HistoryRecord, 'not_seen_since' | 'late' | 'retired' | 'returned'> {
		const bySerial = (a: ListedMac, b: ListedMac) => compareText(a.serial, b.serial);
		const byDay = (a: RetiredMac, b: RetiredMac) => compareText(a.retired_on, b.retired_on) || bySerial(a, b);
		return {
			not_seen_since: this.#silent.sort((a, b) => compareText(a.last_seen, b.last_seen) || bySerial(a, b)),
			...(this.#late.length > 0 && {
				late: this.#late.sort((a, b) => compareText(a.since, b.since) || bySerial(a, b)),
			}),
			retired: this.#retired.sort(byDay),
			returned: this.#returned.sort(byDay),
		};
	}
}

type PeriodQuestion = HistoryQuestion & { readonly from: string };

class Answers {
	readonly #question: PeriodQuestion;
	readonly #patching: PatchTally;
	readonly #compliance: ComplianceTally;
	#macs = 0;

	constructor(question: PeriodQuestion, seen: readonly number[]) {
		const { catalog, policy, from, staleDays } = question;
		const days = daysToShow(new Set(seen), dayNumber(policy.asOf), dayNumber(from));
		this.#question = question;
		this.#patching = new PatchTally(catalog, { from, asOf: policy.asOf });
		this.#compliance = new ComplianceTally(catalog, policy, days, staleDays);
	}

	add(timeline: Timeline, lastDay: number | null, exceptedUntil: number | null): void {
		this.#macs++;
		this.#patching.add(timeline, lastDay);
		this.#compliance.add(timeline, lastDay, exceptedUntil);
	}

	answer(): HistoryAnswer {
		const { policy, within } = this.#question;
		const days = this.#compliance.days();
		return {
			macs_seen: this.#macs,
			releases: this.#patching.releases(within),
			compliance: policy.isStated ? days : [],
			adoption: days.map(({ day, macs, by_major }) => ({ day, macs, by_major })),
		};
	}
}

/** The name of a Mac; null if several Macs report its serial number, because then nobody can tell whose name it is. */
export function shownName({ isShared }: Timeline, { name }: RememberedMac): string | null {
	return isShared ? null : name;
}

/** Sentences about odd things in a Mac's history. */
export function remarksOn(timeline: Timeline, mac: RememberedMac): string[] {
	const { runs, isShared } = timeline;
	const { name, renamed, retired } = mac;
	const remarks = isShared ? ['Several Macs report this serial number.'] : [];
	if (renamed && !isShared)
		remarks.push(
			`Called ${JSON.stringify(renamed.before)} before ${dayOfNumber(renamed.on)}, then ${JSON.stringify(name)}: it may have changed hands.`,
		);
	const wentBack = runs.findIndex(
		(run, index) => index > 0 && run.rank >= 0 && run.rank < runs[index - 1]!.rank,
	);
	if (wentBack > 0) {
		const [before, after] = [runs[wentBack - 1] as SeenRun, runs[wentBack] as SeenRun];
		remarks.push(
			`Went back from ${before.text} to ${after.text} between ${dayOfNumber(before.last)} and ${dayOfNumber(after.first)}: it was wiped, restored or downgraded.`,
		);
	}
	if (retired) {
		const why = retired.reason === null ? '' : ` (${retired.reason})`;
		const on = `Retired on ${dayOfNumber(retired.on)}${why}`;
		const again = runs.find(({ last }) => last > retired.on);
		remarks.push(
			again
				? `${on}, and seen again on ${dayOfNumber(again.first > retired.on ? again.first : again.last)}: it counts as before.`
				: `${on}: it counts until that day.`,
		);
	}
	return remarks;
}
