import { type LateCounts, lateReasonCodes } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { Trend } from '../history/trend.ts';
import type { MacResult } from '../judging/mac-result.ts';
import type { ExceptionLists } from './exception-lists.ts';
import { ageLabels, bucketOf, endedLabel, type GroupCount, others } from './groups.ts';
import { type CountedKind, countedKinds, type KindContext, kindEntries } from './mac-kinds.ts';
import type { OwnedMac } from './owned.ts';
import type { UnusedDays } from './unused-days.ts';

/** The number of Macs under a label. */
export interface Count {
	readonly label: string;
	readonly macs: number;
}

/** The counts of rows. */
export const noRows = {
	/** Rows of all files. */
	rows: 0,
	not_macs: 0,
	/** Rows that continue the Mac above them. */
	continuation_rows: 0,
	/** Rows about a Mac that another file has as well. */
	merged_rows: 0,
	/** Further rows with the same serial number in one file. */
	duplicates: 0,
	/** Rows whose last contact does not count: unreadable, "Never", in the future, or before the version came out. */
	unreadable_days: 0,
	/** The last contact of the first such row; null without any. */
	unreadable_day_example: null as string | null,
	/** Macs that were last seen more than `stale_days` days ago. */
	stale: 0,
	/** Whether pages of an export are missing. */
	incomplete: false,
	/** How many rows are on the missing pages, as far as the files state it. */
	missing_rows: 0,
};
export type RowCounts = typeof noRows;

interface VersionCount extends Count {
	/** How many of them meet the policy; null without a policy. */
	readonly meets_policy: number | null;
	/** How many of them have known exploited vulnerabilities that their own major or a newer one fixes. */
	readonly exposed: number;
}

export interface SafariNotReported {
	readonly macs: number;
	/** Over all of these Macs, the CVEs that their Safari would decide, and the exploited ones. */
	readonly cves: number;
	readonly exploited_cves: number;
}

/** How many Macs are of each kind, under the names that the report prints. */
type KindCounts = { readonly [Kind in keyof typeof countedKinds]: number };

export interface Summary extends RowCounts, KindCounts {
	readonly macs: number;
	/** The share of all Macs that meet the policy, from 0 to 1; null without a policy or without Macs. */
	readonly compliance_rate: number | null;
	readonly by_major: readonly VersionCount[];
	readonly by_version: readonly VersionCount[];
	readonly by_model: readonly Count[];
	readonly overdue_by_age: readonly Count[];
	/** How long the release after the installed one has been out. */
	readonly behind_by_age: readonly Count[];
	/** When the last updates are expected: the replacement plan. */
	readonly end_by_year: readonly Count[];
	readonly end_by_quarter: readonly Count[];
	/** Why Macs miss the policy: their number by the code of the reason; absent without a policy. */
	readonly late_reasons?: LateCounts;
	/** The Macs whose Safari is not known and would decide whether they have fixes, and how many of them; absent without any. */
	readonly safari_not_reported?: SafariNotReported;
	/** Columns of days that nothing used; absent without any. */
	readonly unused_days?: readonly UnusedDays[];
	/** Connections whose inventory is not in the report, because it could not be pulled completely. */
	readonly not_pulled?: readonly string[];
	/** Inventories that list only some of the Macs that they listed before. */
	readonly partial?: readonly { readonly source: string; readonly macs: number; readonly of: number }[];
	/** How many Macs the organization owns, by the list of `--owned`. */
	readonly owned?: number;
	/** Owned Macs that are in no inventory; null if the inventory is incomplete. */
	readonly not_in_inventory?: readonly OwnedMac[] | null;
	/** What was accepted for some Macs; absent without such a list. */
	readonly exceptions?: ExceptionLists;
	/** What changed within a week; absent without a history, null if it does not show the day a week before. */
	readonly trend?: Trend | null;
	/** The Macs by the value of a column; absent without grouping. */
	readonly groups?: readonly GroupCount[];
}

/** A file with more models than this has something else in its model column: further Macs are counted under `others`. */
const mostModels = 2000;

/** Adds up results, each with its number of Macs. */
export class Tally {
	#macs = 0;
	readonly #kinds = Object.fromEntries(kindEntries.map(([member]) => [member, 0])) as Record<
		CountedKind,
		number
	>;
	readonly #majors: VersionTallies = new Map();
	readonly #versions: VersionTallies = new Map();
	readonly #models = new Map<string, number>();
	readonly #overdue = ageCounts();
	readonly #behind = ageCounts();
	readonly #years = new Map<string, number>();
	readonly #quarters = new Map<string, number>();
	readonly #late = new Map<string, number>();
	readonly #safari = { macs: 0, cves: 0, exploited_cves: 0 };
	readonly #context: KindContext;

