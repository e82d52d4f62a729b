import { routes } from '@pointrelease/core/src/api/routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';

/** Paths of the five operations: for each pair of a board and a release, those that name it. Each path once. */
export function operationPaths(catalog: Catalog, mostPairs: number): string[] {
	const pairs = [...catalog.boards.values()].flatMap((board) =>
		[...board.support.values()].flatMap(({ major, releases }) =>
			releases.map(({ version }) => ({ board: board.id, major: major.name, version })),
		),
	);
	// An odd step, so that releases at every place of their major are among them.
	const step = Math.max(1, Math.floor(pairs.length / mostPairs) | 1);
	const paths = new Set<string>();
	for (let at = 0; at < pairs.length; at += step) {
		const { board, major, version } = pairs[at]!;
		// Two components after the colon name a major; with a third one of zero they name the release.
		const spelled = version.split('.').length === 2 ? `${version}.0` : version;
		paths.add(`/items/${board}:${spelled}`);
		paths.add(`/items/${board}:${major}`);
		paths.add(`/items/${board}`);
		paths.add(`/items/${major}`);
		paths.add(`/items/${version}/board_ids`);
	}
	return [...paths];
}

/** At least one path of each read, in several forms. */
const readPaths: Readonly<Record<string, readonly string[]>> = {
	'/boards': ['/boards'],
	'/boards/{board_id}': ['/boards/J293AP', '/boards/MacBookPro17,1', '/boards/A2338', '/boards/zzz'],
	'/boards/{board_id}/releases': ['/boards/J293AP/releases', '/boards/zzz/releases'],
	'/releases': ['/releases'],
	'/releases/{version}': ['/releases/14', '/releases/14.7.2', '/releases/99'],
	'/releases/{version}/boards': ['/releases/14.7.2/boards', '/releases/14.99/boards'],
	'/releases/{version}/cves': ['/releases/14.7.2/cves', '/releases/10.4/cves'],
	'/builds/{build}': ['/builds/23H311', '/builds/23H999', '/builds/x'],
	'/search': ['/search?q=m1%20air', '/search?q=a2338&limit=2&offset=1', '/search', '/search?q=%'],
	'/advice': ['/advice?item=J293AP:14.7.2&item=zzz:1&policy=n-1', '/advice'],
	'/advice/{board_version}': [
		'/advice/J293AP:14.7.2',
		'/advice/J293AP:14.7.2?policy=n-1&as_of=2026-03-01',
		'/advice/J293AP:14.7.2?policies=n-1',
		'/advice/zzz:14',
	],
	'/enforceable/{mac}': ['/enforceable/J293AP', '/enforceable/zzz'],
	'/exposure/{board_version}': ['/exposure/J293AP:14.7.2', '/exposure/J293AP:14.99'],
	'/cves/{cve_id}': ['/cves/CVE-2026-65400', '/cves/CVE-1999-0001'],
	'/cves/{cve_id}/{board_version}': ['/cves/CVE-2026-65400/J293AP:14.7.2', '/cves/x/J293AP:14.7.2'],
	'/policies': ['/policies', '/policies?x=1'],
	'/enforce/{policy}/{format}': ['/enforce/n-1/ddm', '/enforce/n-1/nudge', '/enforce/nobody/ddm'],
	'/enforce/{policy}/{format}/{file}': ['/enforce/n-1/ddm/nothing.json', '/enforce/n-1/nudge/nudge.json'],
	'/dataset/tables': ['/dataset/tables'],
	'/dataset/core.json': ['/dataset/core.json', '/dataset/core.json?part=names'],
	'/export/boards.csv': ['/export/boards.csv'],
	'/export/releases.csv': ['/export/releases.csv'],
	'/export/support.csv': ['/export/support.csv'],
	'/export/snipe-it.csv': ['/export/snipe-it.csv'],
};

