import { matchRoute, routes } from '../../api/routes.ts';

/**
 * What requests are counted by: the paths of the table of routes, and one name for everything else, so that no
 * client can make the number of series grow. A position in this list is a route's number.
 */
export const routeNames: readonly string[] = [...routes.map(({ path }) => path), 'other'];

const other = routes.length;

/** The number of the route of any path, for the requests that the five operations do not answer themselves. */
export function pathRoute(path: string): number {
	const number = matchRoute(path.split('/').slice(1));
	return number < 0 ? other : number;
}
