/**
 * The path of a request's address, as it was sent. `Request.url` may hold only a path, or an authority that
 * no URL parser takes (`Host: h:99999`), so it is cut as text.
 */
export function pathOf(url: string): string {
	const scheme = url.indexOf('://');
	const start = url.startsWith('/') || scheme === -1 ? 0 : url.indexOf('/', scheme + 3);
	if (start === -1) return '/';
	const query = url.indexOf('?', start);
	return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** What follows the question mark of a request's address, as it was sent. */
export function queryOf(url: string): string {
	const query = url.indexOf('?');
	return query === -1 ? '' : url.slice(query + 1);
}

/** The segments of a path, each percent-decoded once; null when the encoding is broken. */
export function decodeSegments(path: string): string[] | null {
	const segments = path.split('/').slice(1);
	if (!path.includes('%')) return segments;
	try {
		return segments.map(decodeURIComponent);
	} catch {
		return null;
	}
}

const longestPlain = 64;

/** What the router decodes and what stands in the address may differ for anything but short and plain text. */
export function isPlain(segment: string): boolean {
	return segment.length <= longestPlain && /^[\w:.,-]+$/.test(segment);
}
