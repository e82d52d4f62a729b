import { termNames } from '../advice/policy/policy.ts';
import { formOfItem } from './operation.ts';
import { pageRoutes } from './page-routes.ts';
import { fits, type QueryParameters, type Route, segmentsOf } from './route.ts';

const none = {} as const;
const day = { as_of: 'once' } as const;
/** A named policy, and terms that override its own. */
const policyTerms: QueryParameters = Object.fromEntries(
	['policy', ...termNames].map((name) => [name, 'once' as const]),
);
/** What the files of an enforcement format can differ in. */
const fileOptions = { activations: 'once', mdm: 'once', own_major: 'once', enforce_overdue: 'once' } as const;

/**
 * Every path that the service answers, in one table. The router, the names of routes in metrics, the check of query
 * parameters and of the API description, and the addresses of the page are made from it. The five operations, the page and
 * the addresses of feeds ignore their query: readers and mail programs append parameters of their own.
 *
 * A new read is an entry here (`answeredBy: 'read'`), a handler in `reads/`, and its line in `reads/reads.ts`,
 * which does not compile without it; the kit's own are `answeredBy: 'kit'`. A new view of the page is an entry of `page-routes.ts`.
 */
export const routes = [
	{ path: '/items/{majorVersion}', access: 'key', answeredBy: 'operation', describedAs: '/items/{item}' },
	{ path: '/items/{boardID}', access: 'key', answeredBy: 'operation', describedAs: '/items/{item}' },
	{
		path: '/items/{boardID}:{majorVersion}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: '/items/{item}',
	},
	{
		path: '/items/{boardID}:{version}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: '/items/{item}',
	},
	{ path: '/items/{version}/board_ids', access: 'key', answeredBy: 'operation' },

	{ path: '/boards', access: 'key', answeredBy: 'read', query: none },
	{ path: '/boards/{board_id}', access: 'key', answeredBy: 'read', query: { machine: 'once' } },
	{ path: '/boards/{board_id}/releases', access: 'key', answeredBy: 'read', query: { machine: 'once' } },
	{ path: '/releases', access: 'key', answeredBy: 'read', query: none },
	{ path: '/releases/{version}', access: 'key', answeredBy: 'read', query: none },
	{ path: '/releases/{version}/boards', access: 'key', answeredBy: 'read', query: none },
	{ path: '/releases/{version}/cves', access: 'key', answeredBy: 'read', query: none },
	{ path: '/builds/{build}', access: 'key', answeredBy: 'read', query: none },
	{ path: '/search', access: 'key', answeredBy: 'read', query: { q: 'once', limit: 'once', offset: 'once' } },
	{ path: '/advice', access: 'key', answeredBy: 'read', query: { item: 'many', ...day, ...policyTerms } },
	{
		path: '/advice/{board_version}',
		access: 'key',
		answeredBy: 'read',
		query: { ...day, ...policyTerms, machine: 'once' },
	},
	{ path: '/exposure/{board_version}', access: 'key', answeredBy: 'read', query: day },
	{ path: '/cves/{cve_id}', access: 'key', answeredBy: 'read', query: day },
	{ path: '/cves/{cve_id}/{board_version}', access: 'key', answeredBy: 'read', query: day },
	{ path: '/policies', access: 'key', answeredBy: 'read', query: none },
	{
		path: '/enforce/{policy}/{format}',
		access: 'key',
		answeredBy: 'read',
		query: { ...day, ...fileOptions },
	},
	{
		path: '/enforce/{policy}/{format}/{file}',
		access: 'key',
		answeredBy: 'read',
		query: { ...day, ...fileOptions },
	},
	{
		path: '/kit/index.json',
		access: 'key',
		answeredBy: 'kit',
		query: { policy: 'once', own_major: 'once' },
	},
	{ path: '/kit/{file}', access: 'key', answeredBy: 'kit', query: { policy: 'once' } },
	{
		path: '/kit/{policy}/{format}/{file}',
		access: 'key',
		answeredBy: 'kit',
		query: { ...day, ...fileOptions },
	},
	{ path: '/dataset/tables', access: 'key', answeredBy: 'read', query: none },
	{ path: '/dataset/core.json', access: 'key', answeredBy: 'read', query: none },
	{ path: '/export/boards.csv', access: 'key', answeredBy: 'read', query: none },
	{ path: '/export/releases.csv', access: 'key', answeredBy: 'read', query: none },
	{ path: '/export/support.csv', access: 'key', answeredBy: 'read', query: none },

	{ path: '/dataset', access: 'key', answeredBy: 'service', query: none },
	{ path: '/releases.atom', access: 'key', answeredBy: 'service' },
	{ path: '/feeds/{token}/releases.atom', access: 'path', answeredBy: 'service' },
	{ path: '/feeds/{token}/calendar.ics', access: 'path', answeredBy: 'service' },
	{ path: '/calendar.ics', access: 'key', answeredBy: 'service' },
	{ path: '/license', access: 'key', answeredBy: 'service', query: none },
	{ path: '/subscription', access: 'key', answeredBy: 'service', query: none },
	{ path: '/subscription/start', access: 'key', answeredBy: 'service', optional: true, method: 'POST' },
	{ path: '/subscription/end', access: 'key', answeredBy: 'service', optional: true, method: 'POST' },
	{ path: '/sofa/v1/macos_data_feed.json', access: 'key', answeredBy: 'service', optional: true },
	{ path: '/sofa/v2/macos_data_feed.json', access: 'key', answeredBy: 'service', optional: true },
	{ path: '/mcp', access: 'key', answeredBy: 'service', optional: true, method: 'POST' },
	{ path: '/hooks/stripe', access: 'public', answeredBy: 'service', optional: true, method: 'POST' },
	{ path: '/livez', access: 'public', answeredBy: 'service' },
	{ path: '/readyz', access: 'public', answeredBy: 'service' },
	{ path: '/openapi.json', access: 'public', answeredBy: 'service' },
	...pageRoutes,
] as const satisfies readonly Route[];

type Entry = (typeof routes)[number];

/** The paths of the reads. */
export type ReadPath = Extract<Entry, { answeredBy: 'read' }>['path'];
/** The paths of the kit. */
export type KitPath = Extract<Entry, { answeredBy: 'kit' }>['path'];
/** The paths that the running service answers: a path outside the table does not compile. */
export type ServicePath = Extract<Entry, { answeredBy: 'service' }>['path'];
/** The names between braces: `board_id` of `/boards/{board_id}/releases`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | ParameterOf<Rest>
	: never;
export type Parameters<Path extends string> = Readonly<Record<ParameterOf<Path>, string>>;

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
export const atomRoute = numberOf('/feeds/{token}/releases.atom');
export const calendarRoute = numberOf('/feeds/{token}/calendar.ics');

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
for (const [number, { path, describedAs }] of (routes as readonly Route[]).entries()) {
	if (describedAs !== undefined) continue;
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
