import type { Catalog, Release } from '../../catalog/catalog.ts';
import { macsOf } from '../../names/machine-names.ts';
import { isProblem } from '../problem.ts';
import { boardInFullList } from './board-list.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';
import { releaseAsked } from './release-cves.ts';

/** `/releases/{version}/boards`: the Macs that one release is for. */
export const readReleaseBoards: Read<'/releases/{version}/boards'> = (catalog, { parameters }) => {
	const release = releaseAsked(catalog, parameters.version);
	if (isProblem(release)) return release;
	return cachedJson(catalog, `release-boards ${release.version}`, () => releaseBoards(catalog, release));
};

/** Every Mac once, in code-point order of the board that stands for it. */
export function releaseBoards(catalog: Catalog, release: Release) {
	const boards = macsOf(catalog).filter((board) =>
		board.support.get(release.major)?.releases.includes(release),
	);
	return {
		version: release.version,
		major: release.major,
		count: boards.length,
		boards: boards.map(boardInFullList),
	};
}
