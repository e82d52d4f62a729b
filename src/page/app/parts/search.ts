/** One page of results: more than these nobody reads at once. */
const pageLength = 50;

/** What can be searched for, by example: a Mac on its version, and a CVE. */
export const searchExamples = 'M1 Air 14.7.2, CVE-2026-65400 …';

/** The operation that finds what a search term means. */
export function searchPath(query: string, offset = 0): string {
	const from = offset === 0 ? '' : `&offset=${offset}`;
	return `/search?q=${encodeURIComponent(query)}&limit=${pageLength}${from}`;
}
