/** What a path asks for. */
export type Operation =
	| { readonly kind: 'latest-of-major'; readonly version: string }
	| { readonly kind: 'latest-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'next-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'majors-of-board'; readonly board: string }
	| { readonly kind: 'boards-of-version'; readonly version: string };

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

/** The operation that the segments select, or null when they name nothing. */
export function selectOperation(segments: readonly string[]): Operation | null {
	const [root, item, last] = segments;
	if (root !== 'items' || !item) return null;
	if (segments.length === 2) return selectItem(item);
	return segments.length === 3 && last === 'board_ids' ? { kind: 'boards-of-version', version: item } : null;
}

function selectItem(item: string): Operation | null {
	const colon = item.indexOf(':');
	if (colon !== -1) {
		const [board, version] = [item.slice(0, colon), item.slice(colon + 1)];
		if (board === '' || version === '') return null;
		// Three components name a release; fewer name a major, in every era.
		const kind = version.split('.').length >= 3 ? 'next-of-board' : 'latest-of-board';
		return { kind, board, version };
	}
	if (/^[0-9]/.test(item)) return { kind: 'latest-of-major', version: item };
	return /^[A-Za-z]/.test(item) && !item.includes('.') ? { kind: 'majors-of-board', board: item } : null;
}
