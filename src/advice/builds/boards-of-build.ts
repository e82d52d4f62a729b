import type { Board, Build, Catalog } from '../../catalog/catalog.ts';
import { isOfferedResponse, isResponse } from '../../catalog/security-response.ts';
import { isMadeFor, isUpdate } from './made-for.ts';

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
