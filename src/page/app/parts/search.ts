/** One page of results: more than these nobody reads at once. */
const pageLength = 50;

/** The operation that finds what a search term means. */
export function searchPath(query: string, offset = 0): string {
	const from = offset === 0 ? '' : `&offset=${offset}`;
	return `/search?q=${encodeURIComponent(query)}&limit=${pageLength}${from}`;
}