	constructor(asOf: string, hasPolicy: boolean) {
		this.#context = { asOf, hasPolicy };
	}

	add(answer: MacResult, count: number): void {
		this.#macs += count;
		for (const [member, kind] of kindEntries)
			if (kind.has(answer, this.#context)) this.#kinds[member] += count;
		if (answer.safari_not_reported_count) {
			this.#safari.macs += count;
			this.#safari.cves += count * answer.safari_not_reported_count;
			this.#safari.exploited_cves += count * (answer.safari_not_reported_exploited_count ?? 0);
		}
		if (answer.major !== null) addVersion(this.#majors, answer.major, answer, count);
		if (answer.version !== null) addVersion(this.#versions, answer.version, answer, count);
		const model = bucketOf.model(answer);
		addTo(this.#models, this.#models.has(model) || this.#models.size < mostModels ? model : others, count);
		for (const [counts, label] of [
			[this.#overdue, bucketOf.overdue(answer, this.#context.asOf)],
			[this.#behind, bucketOf.behind(answer)],
			[this.#years, bucketOf.year(answer)],
			[this.#quarters, bucketOf.quarter(answer)],
			[this.#late, answer.late_reason ?? null],
		] as const) {
			if (label !== null) addTo(counts, label, count);
		}
	}

	summary(rows: RowCounts, groups: readonly GroupCount[] | null): Summary {
		const counted = (counts: ReadonlyMap<string, number>) =>
			[...counts].map(([label, macs]) => ({ label, macs }));
		const inOrder = (counts: ReadonlyMap<string, number>) =>
			// `ended` goes before every year.
			counted(counts).toSorted((a, b) => rank(a.label) - rank(b.label) || compareText(a.label, b.label));
		const { hasPolicy } = this.#context;
		const [macs, kinds] = [this.#macs, this.#kinds];
		return {
			...rows,
			macs,
			...kinds,
			compliance_rate: hasPolicy && macs > 0 ? Number((kinds.meets_policy / macs).toFixed(4)) : null,
			by_major: this.#inVersionOrder(this.#majors),
			by_version: this.#inVersionOrder(this.#versions),
			by_model: counted(this.#models).toSorted((a, b) => b.macs - a.macs || compareText(a.label, b.label)),
			overdue_by_age: counted(this.#overdue),
			behind_by_age: counted(this.#behind),
			end_by_year: inOrder(this.#years),
			end_by_quarter: inOrder(this.#quarters),
			...(hasPolicy && { late_reasons: this.#lateReasons() }),
			...(this.#safari.macs > 0 && { safari_not_reported: this.#safari }),
			...(groups && { groups }),
		};
	}

	/** In the order of the table of reasons. */
	#lateReasons(): LateCounts {
		const present = lateReasonCodes.filter((code) => this.#late.has(code));
		return Object.fromEntries(present.map((code) => [code, this.#late.get(code)!]));
	}

	#inVersionOrder(counts: VersionTallies): VersionCount[] {
		return [...counts]
			.map(([label, { macs, meets, exposed }]) => ({
				label,
				macs,
				meets_policy: this.#context.hasPolicy ? meets : null,
				exposed,
			}))
			.toSorted((a, b) => {
				const [left, right] = [parseVersion(a.label), parseVersion(b.label)];
				return left && right ? compareVersions(right, left) : 0;
			});
	}
}

function rank(label: string): number {
	return label === endedLabel ? 0 : 1;
}

function addTo(counts: Map<string, number>, label: string, count: number): void {
	counts.set(label, (counts.get(label) ?? 0) + count);
}

type VersionTallies = Map<string, { macs: number; meets: number; exposed: number }>;

function addVersion(counts: VersionTallies, label: string, answer: MacResult, count: number): void {
	const tally = counts.get(label) ?? { macs: 0, meets: 0, exposed: 0 };
	tally.macs += count;
	if (answer.meets_policy) tally.meets += count;
	if (countedKinds.exploited.has(answer) || countedKinds.exploited_elsewhere.has(answer))
		tally.exposed += count;
	counts.set(label, tally);
}

function ageCounts(): Map<string, number> {
	return new Map(ageLabels.map((label) => [label, 0]));
}
