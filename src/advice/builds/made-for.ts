import type { Board, Build } from '../../catalog/catalog.ts';

/** An update that leaves the version as it is. */
export function isUpdate({ kind }: Pick<Build, 'kind'>): boolean {
	return kind === 'security update' || kind === 'supplemental';
}

/** Whether a build is known to be for a board that runs its release. A T2 Mac is one Mac under either identifier. */
export function isMadeFor({ scope }: Pick<Build, 'scope'>, board: Board): boolean {
	if (typeof scope === 'string') return scope === 'all' || scope === board.kind;
	return scope.has(board.id) || board.twins.some((twin) => scope.has(twin));
}
