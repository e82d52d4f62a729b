import type { Catalog, Major } from '../../catalog/catalog.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';

export const readMajors: Read<'/releases'> = (catalog) => jsonAnswer(catalog, majorList(catalog));

/** `/releases`: every major, in version order. */
export function majorList(catalog: Catalog) {
	const majors = [...catalog.majors.values()].map(majorSummary);
	return { count: majors.length, majors };
}

/** The members that a major has wherever it is listed. */
export function majorSummary(major: Major) {
	const first = major.releases[0]!;
	return {
		major: major.name,
		era: major.era,
		first_version: first.version,
		first_released: first.released,
		latest_version: major.latest.version,
		latest_released: major.latest.released,
		release_count: major.releases.length,
		board_count: major.boards.length,
	};
}
