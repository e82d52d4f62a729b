import { compareBuilds, parseBuild } from '../catalog/build-number.ts';
import type { Board, Build, Catalog, Release } from '../catalog/catalog.ts';
import { compareText } from '../catalog/identifier.ts';
import { isOfferedResponse, isResponse } from '../catalog/security-response.ts';

/** An update that leaves the version as it is. */
export function isUpdate({ kind }: Pick<Build, 'kind'>): boolean {
	return kind === 'security update' || kind === 'supplemental';
}

/** Whether a build is known to be for a board that runs its release. A T2 Mac is one Mac under either identifier. */
export function isMadeFor({ scope }: Pick<Build, 'scope'>, board: Board): boolean {
	if (typeof scope === 'string') return scope === 'all' || scope === board.kind;
	return scope.has(board.id) || board.twins.some((twin) => scope.has(twin));
}

/** The boards that a build was made for, in code-point order; null where no source tells. */
export function boardsOfBuild(catalog: Catalog, build: Build): readonly Board[] | null {
	const { scope, version } = build;
	if (build.kind === 'server' || scope === 'some') return null;
	const release = catalog.releases.get(version)!;
	const { boards, name } = catalog.majors.get(release.major)!;
	const running = boards.filter(({ support }) => support.get(name)!.releases.includes(release));
	if (isResponse(build)) return running.filter((board) => isOfferedResponse(build, board));
	if (scope !== 'all') return running.filter((board) => isMadeFor(build, board));
	// Every Mac can have an update; but it came with one build, and that is its own where it has one.
	if (isUpdate(build)) return running;
	const others = release.builds.filter((other) => !isUpdate(other) && other.scope !== 'all');
	if (others.some((other) => other.scope === 'some')) return null;
	return running.filter((board) => !others.some((other) => isMadeFor(other, board)));
}

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

export type FoundBuild =
	| { readonly kind: 'found'; readonly build: Build }
	| {
			readonly kind: 'unknown-build';
			readonly asked: string;
			/** What it is, where it is a build of the server edition. */
			readonly server: Build | null;
			/** Whether it is written as builds are. */
			readonly shaped: boolean;
			/** The known builds around it. */
			readonly before: Build | null;
			readonly after: Build | null;
	  };

/** The build of that number, in any letter case. */
export function findBuild(catalog: Catalog, asked: string): FoundBuild {
	const text = asked.trim();
	// The last letter, which few have, is small in nearly all of them.
	const usual = text.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase());
	const build = catalog.builds.get(usual) ?? catalog.builds.get(text.toUpperCase()) ?? null;
	if (build && build.kind !== 'server') return { kind: 'found', build };
	const shaped = parseBuild(usual) !== null;
	const around = shaped ? neighbours(catalog, usual) : { before: null, after: null };
	return { kind: 'unknown-build', asked, server: build, shaped, ...around };
}

function neighbours(catalog: Catalog, text: string): { before: Build | null; after: Build | null } {
	const builds = [...catalog.builds.values()]
		// The number of a response is above all of its train, and says nothing about its place.
		.filter((build) => build.kind !== 'server' && !isResponse(build))
		.sort((a, b) => compareBuilds(a.build, b.build));
	return {
		before: builds.findLast(({ build }) => compareBuilds(build, text) < 0) ?? null,
		after: builds.find(({ build }) => compareBuilds(build, text) > 0) ?? null,
	};
}
