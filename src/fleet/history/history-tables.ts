import { compareVersions, parseVersion } from '../../catalog/version.ts';
import type { DayOfFleet } from './compliance.ts';
import type { Adoption } from './history-report.ts';
import type { Bounds } from './patching.ts';

/** A table over days: the names of its columns and a row for each day. */
export interface OverTime {
	readonly head: readonly string[];
	readonly rows: readonly (readonly (string | number)[])[];
}

export function policyOverTime(days: readonly DayOfFleet[]): OverTime {
	return {
		head: ['Day', 'Macs', 'Meet', 'Rate', 'Miss', 'Unknown', 'Overdue'],
		rows: days.map(({ day, macs, meets_policy, misses_policy, unknown, overdue }) => [
			day,
			macs,
			meets_policy,
			percentText(meets_policy, macs),
			misses_policy,
			unknown,
			overdue,
		]),
	};
}

/** The number of Macs on each major version, newest first. */
export function adoptionOverTime(days: readonly Adoption[]): OverTime {
	const labels = new Set(days.flatMap(({ by_major }) => by_major.map(({ label }) => label)));
	const majors = [...labels].sort((a, b) => compareVersions(parseVersion(b)!, parseVersion(a)!));
	return {
		head: ['Day', 'Macs', ...majors],
		rows: days.map(({ day, macs, by_major }) => {
			const counts = new Map(by_major.map(({ label, macs }) => [label, macs]));
			return [day, macs, ...majors.map((major) => counts.get(major) ?? 0)];
		}),
	};
}

/** `3`, `3 to 7` or `3 or more`. */
export function boundsText({ at_least, at_most }: Bounds): string {
	if (at_most === null) return `${at_least} or more`;
	return at_least === at_most ? String(at_least) : `${at_least} to ${at_most}`;
}

/** A share in whole percents, where 100% means all and 0% means none. */
export function percentText(count: number, total: number): string {
	if (total === 0) return '0%';
	const share = (count / total) * 100;
	if (count > 0 && share < 1) return 'under 1%';
	return `${count === total ? 100 : Math.min(99, Math.round(share))}%`;
}
