import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { percentText } from './bounds-text.ts';
import type { DayOfFleet } from './compliance.ts';
import type { Adoption } from './history-report.ts';

/** A table over days: the names of its columns, and a row for each day. */
export interface OverTime {
	readonly head: readonly string[];
	readonly rows: readonly (readonly (string | number)[])[];
}

export function policyOverTime(days: readonly DayOfFleet[]): OverTime {
	return {
		head: ['Day', 'Macs', 'Meet', 'Rate', 'Miss', 'Unknown', 'Overdue'],
		rows: days.map(({ day, macs, meets_policy, misses_policy, unknown, overdue }) => [
			...[day, macs, meets_policy, percentText(meets_policy, macs)],
			...[misses_policy, unknown, overdue],
		]),
	};
}

/** How many Macs were on each major version, newest first. */
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
