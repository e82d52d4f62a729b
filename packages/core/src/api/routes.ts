import { formOfItem } from './operation.ts';
import { pageRoutes } from './page-routes.ts';
import { fits, type Route, segmentsOf } from './route.ts';
import { dataRoutes } from './routes/data-routes.ts';
import { enforcementRoutes } from './routes/enforcement-routes.ts';
import { licenseRoutes } from './routes/license-routes.ts';
import { macRoutes } from './routes/mac-routes.ts';
import { operationRoutes } from './routes/operation-routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { standingRoutes } from './routes/standing-routes.ts';

/**
 * Every path that the service answers, in one table. The router, the names of routes in metrics, the check of query
 * parameters, the API description and what is made from it, and the addresses of the page are made from it. The five
 * operations, the page and the addresses of feeds ignore their query: readers and mail programs append parameters of their own.
 *
 * A new read is an entry in `routes/` with its handler from `reads/`, and its shape in `shapes/`. A new view of the page is an
 * entry of `page-routes.ts`.
 */
export const routes = [
	...operationRoutes,
	...macRoutes,
	...standingRoutes,
	...enforcementRoutes,
	...dataRoutes,
	...licenseRoutes,
	...serviceRoutes,
	...pageRoutes,
] as const satisfies readonly Route[];

type Entry = (typeof routes)[number];

/** The paths of the kit. */
export type KitPath = Extract<Entry, { answeredBy: 'kit' }>['path'];
/** The paths that the running service answers: a path outside the table does not compile. */
export type ServicePath = Extract<Entry, { answeredBy: 'service' }>['path'];
const numbers = new Map<string, number>(routes.map(({ path }, number) => [path, number]));

/** The number of a route is its position in the table. */
function numberOf(path: Entry['path']): number {
	return numbers.get(path)!;
}

const latestOfMajor = numberOf('/items/{majorVersion}');
const majorsOfBoard = numberOf('/items/{boardID}');
const latestOfBoard = numberOf('/items/{boardID}:{majorVersion}');
const nextOfBoard = numberOf('/items/{boardID}:{version}');
export const boardIdsRoute = numberOf('/items/{version}/board_ids');
export const adviceRoute = numberOf('/advice/{board_version}');
/** The addresses that a token opens. */
export const tokenRoutes: ReadonlySet<number> = new Set([
	numberOf('/feeds/{token}/releases.atom'),
	numberOf('/feeds/{token}/calendar.ics'),
	numberOf('/feeds/{token}/boards/{board_id}/releases.atom'),
	numberOf('/feeds/{token}/boards/{board_id}/releases.ics'),
]);

/** The two shapes of the five operations for Bun's router, which is faster than this table. */
export const operationPatterns = { item: '/items/:item', boardIds: '/items/:version/board_ids' } as const;
/** The pattern of the read that every Mac of a fleet sends. */
export const advicePattern = '/advice/:board_version';

const numberOfForm = {
	'latest-of-major': latestOfMajor,
	'majors-of-board': majorsOfBoard,
	'latest-of-board': latestOfBoard,
	'next-of-board': nextOfBoard,
};

/** The number of the route of `/items/{item}`. */
export function itemRoute(item: string): number {
	return numberOfForm[formOfItem(item)];
}

interface Shape {
	readonly number: number;
	readonly segments: readonly string[];
}

/** The routes by first segment, except those of `/items/{item}`, which `itemRoute` distinguishes. */
const byRoot = new Map<string, Shape[]>();
for (const [number, { path, answeredBy }] of (routes as readonly Route[]).entries()) {
	if (answeredBy === 'operation' && number !== boardIdsRoute) continue;
	const segments = segmentsOf(path);
	const root = segments[0]!;
	byRoot.set(root, [...(byRoot.get(root) ?? []), { number, segments }]);
}

/** The number of the matching route, or -1. */
export function matchRoute(segments: readonly string[]): number {
	const [root, item] = segments;
	if (root === 'items' && segments.length === 2 && item) return itemRoute(item);
	if (root === undefined) return -1;
	return byRoot.get(root)?.find((route) => fits(route.segments, segments))?.number ?? -1;
}
