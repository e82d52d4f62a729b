/** More than these nobody reads: a longer search term finds better. */
const mostResults = 50;

/** The operation that finds what a search term means. */
export function searchPath(query: string): string {
	return `/search?q=${encodeURIComponent(query)}&limit=${mostResults}`;
}
