import type { Board, Build, SecurityResponse } from './catalog.ts';
import type { ResponseRow } from './tables/security-tables.ts';

const kindNames = { bsi: 'Background Security Improvement', rsr: 'Rapid Security Response' } as const;

export function responseOf(row: ResponseRow): SecurityResponse {
	const { letter, build, kind, released, boards, cves, article, withdrawn, confidence, sources, note } = row;
	const label = `${row.version.canonical} (${letter})`;
	return {
		build,
		version: row.version.canonical,
		released,
		kind,
		name: `${kindNames[kind]} ${label}`,
		scope: boards[0] === 'all' ? 'all' : new Set(boards),
		sources,
		note,
		letter,
		label,
		baseBuild: row.base_build,
		except: new Set(row.except),
		cves,
		article,
		supersededBy: row.superseded_by?.canonical ?? null,
		withdrawn,
		confidence,
	};
}

export function isResponse(build: Build): build is SecurityResponse {
	return build.kind === 'bsi' || build.kind === 'rsr';
}

/** Whether a response was offered to a board that runs its release. An identifier of a T2 Mac stands for all its identifiers. */
export function isOfferedResponse({ scope, except }: SecurityResponse, { id, twins }: Board): boolean {
	const names = (boards: ReadonlySet<string>) => boards.has(id) || twins.some((twin) => boards.has(twin));
	return (scope === 'all' || names(scope)) && !names(except);
}
