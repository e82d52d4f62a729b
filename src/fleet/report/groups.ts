import { lateGroups, lateReasons } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { daysBetween } from '@pointrelease/core/src/text/day.ts';
import type { MacResult } from '../judging/mac-result.ts';
import { countedKinds } from './mac-kinds.ts';

/** The kinds that are counted for each group. */
export const groupKinds = [
	'current',
	'behind',
	'ended',
	'exploited',
	'meets_policy',
	'misses_policy',
] as const;

/** The counts of a group, under the names that the report prints. */
type GroupCounts = Record<'macs' | (typeof groupKinds)[number], number>;
const noMacs = Object.fromEntries(['macs', ...groupKinds].map((count) => [count, 0])) as GroupCounts;
export type GroupCount = { readonly label: string } & Readonly<GroupCounts>;

/** The group of Macs with an empty cell. The parentheses distinguish it from a group that is called `none`. */
export const noGroup = '(none)';
/** A column with more values is not meant for grouping: further Macs are counted under `others`. */
const mostGroups = 2000;
/** The label of everything beyond the longest list. */
export const others = 'others';

/** Counts Macs by the value of a column. */
export class GroupTally {
	readonly #groups = new Map<string, GroupCounts>();

	add(value: string, result: MacResult): void {
		const label = this.#labelOf(value);
		const counts = this.#groups.get(label) ?? { ...noMacs };
		this.#groups.set(label, counts);
		counts.macs++;
		for (const kind of groupKinds) if (countedKinds[kind].has(result)) counts[kind]++;
	}

	/** The groups, largest first. */
	groups(): GroupCount[] {
		return [...this.#groups]
			.map(([label, counts]) => ({ label, ...counts }))
			.toSorted((a, b) => b.macs - a.macs || compareText(a.label, b.label));
	}

	#labelOf(value: string): string {
		const label = value || noGroup;
		return this.#groups.has(label) || this.#groups.size < mostGroups ? label : others;
	}
}

const ages = [7, 30, 90, 180, 365] as const;

/** The labels of the age ranges, shortest first. */
export const ageLabels: readonly string[] = [...ages, null].map((_, index) => labelAt(index));

/** The label of Macs that no longer get updates. */
export const endedLabel = 'ended';

function labelAt(index: number): string {
	const from = index === 0 ? 1 : ages[index - 1]! + 1;
	return index < ages.length ? `${from} to ${ages[index]} days` : `over ${ages.at(-1)} days`;
}

function ageLabel(days: number): string {
	const index = ages.findIndex((age) => days <= age);
	return labelAt(index === -1 ? ages.length : index);
}

/** The title of `overdue_by_age`, wherever it is shown. */
export const overdueTitle = 'Time since the oldest missed deadline';

/** The title of the chart of reasons, wherever it is shown. */
export const lateTitle = 'Why Macs are late';

/** The label under which each list of a summary counts a Mac; null if the list leaves it out. */
export const bucketOf = {
	version: ({ version }: MacResult) => version,
	model: ({ model_name, model }: MacResult) => model_name ?? model ?? 'no model',
	/** By the age of its oldest missed deadline. `days_overdue` may be less: it counts from the deadline of the current target. */
	overdue: (result: MacResult, asOf: string) =>
		countedKinds.overdue.has(result) ? ageLabel(daysBetween(result.overdue_since!, asOf)) : null,
	/** By how long the release after the installed one has been out. */
	behind: ({ standing, days_behind }: MacResult) =>
		standing !== 'current' && (days_behind ?? 0) > 0 ? ageLabel(days_behind!) : null,
	/** By the group of why it is late, and by the reason itself. */
	late: ({ late_reason: reason }: MacResult) => (reason ? lateGroups[lateReasons[reason].group] : null),
	reason: ({ late_reason: reason }: MacResult) => reason ?? null,
	/** By when its last updates are expected. */
	year: (answer: MacResult) => endLabel(answer, (month) => month.slice(0, 4)),
	quarter: (answer: MacResult) =>
		endLabel(answer, (month) => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`),
} as const satisfies Record<string, (answer: MacResult, asOf: string) => string | null>;

function endLabel(
	{ ended_on, estimated_end, last_major }: MacResult,
	shown: (month: string) => string,
): string | null {
	// A last major with neither day ended so long ago that the day is unknown.
	if (ended_on !== null || (last_major !== null && estimated_end === null)) return endedLabel;
	return estimated_end === null ? null : shown(estimated_end);
}
