import type { Catalog, Major } from '../../catalog/catalog.ts';
import { type MajorSupport, majorSupport } from '../../support/major-support.ts';
import type { Read } from './read.ts';
import { keptJson } from './read-answer.ts';

export const readMajors: Read<'/releases'> = (catalog, { today }) =>
	keptJson(catalog, `releases ${today}`, () => majorList(catalog, today));

/** `/releases`: every major, in version order. */
export function majorList(catalog: Catalog, today: string) {
	const majors = [...catalog.majors.values()].map((major) => majorSummary(catalog, major, today));
	return { count: majors.length, majors };
}

/** The members that a major has wherever it is listed. */
export function majorSummary(catalog: Catalog, major: Major, today: string) {
	const first = major.releases[0]!;
	return {
		major: major.name,
		era: major.era,
		/** `macOS 14`, and `Sonoma`; null for a major that had no name. */
		system_name: major.systemName,
		release_name: major.releaseName || null,
		first_version: first.version,
		first_released: first.released,
		latest_version: major.latest.version,
		latest_released: major.latest.released,
		release_count: major.releases.length,
		board_count: major.boards.length,
		...supportMembers(majorSupport(catalog, major.name, today)),
	};
}

/** How a major is supported, wherever it is listed. */
export function supportMembers(support: MajorSupport | null) {
	return {
		support: support?.state ?? null,
		ended_on: support?.endedOn ?? null,
		estimated_end: support?.estimatedEnd ?? null,
		basis: support?.basis ?? null,
	};
}
