import { apiRoutes } from '../../../src/server/console/api/api-routes.ts';
import { dataRoutes } from '../../../src/server/console/routes.ts';
import { type Attack, utf8 } from './attack.ts';
import { hostileTexts, percentEncoded, readable } from './texts.ts';

const json = { 'Content-Type': 'application/json' };

/** Forms of the console that a person could send: fields of any route, so that each meets texts it does not expect. */
const fields = [
	'text',
	'query',
	'email',
	'id',
	'note',
	'why',
	'expires',
	'days',
	'by',
	'to',
	'order',
	'product',
	'reason',
	'code',
	'key',
	'licenses',
	'rate',
	'number',
	'search',
	'state',
	'after',
];

const at = (path: string, text: string) => path.replaceAll(/\{\w+\}/g, percentEncoded(text));

/** Every path of the console with hostile texts, by a person who is signed in: no text is SQL, a path or a defect. */
const texts: readonly Attack[] = Object.entries(hostileTexts).flatMap(([tries, text]) => {
	const said = readable(text);
	const body = utf8(JSON.stringify(Object.fromEntries(fields.map((name) => [name, said]))));
	const query = fields.map((name) => `${name}=${percentEncoded(text.slice(0, 100))}`).join('&');
	return [
		...dataRoutes.map(({ method, path }): Attack => {
			const inPath = `/console/data${at(path, text)}`;
			return {
				kind: 'console',
				name: `${tries} to ${method} ${path}`,
				method,
				at: 'console',
				signedIn: true,
				path: method === 'GET' ? `${inPath}?${query}` : inPath,
				...(method === 'POST' && { headers: json, body }),
				answers: [200, 400, 404, 409],
			};
		}),
		...apiRoutes.map(
			({ method, path }): Attack => ({
				kind: 'console',
				name: `${tries} to ${method} ${path} by a shop`,
				method,
				at: 'console',
				path: `/console/api${at(path, text)}${method === 'GET' && path === '/licenses' ? `?order=${percentEncoded(text)}` : ''}`,
				headers: { ...json, Authorization: 'Bearer {shop}' },
				...(method === 'POST' && { body }),
				answers: [200, 400, 404, 409],
			}),
		),
	];
});

/** Ways to be there without being there. */
const strangers: Readonly<Record<string, Partial<Attack>>> = {
	nobody: { headers: { Cookie: 'x=y' } },
	'a cookie alone': { headers: { Cookie: '{cookie}' } },
	'a token alone': { headers: { 'Console-Token': '{token}' } },
	'the halves in each other’s place': {
		headers: { Cookie: 'pointrelease-console={token}', 'Console-Token': '{cookie}' },
	},
	'a cookie that was planted before': {
		signedIn: true,
		headers: { Cookie: `pointrelease-console=${'x'.repeat(43)}; {cookie}` },
	},
	'another site': { signedIn: true, headers: { 'Sec-Fetch-Site': 'cross-site' } },
	'another port': { signedIn: true, headers: { Origin: 'http://localhost:1' } },
	'no origin': { signedIn: true, headers: { Origin: 'null' } },
	'a page whose name leads here': {
		signedIn: true,
		headers: { Host: 'rebind.example', Origin: 'http://rebind.example' },
	},
	'a proxy that nobody trusts': {
		signedIn: true,
		headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'localhost' },
	},
	'the key of a license': { headers: { Authorization: '{key}' } },
	'the token of a shop': { headers: { Authorization: 'Bearer {shop}' } },
	'the address of the service': { signedIn: true, at: 'service' },
};

const refusals: readonly Attack[] = Object.entries(strangers).flatMap(([who, change]) =>
	dataRoutes.map(({ method, path }): Attack => {
		return {
			kind: 'console',
			name: `${who} at ${method} ${path}`,
			method,
			path: `/console/data${at(path, 'AAAAAAAA')}`,
			at: 'console',
			...change,
			...(method === 'POST' && { body: '{}', headers: { ...json, ...change.headers } }),
			answers: [401, 403, 404],
		};
	}),
);

export const consoleAttacks: readonly Attack[] = [...texts, ...refusals];
