import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Rule, Verdict } from '@pointrelease/core/src/advice/policy/rule.ts';
import {
	type JudgedTime,
	type Judgement,
	RuleJudge,
	type Run,
} from '@pointrelease/core/src/advice/standing/verdict.ts';
import {
	namesNoTime,
	type VerdictRecord,
	verdictReason,
} from '@pointrelease/core/src/advice/standing/verdict-reason.ts';
import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { BoundedMap } from '@pointrelease/core/src/text/bounded-map.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { type Period, remarksOn, shownName } from './history-report.ts';
import type { SeenFleet } from './source.ts';
import { lastDayOf } from './timelines.ts';

export interface MacVerdict extends VerdictRecord {
	readonly serial: string;
	readonly name: string | null;
	readonly first_seen: string;
	/** The releases that were overdue when the Mac was first seen without them. */
	readonly arrived_without: readonly string[];
	readonly remarks: readonly string[];
}

export type VerdictCounts = Record<Verdict, number>;

/** Judges Macs of one export or of a history by a framework, as of a day. */
export class FrameworkJudge {
	readonly #framework: Framework;
	readonly #judge: RuleJudge | null;

	/** If `unranked` is `critical`, updates that the framework leaves to its reader to rank count as critical. */
	constructor(catalog: Catalog, framework: Framework, asOf: string, unranked: 'critical' | null) {
		this.#framework = framework;
		const rule = framework.rule && ranked(framework.rule, unranked);
		this.#judge = rule && new RuleJudge(catalog, rule, asOf);
	}

	judge(boards: readonly Board[], runs: readonly [Run, ...Run[]]): VerdictRecord {
		const { arrived_without: _, ...record } = this.judgeOver(boards, runs, null);
		return record;
	}

	/** Judges a Mac of a history, taking its arrival, its retirement and the period into account. */
	judgeOver(
		boards: readonly Board[],
		runs: readonly [Run, ...Run[]],
		time: JudgedTime | null,
	): VerdictRecord & Pick<MacVerdict, 'arrived_without'> {
		const [first, ...others] = this.#judge
			? boards.map((board) => this.#judge!.judge(board, runs, time))
			: [];
		const arrived_without = first?.arrivedWithout ?? [];
		return { ...this.#recordOf(boards, first, others), arrived_without };
	}

	#recordOf(
		boards: readonly Board[],
		first: Judgement | undefined,
		others: readonly Judgement[],
	): VerdictRecord {
		if (!this.#judge)
			return { verdict: 'unknown', verdict_reason: `${this.#framework.name} ${namesNoTime}.` };
		if (!first) return { verdict: 'unknown', verdict_reason: 'The model is not known.' };
		if (others.some(({ verdict }) => verdict !== first.verdict))
			return {
				verdict: 'unknown',
				verdict_reason: `${boards.length} Macs match this model, and the rule treats them differently.`,
			};
		return { verdict: first.verdict, verdict_reason: verdictReason(this.#framework, first) };
	}
}

function ranked(rule: Rule, unranked: 'critical' | null): Rule {
	return unranked === 'critical' ? { ...rule, late: 'fail' } : rule;
}

/** How many different reasons to share between Macs: a bound for hostile files. */
const mostReasons = 20_000;
const noRemarks: readonly string[] = [];

/** The verdict on each Mac of a history, and the number of each verdict. */
export function frameworkVerdicts(
	fleet: SeenFleet,
	judge: FrameworkJudge,
	period: Period,
): { verdicts: VerdictCounts; macs: MacVerdict[] } {
	const verdicts: VerdictCounts = { pass: 0, fail: 0, unknown: 0 };
	const macs = [...macVerdicts(fleet, judge, period)];
	for (const { verdict } of macs) verdicts[verdict]++;
	return { verdicts, macs };
}

/**
 * Macs with the same reason share its text. A text for each of 100,000 Macs took 120 MB more (Bun 1.4.4).
 */
function* macVerdicts(fleet: SeenFleet, judge: FrameworkJudge, period: Period): Generator<MacVerdict> {
	const reasons = new BoundedMap<string, string>(mostReasons);
	const [from, today] = [dayNumber(period.from), dayNumber(period.asOf)];
	for (const timeline of fleet.timelines()) {
		const mac = fleet.mac(timeline.mac);
		const until = lastDayOf(timeline, mac) ?? today;
		// The Mac left the fleet before the period.
		if (until < from) continue;
		const { verdict, verdict_reason, arrived_without } = judge.judgeOver(timeline.boards, timeline.runs, {
			from,
			until,
		});
		const remarks = remarksOn(timeline, mac);
		yield {
			serial: mac.serial,
			name: shownName(timeline, mac),
			verdict,
			verdict_reason: reasons.findOrMake(verdict_reason, () => verdict_reason),
			first_seen: dayOfNumber(timeline.runs[0].first),
			arrived_without,
			remarks: remarks.length > 0 ? remarks : noRemarks,
		};
	}
}
