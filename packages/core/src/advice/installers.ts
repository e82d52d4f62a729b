import type { Board, Catalog, Installer, Release } from '../catalog/catalog.ts';
import { boardsOfBuild } from './builds.ts';

/** Where a release can be had; with a board, what is for it. */
export function installersOf(catalog: Catalog, release: Release, board: Board | null): readonly Installer[] {
	if (board === null) return release.installers;
	return release.installers.filter(
		({ kind, build }) =>
			(kind !== 'restore' || (board.kind !== 'intel' && board.kind !== 't2')) &&
			(boardsOfBuild(catalog, catalog.builds.get(build)!)?.includes(board) ?? true),
	);
}

/**
 * What to install first to get a release that can only be had as an update. Null if it can be had whole, if nothing is known about it, or if no
 * earlier release of its major can be had whole.
 */
export function updateFrom(catalog: Catalog, release: Release, board: Board | null): Release | null {
	const installers = installersOf(catalog, release, board);
	if (installers.length === 0 || installers.some(isWhole)) return null;
	const { releases } = catalog.majors.get(release.major)!;
	const runs = board?.support.get(release.major)?.releases ?? releases;
	return (
		releases
			.slice(0, releases.indexOf(release))
			.findLast((earlier) => runs.includes(earlier) && installersOf(catalog, earlier, board).some(isWhole)) ??
		null
	);
}

function isWhole({ kind }: Installer): boolean {
	return kind !== 'update-only';
}
