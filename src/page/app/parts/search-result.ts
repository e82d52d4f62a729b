import {
	cveAddress,
	macAddress,
	majorAddress,
	releaseAddress,
	runsAddress,
	searchAddress,
} from '../address.ts';
import type { SearchRecord } from '../service/records.ts';

export type SearchResult = SearchRecord['results'][number];

/** The address of a result; null for a Mac without a known number, which has no page. */
export function addressOf(result: SearchResult): string | null {
	if (result.kind === 'mac') {
		if (result.board_id === null) return null;
		const { board_id: board, machine, version, asked_major: major } = result;
		return version === null && major !== null
			? runsAddress(board, machine, major)
			: macAddress(board, machine, version);
	}
	if (result.kind === 'cve') return cveAddress(result.cve_id, result.board_id, result.version);
	if (result.kind === 'view') return result.path;
	if (result.kind === 'release' && result.is_major) return majorAddress(result.major);
	return releaseAddress(result.version);
}

/** The result that a search means: the only one, or the only one that the text is all of. Null for any other list. */
export function meantResult({ results, total }: SearchRecord): SearchResult | null {
	const exact = results.filter((result) => result.exact);
	return (total === 1 ? results[0] : exact.length === 1 ? exact[0] : null) ?? null;
}

/** The address of a suggestion. For a release that does not exist, the suggestions are the releases beside it. */
export function suggestionAddress(text: string): string {
	return isRelease(text) ? releaseAddress(text) : searchAddress(text);
}

function isRelease(text: string): boolean {
	return /^\d+(?:\.\d+)+$/.test(text);
}

export function keyOf(result: SearchResult): string {
	if (result.kind === 'build') return result.build;
	if (result.kind === 'cve') return `${result.cve_id} ${result.board_id}`;
	if (result.kind === 'view') return result.path;
	return result.kind === 'release' ? `${result.version} ${result.name}` : (result.board_id ?? result.name);
}

/** How many results are loaded at once. */
const pageLength = 50;

/** Example searches for the placeholder: a Mac with its version, and a CVE. */
export const searchExamples = 'M1 Air 14.7.2, CVE-2026-65400 …';

/** The API path of a search. */
export function searchPath(query: string, offset = 0): string {
	const from = offset === 0 ? '' : `&offset=${offset}`;
	return `/search?q=${encodeURIComponent(query)}&limit=${pageLength}${from}`;
}
