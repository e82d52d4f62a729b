import { compareBuilds, parseBuild } from '../../catalog/build-number.ts';
import type { Board, Build, Catalog } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { isResponse } from '../../catalog/security-response.ts';
import { isMadeFor, isUpdate } from './made-for.ts';

/**
 * What a Mac with this build misses inside its version, in the order it came out: the updates after it that were
 * made for that Mac. Without a board, those made for every Mac that the build is of.
 */
export function laterUpdates(catalog: Catalog, asked: Build, board: Board | null = null): Build[] {
	// A response leaves the Mac on the build that it patches.
	const build = isResponse(asked) ? catalog.builds.get(asked.baseBuild)! : asked;
	const { builds = [] } = catalog.releases.get(build.version) ?? {};
	return builds
		.filter((update) => isUpdate(update) && follows(update, build) && concerns(catalog, update, build, board))
		.sort((a, b) => compareText(a.released ?? '', b.released ?? '') || compareBuilds(a.build, b.build));
}

/** Within one line of builds the number decides, as lists have days that cannot be; between two lines the day. */
function follows(update: Build, build: Build): boolean {
	const byNumber = compareBuilds(update.build, build.build);
	if (isSameLine(update, build) || update.released === null || build.released === null) return byNumber > 0;
	return (compareText(update.released, build.released) || byNumber) > 0;
}

function concerns(catalog: Catalog, update: Build, build: Build, board: Board | null): boolean {
	if (update.scope === 'all') return true;
	// Nobody lists these Macs: those that have a build of their own from the same line are the likely ones.
	if (update.scope === 'some') return build.scope !== 'all' && isSameLine(update, build);
	if (board) return isMadeFor(update, board);
	if (build.scope === 'some') return isSameLine(update, build);
	if (typeof build.scope === 'string') return build.scope === update.scope;
	return [...build.scope].every((id) => isMadeFor(update, catalog.boards.get(id)!));
}

/** Builds for some Macs of their own count from a thousand of their own: 17G2112, 17G2208. */
function isSameLine(a: Build, b: Build): boolean {
	const [one, other] = [parseBuild(a.build)!, parseBuild(b.build)!];
	return (
		one.train === other.train &&
		one.letter === other.letter &&
		Math.floor(one.number / 1000) === Math.floor(other.number / 1000)
	);
}
