/**
 * What requests are counted by: the paths of the API description, the page, and one name for everything else,
 * so that no client can make the number of series grow. A position in this list is a route's number.
 */
export const routes = [
	'/items/{majorVersion}',
	'/items/{boardID}',
	'/items/{boardID}:{majorVersion}',
	'/items/{boardID}:{version}',
	'/items/{version}/board_ids',
	'/boards',
	'/boards/{board_id}',
	'/boards/{board_id}/releases',
	'/releases',
	'/releases/{version}',
	'/search',
	'/advice/{board_version}',
	'/dataset',
	'/releases.atom',
	'/livez',
	'/readyz',
	'/openapi.json',
	'/',
	'other',
] as const;

type Route = (typeof routes)[number];

const numbers = new Map<string, number>(routes.map((route, number) => [route, number]));
const numberOf = (route: Route) => numbers.get(route)!;
export const boardIdsRoute = numberOf('/items/{version}/board_ids');
const other = numberOf('other');

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
	const [, root, item, last, ...more] = path.split('/', 5);
	if (item === undefined) return numbers.get(path) ?? other;
	if (item === '' || more.length > 0) return other;
	if (last === undefined) {
		if (root === 'items') return itemRoute(item);
		if (root === 'boards') return numberOf('/boards/{board_id}');
		if (root === 'releases') return numberOf('/releases/{version}');
		return root === 'advice' ? numberOf('/advice/{board_version}') : other;
	}
	if (root === 'items' && last === 'board_ids') return boardIdsRoute;
	return root === 'boards' && last === 'releases' ? numberOf('/boards/{board_id}/releases') : other;
}
