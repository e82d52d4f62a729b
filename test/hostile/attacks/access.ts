import type { Route } from '@pointrelease/core/src/api/route.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import type { Attack } from './attack.ts';
import { pathOf } from './parameters.ts';

const all = routes as readonly Route[];
/** With public pages these need no key, though the table of routes asks for one. */
const openWithPages = new Set([
	'/dataset/core.json',
	'/dataset/tables',
	'/policies',
	'/releases.atom',
	'/calendar.ics',
	'/boards/{board_id}/releases.atom',
	'/boards/{board_id}/releases.ics',
]);
const locked = all.filter(({ access, path }) => access === 'key' && !openWithPages.has(path));

/** Places and forms in which a key opens nothing. */
const wrongKeys: Readonly<Record<string, (route: Route) => Partial<Attack> | null>> = {
	'no key': () => ({}),
	'a key that nobody has': () => ({ headers: { Authorization: 'AAAA-BBBB-CCCC-DDDD' } }),
	'the key in small letters': () => ({ headers: { Authorization: '{small}' } }),
	'the key in the query': (route) => ({
		path: `${pathOf(route)}?key={key}&api_key={key}&access_token={key}`,
	}),
	'the key in other headers': () => ({
		headers: {
			'Proxy-Authorization': '{key}',
			'X-Api-Key': '{key}',
			'X-Authorization': '{key}',
			Cookie: 'key={key}; Authorization={key}',
			'X-Original-URL': '/livez',
			'X-Rewrite-URL': '/livez',
			'X-HTTP-Method-Override': 'OPTIONS',
			'X-Forwarded-For': '127.0.0.1',
		},
	}),
	'the key twice': () => ({ headers: { Authorization: '{key}, {key}' } }),
	'the key as a Bearer token': ({ keyAlsoAs }) =>
		keyAlsoAs === 'bearer' ? null : { headers: { Authorization: 'Bearer {key}' } },
	'the key as the name of a user': () => ({ headers: { Authorization: `Basic ${btoa('{key}:')}` } }),
	'a public path before it': (route) => ({ path: `/livez/..${pathOf(route)}` }),
	'an encoded letter': (route) => ({
		path: pathOf(route).replace(/^\/(.)/, (_, letter) => `/%${letter.charCodeAt(0).toString(16)}`),
	}),
	'two slashes': (route) => ({ path: `/${pathOf(route)}` }),
	'the path of an absolute address': (route) => ({ path: `http://127.0.0.1/livez?${pathOf(route)}` }),
};

/** Each locked path with each of them: none is answered, and none says which key would be. */
export const keys: readonly Attack[] = locked.flatMap((route) =>
	Object.entries(wrongKeys).flatMap(([name, change]): Attack[] => {
		const changed = change(route);
		if (!changed) return [];
		const path = pathOf(route);
		const body = route.method === 'POST' ? { method: 'POST', body: '{}' } : {};
		const isPublic = name === 'the path of an absolute address';
		return [
			{
				kind: 'keys',
				name: `${name}: ${route.path}`,
				path,
				...body,
				...changed,
				answers: isPublic ? [body.body ? 405 : 200] : [403],
			},
		];
	}),
);

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'];

/** Every path with every method that it does not take. A preflight of a browser has a header that these lack. */
export const methodAttacks: readonly Attack[] = all.flatMap((route) =>
	methods
		.filter((method) => method !== route.method && !(method === 'POST' && route.path === '/lost-key'))
		.map((method): Attack => {
			// Some pages exist only where the address of the service is known.
			const isElsewhere = route.access === 'path' || (route.answeredBy === 'page' && route.optional);
			const answers = isElsewhere ? [403, 404, 405] : [405];
			return {
				kind: 'methods',
				name: `${method} ${route.path}`,
				method,
				path: pathOf(route),
				keyed: true,
				...(method === 'TRACE' ? {} : { body: '{"attack":1}' }),
				headers: { 'Content-Type': 'application/json', 'X-HTTP-Method-Override': 'GET' },
				answers,
			};
		}),
);

/** What a client may claim about its own address. Nobody trusts it here. */
const claims = (host: string): Readonly<Record<string, Record<string, string>>> => ({
	Host: { Host: host },
	'X-Forwarded-Host': { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' },
	Forwarded: { Forwarded: `host=${host};proto=https;for=127.0.0.1` },
	'X-Forwarded-Prefix': {
		'X-Forwarded-Prefix': `//${host}`,
		'X-Forwarded-Path': `//${host}`,
		'X-Host': host,
	},
	'an absolute target': {},
});

const hosts = [
	'evil.example',
	'evil.example:99999',
	"evil.example'$(id)",
	'u:p@evil.example',
	'[evil.example',
];

/** Only scripts that the sender itself takes from Deploy may have the host of its request. */
const withOwnHost = new Set([
	'/kit/{file}',
	'/kit/index.json',
	'/kit/{policy}/{format}/{file}',
	'/subscription',
]);

/** No name that a client claims gets into an answer that others share, or into a script as anything but a host. */
export const hostAttacks: readonly Attack[] = all
	.filter(({ method, access }) => method !== 'POST' && access !== 'path')
	.flatMap((route) =>
		hosts.flatMap((host) =>
			Object.entries(claims(host)).map(([name, headers]): Attack => {
				const isHost = name === 'Host' || name === 'an absolute target';
				const mayName = isHost && withOwnHost.has(route.path) && /^[a-z.:0-9]+$/.test(host);
				return {
					kind: 'hosts',
					name: `${host} as ${name}: ${route.path}`,
					path: name === 'an absolute target' ? `http://${host}${pathOf(route)}` : pathOf(route),
					keyed: true,
					headers,
					answers: [200, 400, 404],
					...(mayName ? {} : { lacks: 'evil.example' }),
				};
			}),
		),
	);
