/**
 * What requests are counted by: the five operations, the few public answers, and one name for everything
 * else, so that no client can make the number of series grow. A position in this list is a route's number.
 */
export const routes = [
	'/items/{majorVersion}',
	'/items/{boardID}',
	'/items/{boardID}:{majorVersion}',
	'/items/{boardID}:{version}',
	'/items/{version}/board_ids',
	'/livez',
	'/readyz',
	'/openapi.json',
	'/',
	'other',
] as const;

const byPath = new Map<string, number>(
	routes.flatMap((route, number) => (route.startsWith('/') && !route.includes('{') ? [[route, number]] : [])),
);
export const boardIdsRoute = 4;
const otherRoute = routes.length - 1;

const colon = 0x3a;
const dot = 0x2e;

/** The route of `/items/{item}`: one pass over the text, no piece of it is copied. */
export function itemRoute(item: string): number {
	const first = item.charCodeAt(0);
	let dots = -1;
	for (let at = 0; at < item.length; at++) {
		const unit = item.charCodeAt(at);
		if (unit === colon && dots < 0) dots = 0;
		else if (unit === dot && dots >= 0) dots++;
	}
	if (dots >= 0) return dots >= 2 ? 3 : 2;
	return first >= 0x30 && first <= 0x39 ? 0 : 1;
}

/** The route of any path, for the requests that the five operations do not answer themselves. */
export function pathRoute(path: string): number {
	const known = byPath.get(path);
	if (known !== undefined) return known;
	if (!path.startsWith('/items/')) return otherRoute;
	const rest = path.indexOf('/', 7);
	if (rest === -1) return path.length > 7 ? itemRoute(path.slice(7)) : otherRoute;
	return path.slice(rest) === '/board_ids' ? boardIdsRoute : otherRoute;
}
