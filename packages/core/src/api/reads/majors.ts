import { firstFixes, isExploited } from '../../advice/exposure/fixes.ts';
import { type MajorLifecycle, majorDays, majorLifecycle } from '../../advice/lifecycle.ts';
import { latestOfMajor } from '../../advice/offered.ts';
import type { Catalog, Major, Release, Support } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { macsOf } from '../../catalog/lookup.ts';
import { addDays } from '../../text/day.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { readKnown } from './query.ts';
import { articleOf, jsonAnswer, type Read } from './read.ts';

export const readMajors: Read<'/releases', 'MajorList'> = (catalog, request) => {
	const known = readKnown(catalog, request);
	return isProblem(known) ? known : jsonAnswer(majorList(known.catalog, known.today));
};

/** `/releases`: every major, in version order, with recent changes: everything for a start page. */
export function majorList(catalog: Catalog, today: string): Shapes['MajorList'] {
	const majors = [...catalog.majors.values()].map((major) => majorSummary(catalog, major, today));
	return {
		count: majors.length,
		as_of: today,
		majors,
		newest_macs: newestMacs(catalog, today),
		recent: recentChanges(catalog, today),
	};
}

/** The members of a major in every list, with its first and latest release, or with those of a board. */
export function majorMembers({
	major,
	first,
	latest,
	releases,
}: Pick<Support, 'major' | 'first' | 'latest' | 'releases'>) {
	return {
		major: major.name,
		era: major.era,
		/** `macOS 14` and `Sonoma`; null if the major had no name. */
		system_name: major.systemName,
		release_name: major.releaseName || null,
		first_version: first.version,
		first_released: first.released,
		latest_version: latest.version,
		latest_released: latest.released,
		release_count: releases.length,
	};
}

export function majorSummary(catalog: Catalog, major: Major, today: string): Shapes['MajorSummary'] {
	const support = majorLifecycle(catalog, major.name, today);
	const endedOn = support?.endedOn;
	const latest = latestOfMajor(major, today);
	return {
		...majorMembers({ major, first: major.releases[0]!, latest, releases: major.releases }),
		board_count: major.boards.length,
		...supportMembers(support),
		...fixMembers(catalog, major, today),
		/** Releases after the end of support: exceptions, which do not make the major maintained. */
		late_releases: endedOn
			? major.releases
					.filter(({ released, withdrawn }) => released > endedOn && !withdrawn)
					.map(({ version, released }) => ({ version, released }))
			: [],
	};
}

/**
 * What the latest release fixes, and how many exploited vulnerabilities all of them fixed; null if no list is known.
 */
function fixMembers(catalog: Catalog, major: Major, today: string) {
	const list = catalog.security.lists.get(latestOfMajor(major, today).version);
	const hasList = list !== undefined && list.state !== 'unknown';
	const first = firstFixes(catalog, major);
	const exploited = [...first.keys()].filter((cve) => isExploited(cve, today));
	return {
		latest_cve_count: hasList ? list.fixes.length : null,
		latest_exploited_count: hasList
			? exploited.filter(({ id }) => list.fixes.some(({ cve }) => cve === id)).length
			: null,
		latest_security_article: articleOf(list?.article ?? ''),
		exploited_closed: first.size > 0 ? exploited.length : null,
	};
}

/** The lifecycle members of a major in every list. */
export function supportMembers(support: MajorLifecycle | null) {
	return {
		support: support?.state ?? null,
		ended_on: support?.endedOn ?? null,
		estimated_end: support?.estimatedEnd ?? null,
		basis: support?.basis ?? null,
		/** The day of its last known build or release. */
		last_update: support?.lastUpdate ?? null,
	};
}

type Change = Shapes['RecentChange'];

const nothing = { major: null, version: null, board_id: null, name: null, cve_id: null };

/** How many days count as recent: at least a month. */
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
	// Sorting is stable: within a day releases come first, the newest on top.
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

/** How many of the newest Macs are listed. */
const newest = 8;

/** The Macs that were introduced last, newest first. */
export function newestMacs(catalog: Catalog, today: string): readonly Shapes['NewMac'][] {
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