/** The paths of every read; fails if the table of routes has one that is not here. */
export function pathsOfReads(): string[] {
	return routes.flatMap((route) => {
		if (route.answeredBy !== 'read') return [];
		const paths = readPaths[route.path];
		if (!paths) throw new Error(`no path of the read ${route.path} is compared`);
		return paths;
	});
}

/** Names and paths that lead nowhere, one of each kind. */
export const misses: readonly string[] = [
	'/items',
	'/items/',
	'/items/zzz',
	'/items/zzz:14',
	'/items/macbook%20air%20m1:14.7.2',
	'/items/A1278:10.8.5',
	'/items/PowerBook%20Duo',
	'/items/J293AP:14.8.6',
	'/items/J293AP:14.99.1',
	'/items/J293AP:10.15.7',
	'/items/J293AP:10',
	'/items/J293AP:99',
	'/items/6.0.8L',
	'/items/99',
	'/items/nobody/board_ids',
	'/items/J293AP%3A14.7.2',
	'/items/j293ap:14.7.2',
	'/items/%',
	'/items/%ff',
	'/items/a%2Fb',
	'/items//board_ids',
	'/nowhere',
	'/boards/',
	'/boards/%zz',
];

/** One request that an answer is compared for. */
export interface SameRequest {
	readonly path: string;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

const lookup = '/items/J293AP:14.7.2';
const read = '/boards/J293AP';
const origin = { Origin: 'https://elsewhere.example' };

/** Methods, conditions and keys; `key` is valid, `etags` are those of the two paths. */
export function specialRequests(
	key: string,
	lastModified: string,
	etags: Record<string, string>,
): SameRequest[] {
	const keyed = { Authorization: key };
	const conditions = [lookup, read].flatMap((path) => [
		{ path, headers: { 'If-None-Match': etags[path]! } },
		{ path, headers: { 'If-None-Match': `"other", W/${etags[path]}` } },
		{ path, headers: { 'If-None-Match': '*' } },
		{ path, headers: { 'If-None-Match': '"other"' } },
		{ path, headers: { 'If-None-Match': '"other"', 'If-Modified-Since': lastModified } },
		{ path, headers: { 'If-Modified-Since': lastModified } },
		{ path, headers: { 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' } },
		{ path, headers: { 'If-Modified-Since': 'Sat, 01 Jan 2098 00:00:00 GMT' } },
		{ path, headers: { 'If-Modified-Since': 'yesterday' } },
		{ path, method: 'HEAD', headers: { 'If-None-Match': etags[path]! } },
	]);
	const methods = ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].flatMap((method) =>
		[lookup, read, '/items/zzz', '/nowhere', '/items/%'].map((path) => ({ path, method })),
	);
	const forms = ['text/plain', 'application/x-ndjson', 'text/*;q=0.5'].flatMap((Accept) =>
		['/advice/J293AP:14.7.2', '/advice?item=J293AP:14', lookup].map((path) => ({
			path,
			headers: { Accept },
		})),
	);
	const refused = [
		{},
		{ Authorization: 'AAAA-BBBB-CCCC-0000' },
		{ Authorization: `Bearer ${key}` },
		{ Authorization: `Basic ${btoa(`any:${key}`)}` },
		{ Authorization: key.toLowerCase() },
		{ Authorization: btoa(key) },
		{ Authorization: `${key}, ${key}` },
	].flatMap((headers) => [lookup, read, '/nowhere', '/items/%'].map((path) => ({ path, headers })));
	return [
		...[...conditions, ...methods, ...forms, { path: lookup, headers: origin }].map(
			(request: SameRequest) => ({ ...request, headers: { ...keyed, ...request.headers } }),
		),
		...refused,
		{ path: '/export/releases.csv', headers: { Authorization: `Basic ${btoa(`any:${key}`)}` } },
		{ path: '/export/releases.csv', headers: { Authorization: `Basic ${btoa(key)}!` } },
		{ path: lookup, method: 'HEAD' },
		{ path: lookup, method: 'POST' },
		{ path: lookup, method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': 'GET' } },
	];
}
