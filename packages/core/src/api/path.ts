/**
 * The path of a request, as it was sent. `Request.url` may be only a path, or have an authority that URL parsers
 * refuse (`Host: h:99999`), so it is cut as text.
 */
export function pathOf(url: string): string {
	const scheme = url.indexOf('://');
	const start = url.startsWith('/') || scheme === -1 ? 0 : url.indexOf('/', scheme + 3);
	if (start === -1) return '/';
	const query = url.indexOf('?', start);
	return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** The query of a request, as it was sent. */
export function queryOf(url: string): string {
	const query = url.indexOf('?');
	return query === -1 ? '' : url.slice(query + 1);
}

/** The segments of a path, each percent-decoded once; null if the encoding is invalid. */
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

/** Whether a segment is short plain text. For any other, Bun's router may decode another text than `decodeSegments`. */
export function isPlain(segment: string): boolean {
	return segment.length <= longestPlain && /^[\w:.,-]+$/.test(segment);
}

/** The names between braces: `board_id` of `/boards/{board_id}/releases`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | ParameterOf<Rest>
	: never;

/** A value for each parameter of a path. */
export type PathParameters<Path extends string, Value = string> = Readonly<Record<ParameterOf<Path>, Value>>;
