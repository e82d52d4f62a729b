import { isExploited } from '../../advice/exposure/exposure.ts';
import { majorDays } from '../../advice/lifecycle/major-days.ts';
import { majorLifecycle } from '../../advice/lifecycle/major-lifecycle.ts';
import type { Catalog, Release } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { macsOf } from '../../names/machine-names.ts';
import { addDays } from '../../text/day.ts';

/** Something that happened on a day; the members that do not speak of it are null. */
interface Change {
	readonly day: string;
	/** A release or an update of one came out, a Mac was introduced, a major ended, a hole is known to be exploited. */
	readonly kind: 'release' | 'update' | 'mac' | 'end' | 'exploited';
	readonly major: string | null;
	readonly version: string | null;
	readonly board_id: string | null;
	/** Of a Mac, or of an update. */
	readonly name: string | null;
	readonly cve_id: string | null;
}

const nothing = { major: null, version: null, board_id: null, name: null, cve_id: null };

/** The days that count as recent: a month of any length. */
const recentDays = 31;

/** What changed in the last 31 days, newest first. */
export function recentChanges(catalog: Catalog, today: string): Change[] {
	const since = addDays(today, -recentDays);
	const isRecent = (day: string | null): day is string => day !== null && day > since && day <= today;
	const changes: Change[] = [];
	for (const release of [...catalog.majors.values()].flatMap(({ releases }) => releases))
		changes.push(...changesOf(release, isRecent));
	for (const board of macsOf(catalog)) {
		const { id, introduced, machines } = board;
		if (isRecent(introduced || null))
			changes.push({ ...nothing, day: introduced, kind: 'mac', board_id: id, name: machines[0]!.name });
	}
	for (const { major } of majorDays(catalog).values()) {
		const ended = majorLifecycle(catalog, major.name, today)?.endedOn ?? null;
		if (isRecent(ended)) changes.push({ ...nothing, day: ended, kind: 'end', major: major.name });
	}
	for (const cve of catalog.security.cves.values()) {
		const day = cve.exploitation?.since ?? null;
		if (isRecent(day) && isExploited(cve, today))
			changes.push({ ...nothing, day, kind: 'exploited', cve_id: cve.id });
	}
	// Sorting keeps the order of what is equal: within a day releases come first, the newest of them before the others.
	return changes.reverse().sort((a, b) => compareText(b.day, a.day) || kinds[a.kind] - kinds[b.kind]);
}

const kinds: Record<Change['kind'], number> = { release: 0, update: 1, exploited: 2, end: 3, mac: 4 };

function changesOf(release: Release, isRecent: (day: string | null) => boolean): Change[] {
	const { version, major, released, builds, withdrawn } = release;
	const about = { ...nothing, version, major };
	const changes: Change[] = [];
	if (isRecent(released) && !withdrawn) changes.push({ ...about, day: released, kind: 'release' });
	const updates = builds.filter(
		({ kind, released: day }) => kind !== 'factory' && kind !== 'server' && isRecent(day) && day !== released,
	);
	for (const { released: day, name, build } of updates)
		changes.push({ ...about, day: day!, kind: 'update', name: name || build });
	return changes;
}

/** How many of the newest Macs are told. */
const newest = 8;

/** The Macs that were introduced last, newest first. */
export function newestMacs(catalog: Catalog, today: string) {
	return macsOf(catalog)
		.filter(({ introduced }) => introduced !== '' && introduced <= today)
		.sort((a, b) => compareText(b.introduced, a.introduced))
		.slice(0, newest)
		.map(({ id, machines, introduced, support }) => ({
			board_id: id,
			name: machines[0]!.name,
			introduced,
			majors: [...support.keys()],
		}));
}
