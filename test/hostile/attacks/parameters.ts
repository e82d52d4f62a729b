import type { Route } from '@pointrelease/core/src/api/route.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import type { Attack } from './attack.ts';
import { hostileTexts, percentEncoded } from './texts.ts';

/** A value for each parameter in a path, so that only the attacked one is wrong. */
const usual: Readonly<Record<string, string>> = {
	majorVersion: '14',
	boardID: 'J293AP',
	version: '14.7.2',
	board_id: 'J293AP',
	board_version: 'J293AP:14.7.2',
	build: '23H311',
	cve_id: 'CVE-2025-43300',
	mac: 'J293AP',
	policy: 'standard',
	format: 'ddm',
	file: 'groups.json',
	major: '26',
	token: '{feed}',
	board: 'J293AP',
	cve: 'CVE-2025-43300',
};

/** What a query needs beside the attacked parameter. */
const needed: Readonly<Record<string, string>> = { '/search': 'q=air', '/advice': 'item=J293AP:14.7.2' };

const reads = (routes as readonly Route[]).filter(({ method }) => method !== 'POST');

/** The path of a route with usual values, except one. */
export function pathOf(
	{ path }: Pick<Route, 'path'>,
	changed: Readonly<Record<string, string>> = {},
): string {
	const named: Readonly<Record<string, string>> =
		path === '/kit/{file}' ? { ...usual, file: 'pointrelease.sh', ...changed } : { ...usual, ...changed };
	return path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? 'x');
}

/** An answer that is none: the name is unknown, or not of the form that is asked for, or the policy has no such file. */
const refused = [400, 404, 409];

/** Every hostile text in every parameter of every path, alone. */
export const paths: readonly Attack[] = reads.flatMap((route) =>
	[...route.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
		Object.entries(hostileTexts).map(([tries, text]): Attack => {
			const path = pathOf(route, { [name]: percentEncoded(text) });
			// The page answers every address of its views: what it shows is decided in the browser.
			const answers = route.answeredBy === 'page' ? [200, 404] : name === 'token' ? [403, 404] : refused;
			return { kind: 'paths', name: `${tries} as ${name} of ${route.path}`, path, keyed: true, answers };
		}),
	),
);

/** Parameters that take any text: one searches for it, and of a list each item has its own answer. */
const freeTexts = new Set(['q', 'item']);

/** The same in every query parameter, and in names of parameters. */
export const parameters: readonly Attack[] = reads.flatMap((route) => {
	const names = Object.keys(route.query ?? ('hints' in route ? (route.hints ?? {}) : {}));
	const begin = `${pathOf(route)}?`;
	const others = (name: string) =>
		(needed[route.path] ?? '').startsWith(`${name}=`) ? '' : `${needed[route.path] ?? ''}&`;
	// A path without described parameters ignores its query.
	const ignored = route.query === undefined;
	const keyed = true;
	const kind = 'parameters';
	return [
		...names.flatMap((name) =>
			Object.entries(hostileTexts).map(
				([tries, text]): Attack => ({
					kind,
					name: `${tries} as ${name} in ${route.path}`,
					path: `${begin}${others(name)}${name}=${percentEncoded(text)}`,
					keyed,
					answers: freeTexts.has(name) ? [200, ...refused] : refused,
				}),
			),
		),
		...Object.entries(hostileTexts).map(
			([tries, text]): Attack => ({
				kind,
				name: `${tries} as the name of a parameter of ${route.path}`,
				path: `${begin}${others('')}${percentEncoded(text)}=1`,
				keyed,
				answers: ignored ? [200, 403, ...refused] : refused,
			}),
		),
		...names.slice(0, 1).map(
			(name): Attack => ({
				kind,
				name: `2,000 times ${name} in ${route.path}`,
				path: `${begin}${`${name}=1&`.repeat(2_000).slice(0, 12_000)}`,
				keyed,
				answers: ignored ? [200, 403, ...refused] : refused,
			}),
		),
	];
});
