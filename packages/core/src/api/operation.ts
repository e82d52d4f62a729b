/** One of the five operations, with its parameters. */
export type Operation =
	| { readonly name: 'latest-of-major'; readonly version: string }
	| { readonly name: 'latest-of-board'; readonly board: string; readonly version: string }
	| { readonly name: 'next-of-board'; readonly board: string; readonly version: string }
	| { readonly name: 'majors-of-board'; readonly board: string }
	| { readonly name: 'boards-of-version'; readonly version: string };

const colon = 0x3a;
const dot = 0x2e;

/**
 * Which operation `/items/{item}` is, by the form of the item: three components after the colon name a release, fewer
 * name a major, in every era. One pass without a copy, because every request runs it.
 */
export function formOfItem(item: string): Exclude<Operation['name'], 'boards-of-version'> {
	const first = item.charCodeAt(0);
	let dots = -1;
	for (let at = 0; at < item.length; at++) {
		const unit = item.charCodeAt(at);
		if (unit === colon && dots < 0) dots = 0;
		else if (unit === dot && dots >= 0) dots++;
	}
	if (dots >= 0) return dots >= 2 ? 'next-of-board' : 'latest-of-board';
	return first >= 0x30 && first <= 0x39 ? 'latest-of-major' : 'majors-of-board';
}

/** The operation that the segments of a path select; null if there is none. */
export function selectOperation(segments: readonly string[]): Operation | null {
	const [root, item, last] = segments;
	if (root !== 'items' || !item || segments.length > 3) return null;
	if (segments.length === 3)
		return last === 'board_ids' ? { name: 'boards-of-version', version: item } : null;
	const name = formOfItem(item);
	switch (name) {
		case 'latest-of-major':
			return { name, version: item };
		case 'majors-of-board':
			return /^[A-Za-z]/.test(item) && !item.includes('.') ? { name, board: item } : null;
		default: {
			const colon = item.indexOf(':');
			const [board, version] = [item.slice(0, colon), item.slice(colon + 1)];
			return board === '' || version === '' ? null : { name, board, version };
		}
	}
}
