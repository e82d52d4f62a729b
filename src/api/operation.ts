import { matchRoute, routes } from './routes.ts';

/** Which of the five operations a path asks for, and of what. */
export type Operation =
	| { readonly name: 'latest-of-major'; readonly version: string }
	| { readonly name: 'latest-of-board'; readonly board: string; readonly version: string }
	| { readonly name: 'next-of-board'; readonly board: string; readonly version: string }
	| { readonly name: 'majors-of-board'; readonly board: string }
	| { readonly name: 'boards-of-version'; readonly version: string };

/** The operation that the segments select, or null when they name nothing. */
export function selectOperation(segments: readonly string[]): Operation | null {
	const item = segments[1]!;
	switch (routes[matchRoute(segments)]?.path) {
		case '/items/{majorVersion}':
			return { name: 'latest-of-major', version: item };
		case '/items/{boardID}':
			return /^[A-Za-z]/.test(item) && !item.includes('.') ? { name: 'majors-of-board', board: item } : null;
		case '/items/{boardID}:{majorVersion}':
			return ofBoard('latest-of-board', item);
		case '/items/{boardID}:{version}':
			return ofBoard('next-of-board', item);
		case '/items/{version}/board_ids':
			return { name: 'boards-of-version', version: item };
		default:
			return null;
	}
}

function ofBoard(name: 'latest-of-board' | 'next-of-board', item: string): Operation | null {
	const colon = item.indexOf(':');
	const [board, version] = [item.slice(0, colon), item.slice(colon + 1)];
	return board === '' || version === '' ? null : { name, board, version };
}
