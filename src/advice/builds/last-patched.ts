import type { Board, Release } from '../../catalog/catalog.ts';
import { isMadeFor, isUpdate } from './made-for.ts';

/**
 * The day of the last update that left the version as it is; null for a release that got none. With a board, only
 * updates that are known to be for it count.
 */
export function lastPatched({ builds, released }: Release, board: Board | null = null): string | null {
	const days = builds
		.filter((build) => isUpdate(build) && (board === null || isMadeFor(build, board)))
		.flatMap((build) => (build.released !== null && build.released > released ? [build.released] : []));
	return days.sort().at(-1) ?? null;
}
