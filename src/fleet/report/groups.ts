import { compareText } from '../../catalog/identifier.ts';
import { daysBetween } from '../../text/day.ts';
import type { MacResult } from '../judging/mac-result.ts';

/** How the Macs of a group stand, under the names it is printed with. */
const noMacs = { macs: 0, current: 0, behind: 0, ended: 0, exploited: 0, meets_policy: 0, misses_policy: 0 };
export type GroupCount = { readonly label: string } & Readonly<typeof noMacs>;

/** What a Mac is listed under that has nothing in its column: no value of one, as `none` may be. */
export const noGroup = '(none)';
/** Macs are not grouped by a column with more values than this. */
const mostGroups = 2000;
const others = 'others';

/** Adds Macs up by what a column of theirs says. */
export class GroupTally {
	readonly #groups = new Map<string, typeof noMacs>();

	/** Adds a Mac, or takes one back with -1. */
	add(value: string, result: MacResult, count: 1 | -1): void {
		const label = this.#labelOf(value);
		const counts = this.#groups.get(label) ?? { ...noMacs };
		this.#groups.set(label, counts);
		counts.macs += count;
		if (result.standing !== null) counts[result.standing] += count;
		if ((result.exploited_missing_count ?? 0) > 0) counts.exploited += count;
		if (result.meets_policy === true) counts.meets_policy += count;
		if (result.meets_policy === false) counts.misses_policy += count;
	}

	/** The largest first. */
	groups(): GroupCount[] {
		return [...this.#groups]
			.filter(([, { macs }]) => macs > 0)
			.map(([label, counts]) => ({ label, ...counts }))
			.toSorted((a, b) => b.macs - a.macs || compareText(a.label, b.label));
	}

	#labelOf(value: string): string {
		const label = value || noGroup;
		return this.#groups.has(label) || this.#groups.size < mostGroups ? label : others;
	}
}

const ages = [7, 30, 90, 180, 365] as const;

/** The spans that ages are counted in, shortest first. */
export const ageLabels: readonly string[] = [...ages, null].map((_, index) => labelAt(index));

/** What Macs are listed under that get no updates. */
export const endedLabel = 'ended';

function labelAt(index: number): string {
	const from = index === 0 ? 1 : ages[index - 1]! + 1;
	return index < ages.length ? `${from} to ${ages[index]} days` : `over ${ages.at(-1)} days`;
}

function ageLabel(days: number): string {
	const index = ages.findIndex((age) => days <= age);
	return labelAt(index === -1 ? ages.length : index);
}

/** What the lists of `overdue_by_age` are called, wherever they are shown. */
export const overdueTitle = 'Time since the oldest missed deadline';

/** Under which of the lists of a summary a Mac is counted; null where it is not in a list. */
export const bucketOf = {
	version: ({ version }: MacResult) => version,
	model: ({ model_name, model }: MacResult) => model_name ?? model ?? 'no model',
	/** How long its oldest missed deadline is ago: an update that came out since may be due later, which `days_overdue` counts. */
	overdue: ({ overdue_since }: MacResult, asOf: string) =>
		overdue_since === null ? null : ageLabel(daysBetween(overdue_since, asOf)),
	/** How long the release after its own has been out. */
	behind: ({ standing, days_behind }: MacResult) =>
		standing !== 'current' && (days_behind ?? 0) > 0 ? ageLabel(days_behind!) : null,
	/** When its last updates are expected. */
	year: (answer: MacResult) => endOf(answer, (month) => month.slice(0, 4)),
	quarter: (answer: MacResult) =>
		endOf(answer, (month) => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`),
} as const satisfies Record<string, (answer: MacResult, asOf: string) => string | null>;

function endOf(
	{ ended_on, estimated_end, last_major }: MacResult,
	shown: (month: string) => string,
): string | null {
	// Of Macs that ended long ago the day is not known.
	if (ended_on !== null || (last_major !== null && estimated_end === null)) return endedLabel;
	return estimated_end === null ? null : shown(estimated_end);
}
