import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';

/** A Mac by its sightings: the days as numbers, in order, and the release on each. */
export interface SightedMac {
	readonly contacts: readonly number[];
	on(contact: number): Release;
	/** The last day in the fleet; undefined while the Mac belongs to it. */
	readonly retiredOn?: number | undefined;
}

/** Whether a Mac on a release is patched with another: by its own major, or by a newer major of that day or later. */
export function isPatchedBy(on: Release, release: Release): boolean {
	return (
		compareVersions(on.parsed, release.parsed) >= 0 &&
		(on.major === release.major || on.released >= release.released)
	);
}

/** How a Mac counts for a release, calculated from its sightings alone. */
export function roleOf({ contacts, on, retiredOn }: SightedMac, release: Release) {
	const day = dayNumber(release.released);
	if (retiredOn !== undefined && retiredOn < day) return 'none';
	const before = contacts.findLast((contact) => contact < day);
	const after = contacts.find((contact) => contact >= day);
	const majorOn = (contact: number) => on(contact).major;
	if (before === undefined) {
		if (after === undefined || majorOn(after) !== release.major) return 'none';
		return isPatchedBy(on(after), release) ? 'arrived_with' : 'arrived_without';
	}
	if (after !== undefined && majorOn(after) !== majorOn(before))
		return [majorOn(before), majorOn(after)].includes(release.major) ? 'major_uncertain' : 'none';
	return majorOn(before) === release.major ? 'macs' : 'none';
}

/** The outcome of a Mac that counts for a release, from its sightings in order. */
function shown({ contacts, on }: SightedMac, release: Release, days: number) {
	const last = dayNumber(release.released) + days;
	const hasOn = (day: number) => isPatchedBy(on(day), release);
	const first =
		contacts.find((day) => day >= dayNumber(release.released) && hasOn(day)) ?? Number.POSITIVE_INFINITY;
	const isLate = contacts.some((day) => day > last && day < first);
	return { sure: first <= last, possible: !isLate, isMissing: !hasOn(contacts.at(-1)!) };
}

/** The counts of a release, calculated from the Macs to which it was offered. */
export function countsByHand(macs: readonly SightedMac[], release: Release, days: number) {
	const roles = Map.groupBy(macs, (mac) => roleOf(mac, release));
	const sizeOf = (role: ReturnType<typeof roleOf>) => roles.get(role)?.length ?? 0;
	const each = (roles.get('macs') ?? []).map((mac) => shown(mac, release, days));
	return {
		version: release.version,
		major: release.major,
		released: release.released,
		macs: sizeOf('macs'),
		arrived_with: sizeOf('arrived_with'),
		arrived_without: sizeOf('arrived_without'),
		major_uncertain: sizeOf('major_uncertain'),
		missing_at_end: each.filter(({ isMissing }) => isMissing).length,
		patched_within: {
			days,
			at_least: each.filter(({ sure }) => sure).length,
			at_most: each.filter(({ possible }) => possible).length,
		},
	};
}
