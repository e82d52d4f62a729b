import { compareBuilds, parseBuild } from '../catalog/build-number.ts';
import type { Board, Build, Catalog, Release } from '../catalog/catalog.ts';
import { compareText } from '../catalog/identifier.ts';
import { isOfferedResponse, isResponse } from '../catalog/security-response.ts';

/** Whether a build is an update that does not change the version. */
export function isUpdate({ kind }: Pick<Build, 'kind'>): boolean {
	return kind === 'security update' || kind === 'supplemental';
}

/** Whether a build is known to be for a board that runs its release. An identifier of a T2 Mac stands for all its identifiers. */
export function isMadeFor({ scope }: Pick<Build, 'scope'>, board: Board): boolean {
	if (typeof scope === 'string') return scope === 'all' || scope === board.kind;
	return scope.has(board.id) || board.twins.some((twin) => scope.has(twin));
}

/** The boards that a build was made for, in code-point order; null if no source says. */
export function boardsOfBuild(catalog: Catalog, build: Build): readonly Board[] | null {
	const { scope, version } = build;
	if (build.kind === 'server' || scope === 'some') return null;
	const release = catalog.releases.get(version)!;
	const { boards, name } = catalog.majors.get(release.major)!;
	const running = boards.filter(({ support }) => support.get(name)!.releases.includes(release));
	if (isResponse(build)) return running.filter((board) => isOfferedResponse(build, board));
	if (scope !== 'all') return running.filter((board) => isMadeFor(build, board));
	// Every Mac can install an update. The release itself came to each Mac as one build: the Mac's special build if
	// there is one.
	if (isUpdate(build)) return running;
	const specialBuilds = release.builds.filter((other) => !isUpdate(other) && other.scope !== 'all');
	if (specialBuilds.some((other) => other.scope === 'some')) return null;
	return running.filter((board) => !specialBuilds.some((other) => isMadeFor(other, board)));
}

/**
 * The day of the last update that did not change the version; null if there was none. With a board, only updates known
 * to be for it count.
 */
export function lastPatched({ builds, released }: Release, board: Board | null = null): string | null {
	const days = builds
		.filter((build) => isUpdate(build) && (board === null || isMadeFor(build, board)))
		.flatMap((build) => (build.released !== null && build.released > released ? [build.released] : []));
	return days.sort().at(-1) ?? null;
}

/**
 * The later updates within the version of this build, oldest first: those made for the board or, without a board,
 * those made for every Mac with the build.
 */
export function laterUpdates(catalog: Catalog, buildOrResponse: Build, board: Board | null = null): Build[] {
	// A security response does not replace the build that it patches.
	const build = isResponse(buildOrResponse)
		? catalog.builds.get(buildOrResponse.baseBuild)!
		: buildOrResponse;
	const { builds = [] } = catalog.releases.get(build.version) ?? {};
	return builds
		.filter((update) => isUpdate(update) && follows(update, build) && concerns(catalog, update, build, board))
		.sort((a, b) => compareText(a.released ?? '', b.released ?? '') || compareBuilds(a.build, b.build));
}

/**
 * Whether an update came after a build. Within one line of builds the number decides, because some published days are
 * impossible; between two lines the day decides.
 */
function follows(update: Build, build: Build): boolean {
	const hasDays = update.released !== null && build.released !== null;
	const byDay = hasDays && !isSameLine(update, build) ? compareText(update.released, build.released) : 0;
	return (byDay || compareBuilds(update.build, build.build)) > 0;
}

function concerns(catalog: Catalog, update: Build, build: Build, board: Board | null): boolean {
	if (update.scope === 'all') return true;
	// No source lists these Macs. Most likely they are those with a special build of the same line.
	if (update.scope === 'some') return build.scope !== 'all' && isSameLine(update, build);
	if (board) return isMadeFor(update, board);
	if (build.scope === 'some') return isSameLine(update, build);
	if (typeof build.scope === 'string') return build.scope === update.scope;
	return [...build.scope].every((id) => isMadeFor(update, catalog.boards.get(id)!));
}

/** Whether two builds share train, letter and thousands: special builds for some Macs are numbered from 1000 up (17G2112, 17G2208). */
function isSameLine(a: Build, b: Build): boolean {
	const [first, second] = [parseBuild(a.build)!, parseBuild(b.build)!];
	return (
		first.train === second.train &&
		first.letter === second.letter &&
		Math.floor(first.number / 1000) === Math.floor(second.number / 1000)
	);
}

export type FoundBuild =
	| { readonly kind: 'found'; readonly build: Build }
	| {
			readonly kind: 'unknown-build';
			readonly text: string;
			/** The build, if it belongs to the server edition. */
			readonly server: Build | null;
			/** Whether the text has the shape of a build. */
			readonly shaped: boolean;
			/** The closest known builds. */
			readonly before: Build | null;
			readonly after: Build | null;
	  };

/** Finds a build by its number, in any letter case. */
export function findBuild(catalog: Catalog, rawText: string): FoundBuild {
	const text = rawText.trim();
	// Few builds end in a letter, and nearly always it is lower case.
	const usual = text.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase());
	const build = catalog.builds.get(usual) ?? catalog.builds.get(text.toUpperCase()) ?? null;
	if (build && build.kind !== 'server') return { kind: 'found', build };
	const shaped = parseBuild(usual) !== null;
	const around = shaped ? neighbors(catalog, usual) : { before: null, after: null };
	return { kind: 'unknown-build', text: rawText, server: build, shaped, ...around };
}

function neighbors(catalog: Catalog, text: string): { before: Build | null; after: Build | null } {
	const builds = [...catalog.builds.values()]
		// The build number of a response is above all others of its train, whenever it came out.
		.filter((build) => build.kind !== 'server' && !isResponse(build))
		.sort((a, b) => compareBuilds(a.build, b.build));
	return {
		before: builds.findLast(({ build }) => compareBuilds(build, text) < 0) ?? null,
		after: builds.find(({ build }) => compareBuilds(build, text) > 0) ?? null,
	};
}
