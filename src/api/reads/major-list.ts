import { isExploited } from '../../advice/exposure/exposure.ts';
import { firstFixes } from '../../advice/exposure/first-fixes.ts';
import { type MajorLifecycle, majorLifecycle } from '../../advice/lifecycle/major-lifecycle.ts';
import type { Catalog, Major, Support } from '../../catalog/catalog.ts';
import { articleOf } from './article.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';
import { newestMacs, recentChanges } from './recent-changes.ts';

export const readMajors: Read<'/releases'> = (catalog, { today }) =>
	cachedJson(catalog, `releases ${today}`, () => majorList(catalog, today));

/** `/releases`: every major, in version order, with what is new: everything that a start page tells. */
export function majorList(catalog: Catalog, today: string) {
	const majors = [...catalog.majors.values()].map((major) => majorSummary(catalog, major, today));
	return {
		count: majors.length,
		as_of: today,
		majors,
		newest_macs: newestMacs(catalog, today),
		recent: recentChanges(catalog, today),
	};
}

/** The members that a major has wherever it is listed. */
/** What a major is, and its first and latest release, or those that a board runs. */
export function majorMembers({
	major,
	first,
	latest,
	releases,
}: Pick<Support, 'major' | 'first' | 'latest' | 'releases'>) {
	return {
		major: major.name,
		era: major.era,
		/** `macOS 14`, and `Sonoma`; null for a major that had no name. */
		system_name: major.systemName,
		release_name: major.releaseName || null,
		first_version: first.version,
		first_released: first.released,
		latest_version: latest.version,
		latest_released: latest.released,
		release_count: releases.length,
	};
}

export function majorSummary(catalog: Catalog, major: Major, today: string) {
	const support = majorLifecycle(catalog, major.name, today);
	const endedOn = support?.endedOn;
	return {
		...majorMembers({ major, first: major.releases[0]!, latest: major.latest, releases: major.releases }),
		board_count: major.boards.length,
		...supportMembers(support),
		...fixMembers(catalog, major, today),
		/** What came out after its end: exceptions, which do not make it maintained. */
		late_releases: endedOn
			? major.releases
					.filter(({ released, withdrawn }) => released > endedOn && !withdrawn)
					.map(({ version, released }) => ({ version, released }))
			: [],
	};
}

/** What its latest release fixes, and how many exploited holes all of them closed; null where no list is known. */
function fixMembers(catalog: Catalog, major: Major, today: string) {
	const list = catalog.security.lists.get(major.latest.version);
	const known = list !== undefined && list.state !== 'unknown';
	const first = firstFixes(catalog, major);
	const exploited = [...first.keys()].filter((cve) => isExploited(cve, today));
	return {
		latest_cve_count: known ? list.fixes.length : null,
		latest_exploited_count: known
			? exploited.filter(({ id }) => list.fixes.some(({ cve }) => cve === id)).length
			: null,
		latest_security_article: articleOf(list?.article ?? ''),
		exploited_closed: first.size > 0 ? exploited.length : null,
	};
}

/** How a major is supported, wherever it is listed. */
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
