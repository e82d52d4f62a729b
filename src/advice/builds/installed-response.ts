import { isResponseShaped } from '../../catalog/build-number.ts';
import type { Board, Release, SecurityResponse } from '../../catalog/catalog.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';

/** What a Mac says of its build and the letter after its version. */
export interface ReportedResponse {
	readonly build: string | null;
	/** The letter of `26.3.1 (a)`; null where none was reported. */
	readonly supplement?: string | null;
}

/**
 * Whether a Mac has the newest security response of its release (`latest`), an earlier one (`behind`) or one that nobody
 * knows (`unknown`). Many inventories keep the base build and no letter: then a response may be installed all the same
 * (`not-reported`).
 */
export type ResponseStanding = 'latest' | 'behind' | 'not-reported' | 'unknown';

export interface ResponseState {
	readonly installed: SecurityResponse | null;
	/** The newest that was out for the release on this Mac and was not withdrawn. */
	readonly latest: SecurityResponse | null;
	/** Null where there is none for the release on this Mac and none was reported. */
	readonly standing: ResponseStanding | null;
}

export function responseState(
	board: Board,
	release: Release | null,
	{ build, supplement = null }: ReportedResponse,
	asOf: string,
): ResponseState {
	const all = release?.responses ?? [];
	const own = all.filter((response) => isOfferedResponse(response, board));
	const latest = own.findLast(({ released, withdrawn }) => !withdrawn && released <= asOf) ?? null;
	const installed = reportedResponse([...own, ...all], { build, supplement });
	return { installed, latest, standing: standingOf(installed, latest, build, supplement) };
}

/** A letter or a build proves it, also on a Mac that no list names for it. */
export function reportedResponse(
	responses: readonly SecurityResponse[],
	{ build, supplement }: ReportedResponse,
): SecurityResponse | null {
	return (
		responses.find((response) => response.build === build) ??
		responses.find(({ letter }) => letter === supplement) ??
		null
	);
}

function standingOf(
	installed: SecurityResponse | null,
	latest: SecurityResponse | null,
	build: string | null,
	supplement: string | null,
): ResponseStanding | null {
	if (installed) return latest && installed.letter < latest.letter ? 'behind' : 'latest';
	if (supplement !== null || (build !== null && isResponseShaped(build))) return 'unknown';
	return latest ? 'not-reported' : null;
}
