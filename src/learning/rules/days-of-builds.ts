import type { Observation } from '../observation.ts';

/** Every build that is named, with the earliest day that anybody gives it; nothing where nobody gives one. */
export function daysOfBuilds(seen: readonly Observation[]): Map<string, string> {
	const days = new Map<string, string>();
	for (const { builds, date } of seen) {
		for (const build of builds) {
			const known = days.get(build) || date;
			days.set(build, (known && date && date < known ? date : known) ?? '');
		}
	}
	return days;
}
