import type { LateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { addDays, dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { isOverdueOn } from './compliance.ts';
import { type Exceptions, exceptionOf } from './exception.ts';
import { lateOn, type RememberedMac, type SeenFleet } from './source.ts';
import { lastDayOf, type SeenRun, type Timeline } from './timelines.ts';

/** How the number of overdue Macs changed within a week, and what it was in each of the twelve weeks before. */
export interface Trend {
	/** The day a week before that of the report. */
	readonly since: string;
	readonly overdue: number;
	readonly overdue_before: number;
	/** Macs that are overdue, and were not. */
	readonly newly_overdue: readonly TrendMac[];
	/** Macs that were overdue, and are not. */
	readonly done: readonly TrendMac[];
	/** Macs that were overdue, and that nothing lists any more. */
	readonly gone: readonly TrendMac[];
	/** Overdue Macs that the history does not know: it cannot tell since when. */
	readonly not_in_history: number;
	/** Oldest first; the last is the day of the report. */
	readonly weeks: readonly TrendWeek[];
}

export interface TrendMac {
	readonly serial: string;
	readonly name: string | null;
}

export interface TrendWeek {
	readonly day: string;
	/** Null if no export shows that day. */
	readonly overdue: number | null;
}

const week = 7;
const weeks = 12;

/** A Mac as the sightings until a day show it. */
export interface PastMac extends TrendMac {
	/** Its number in the history. */
	readonly number: number;
	readonly boards: readonly Board[];
	/** What it ran; its days are those of any Mac with it. */
	readonly run: SeenRun;
	/** Why it was late then; null if it was not, or if nobody knows. */
	readonly lateReason: LateReason | null;
	/** The last day of its exception; null without one. */
	readonly exceptedUntil: string | null;
	/** Its values in the columns that channels group by, if no inventory lists it; absent otherwise. */
	readonly groups?: Readonly<Record<string, string>>;
}

/** The Macs of a week ago, and the weeks before. */
export interface Past {
	readonly day: string;
	readonly macs: readonly PastMac[];
	/** The serial numbers of all Macs of the history. */
	readonly known: ReadonlySet<string>;
	/** Without the day of the report. */
	readonly weeks: readonly TrendWeek[];
	/** The Macs of the day of the report, as the history has them; empty if an inventory lists them. */
	readonly today: readonly PastMac[];
}

interface PastQuestion {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly staleDays: number;
	readonly exceptions: Exceptions;
	/** The Macs of an inventory, by serial number in capitals; null to take those of the history. */
	readonly listed: ReadonlySet<string> | null;
	/** The serial number of a Mac of the history, which may store a hash of it. */
	readonly serialOf?: (stored: string) => string;
}

/**
 * The Macs of a week ago; null if no export shows that day. What a Mac ran on a day is what the sightings until that day say, as a
 * report of that day did. A Mac that was not seen for `staleDays` counts only if it was seen later on the same
 * version, or if the inventory of today still lists it.
 */
export function readPast(fleet: SeenFleet, question: PastQuestion): Past | null {
	const { catalog, policy, staleDays, exceptions, listed, serialOf = (stored) => stored } = question;
	const today = dayNumber(policy.asOf);
	const days = Array.from({ length: weeks }, (_, at) => today - week * (weeks - at));
	const isShown = days.map((day) =>
		[...(fleet.exportDays ?? [])].some((shown) => shown <= day && day - shown <= staleDays),
	);
	if (!isShown.at(-1)) return null;
	const judge = new OverdueJudge(catalog, policy);
	const counts = days.map(() => 0);
	const macs: PastMac[] = [];
	const now: PastMac[] = [];
	const known = new Set<string>();
	/** Macs on the same version share one: for 20,000 Macs, their own would take megabytes. */
	const runs = new Map<string, SeenRun>();
	const sharedRun = (run: SeenRun): SeenRun => {
		const key = `${run.text} ${run.build ?? ''}`;
		const shared = runs.get(key) ?? run;
		runs.set(key, shared);
		return shared;
	};
	for (const timeline of fleet.timelines()) {
		const remembered = fleet.mac(timeline.mac);
		const mac = pastMac(timeline, remembered, exceptions, serialOf);
		const lastDay = lastDayOf(timeline, remembered);
		known.add(mac.serial);
		const isListed = listed?.has(mac.serial) ?? false;
		const macOn = (day: number): PastMac | null => {
			if (lastDay !== null && day > lastDay) return null;
			const run = timeline.runs.findLast(({ first }) => first <= day);
			if (!run || (!isListed && day - run.last > staleDays)) return null;
			const lateReason = lateOn(remembered, day)?.reason ?? null;
			return { ...mac, run: sharedRun(run), lateReason };
		};
		for (const [at, day] of days.entries()) {
			if (!isShown[at]) continue;
			const past = macOn(day);
			if (past && judge.isOverdue(past, dayOfNumber(day))) counts[at]!++;
			if (past && at === weeks - 1) macs.push(past);
		}
		const present = listed === null ? macOn(today) : null;
		if (present) now.push(present);
	}
	return {
		day: addDays(policy.asOf, -week),
		macs,
		known,
		weeks: days.map((day, at) => ({ day: dayOfNumber(day), overdue: isShown[at] ? counts[at]! : null })),
		today: now,
	};
}

function pastMac(
	{ mac: number, boards, runs, isShared }: Timeline,
	{ serial: stored, name }: RememberedMac,
	exceptions: Exceptions,
	serialOf: (stored: string) => string,
): PastMac {
	return {
		number,
		serial: serialOf(stored),
		name: isShared ? null : name,
		boards,
		run: runs[0],
		lateReason: null,
		exceptedUntil: exceptionOf(exceptions, stored)?.until ?? null,
	};
}

/** Whether Macs of the past had missed a deadline of a policy. */
class OverdueJudge {
	readonly #catalog: Catalog;
	readonly #policy: Policy;
	readonly #answers = new Map<string, boolean>();

	constructor(catalog: Catalog, policy: Policy) {
		this.#catalog = catalog;
		this.#policy = policy;
	}

	isOverdue({ boards, run, exceptedUntil }: PastMac, day: string): boolean {
		if (exceptedUntil !== null && day <= exceptedUntil) return false;
		const key = `${day} ${run.text} ${run.build ?? ''} ${boards.map(({ id }) => id).join()}`;
		const answer = this.#answers.get(key) ?? isOverdueOn(this.#catalog, this.#policy, boards, run, day);
		this.#answers.set(key, answer);
		return answer;
	}
}

/** A Mac of today, by its serial number in capitals; empty without one. */
export interface CurrentMac extends TrendMac {
	readonly isOverdue: boolean;
}

/** What became of the overdue Macs of a week ago. */
export function changesSince(
	{ day, macs, known }: Pick<Past, 'day' | 'macs' | 'known'>,
	{ catalog, policy, current }: Pick<PastQuestion, 'catalog' | 'policy'> & { current: Iterable<CurrentMac> },
): Omit<Trend, 'weeks'> {
	const judge = new OverdueJudge(catalog, policy);
	const before = new Map(
		macs.flatMap((mac) => (judge.isOverdue(mac, day) ? [[mac.serial, mac] as const] : [])),
	);
	const left = new Map(before);
	const [newly, done]: TrendMac[][] = [[], []];
	let [overdue, unknown] = [0, 0];
	for (const { serial, name, isOverdue } of current) {
		left.delete(serial);
		if (isOverdue) overdue++;
		if (isOverdue && !known.has(serial)) unknown++;
		else if (isOverdue && !before.has(serial)) newly!.push({ serial, name });
		else if (!isOverdue && before.has(serial)) done!.push({ serial, name });
	}
	return {
		since: day,
		overdue,
		overdue_before: before.size,
		newly_overdue: newly!,
		done: done!,
		gone: Array.from(left.values(), ({ serial, name }) => ({ serial, name })),
		not_in_history: unknown,
	};
}

/** The trend of a report, with its own Macs; without them, that of a history. */
export function trendOf(
	past: Past,
	{ catalog, policy, current }: Pick<PastQuestion, 'catalog' | 'policy'> & { current?: Iterable<CurrentMac> },
): Trend {
	const judge = new OverdueJudge(catalog, policy);
	const own = past.today.map((mac) => ({ ...mac, isOverdue: judge.isOverdue(mac, policy.asOf) }));
	const changes = changesSince(past, { catalog, policy, current: current ?? own });
	return { ...changes, weeks: [...past.weeks, { day: policy.asOf, overdue: changes.overdue }] };
}

/** `280 overdue, 310 last week; 12 new, 42 done` */
export function trendWords(trend: Omit<Trend, 'weeks'>): string {
	const { overdue, overdue_before, newly_overdue, done, gone, not_in_history } = trend;
	const changes = [
		`${grouped(newly_overdue.length)} new`,
		`${grouped(done.length)} done`,
		...(gone.length > 0 ? [`${grouped(gone.length)} no longer listed`] : []),
		...(not_in_history > 0 ? [`${grouped(not_in_history)} not in the history`] : []),
	];
	return `${grouped(overdue)} overdue, ${grouped(overdue_before)} last week; ${changes.join(', ')}`;
}
