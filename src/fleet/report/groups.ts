import type { MacResult } from '../judging/mac-result.ts';

/** How the Macs of a group stand, under the names it is printed with. */
const noMacs = { macs: 0, current: 0, behind: 0, ended: 0, exploited: 0, meets_policy: 0, misses_policy: 0 };
export type GroupCount = { readonly label: string } & Readonly<typeof noMacs>;

/** What a Mac is listed under that has nothing in its column: no value of one, as `none` may be. */
export const noGroup = '(none)';
/** A column with more values than this is no column of groups. */
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
			.toSorted((a, b) => b.macs - a.macs || (a.label < b.label ? -1 : 1));
	}

	#labelOf(value: string): string {
		const label = value || noGroup;
		return this.#groups.has(label) || this.#groups.size < mostGroups ? label : others;
	}
}
