import { matchRoute, routes } from './routes.ts';

/** Which of the five operations a path asks for, and of what. */
export type Operation =
	| { readonly kind: 'latest-of-major'; readonly version: string }
	| { readonly kind: 'latest-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'next-of-board'; readonly board: string; readonly version: string }
	| { readonly kind: 'majors-of-board'; readonly board: string }
	| { readonly kind: 'boards-of-version'; readonly version: string };

/** The operation that the segments select, or null when they name nothing. */
export function selectOperation(segments: readonly string[]): Operation | null {
	const item = segments[1]!;
	switch (routes[matchRoute(segments)]?.path) {
		case '/items/{majorVersion}':
			return { kind: 'latest-of-major', version: item };
		case '/items/{boardID}':
			return /^[A-Za-z]/.test(item) && !item.includes('.') ? { kind: 'majors-of-board', board: item } : null;
		case '/items/{boardID}:{majorVersion}':
			return ofBoard('latest-of-board', item);
		case '/items/{boardID}:{version}':
			return ofBoard('next-of-board', item);
		case '/items/{version}/board_ids':
			return { kind: 'boards-of-version', version: item };
		default:
			return null;
	}
}

function ofBoard(kind: 'latest-of-board' | 'next-of-board', item: string): Operation | null {
	const colon = item.indexOf(':');
	const [board, version] = [item.slice(0, colon), item.slice(colon + 1)];
	return board === '' || version === '' ? null : { kind, board, version };
}
