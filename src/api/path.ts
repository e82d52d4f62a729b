/** What a path asks for. */
export type Operation =
	| { readonly kind: 'latest-of-major'; readonly version: string }
	| { readonly kind: 'latest-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'next-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'majors-of-board'; readonly board: string }
	| { readonly kind: 'boards-of-version'; readonly version: string };

/** What a path of the richer reads asks for. */
export type Read =
	| { readonly kind: 'boards' }
	| { readonly kind: 'board'; readonly board: string }
	| { readonly kind: 'releases-of-board'; readonly board: string }
	| { readonly kind: 'majors' }
	| { readonly kind: 'releases-of-major'; readonly version: string }
	| { readonly kind: 'search' }
	| { readonly kind: 'advice'; readonly board: string; readonly version: string };

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

/** The richer read that the segments select, or null when they name none. */
export function selectRead(segments: readonly string[]): Read | null {
	const [root, item, last] = segments;
	if (segments.length === 1) {
		if (root === 'boards') return { kind: 'boards' };
		if (root === 'releases') return { kind: 'majors' };
		return root === 'search' ? { kind: 'search' } : null;
	}
	if (!item || segments.length > 3) return null;
	if (segments.length === 3) {
		return root === 'boards' && last === 'releases' ? { kind: 'releases-of-board', board: item } : null;
	}
	if (root === 'boards') return { kind: 'board', board: item };
	if (root === 'releases') return { kind: 'releases-of-major', version: item };
	const [board, version, ...rest] = item.split(':');
	return root === 'advice' && board && version && rest.length === 0
		? { kind: 'advice', board, version }
		: null;
}
