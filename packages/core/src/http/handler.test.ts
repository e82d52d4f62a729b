import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { shipped } from '../../../../test/shipped-data.ts';
import { routes } from '../api/routes.ts';
import { type HandlerOptions, handler } from './handler.ts';

const today = '2026-11-16';
const open = { catalog: shipped, today, authorize: () => true };
const path = '/items/J293AP:14.7.2';
const requestOf = (path: string, init: RequestInit = {}) => new Request(`https://macs.example${path}`, init);
const ask = async (options: HandlerOptions, path: string, init?: RequestInit) =>
	await handler(options)(requestOf(path, init));
const recordOf = async (response: Response) => JSON.parse(await response.text());
const codeOf = async (response: Response) => [response.status, (await recordOf(response)).code];

test('without authorize every request is refused, and the answer says why', async () => {
	const response = await ask({ catalog: shipped, today }, path, { headers: { Authorization: 'x' } });
	expect([response.status, (await recordOf(response)).detail]).toEqual([
		403,
		'no key is accepted here: the handler was made without authorize',
	]);
});

test('authorize gets the Authorization header or null, and the request', async () => {
	const asked: unknown[] = [];
	const request = requestOf(path);
	const authorize = (key: string | null, about: Request) => {
		asked.push(key, about);
		return true;
	};
	await handler({ ...open, authorize })(request);
	await ask({ ...open, authorize: (key) => asked.push(key) > 0 }, path, {
		headers: { Authorization: 'AAAA-BBBB-CCCC-0000' },
	});
	expect(asked).toEqual([null, request, 'AAAA-BBBB-CCCC-0000']);
});

test('only true admits: neither a promise of anything else nor another value that counts as true', async () => {
	const admits = async (value: unknown) =>
		(await ask({ ...open, authorize: () => value as boolean }, path)).status === 200;
	expect(await Promise.all([true, Promise.resolve(true)].map(admits))).toEqual([true, true]);
	const others = [false, undefined, null, 1, 'yes', {}, Promise.resolve('yes'), Promise.resolve(false)];
	expect(await Promise.all(others.map(admits))).toEqual(others.map(() => false));
});

test('with an authorize that does not wait, the answer does not wait either', () => {
	expect(handler(open)(requestOf(path))).toBeInstanceOf(Response);
});

test('an authorize that fails is not an answer: the failure reaches the caller', async () => {
	const failing = async () => {
		throw new Error('the store of keys is away');
	};
	await expect(ask({ ...open, authorize: failing }, path)).rejects.toThrow('the store of keys is away');
});

test('a path that only the service answers is neither unknown nor empty', async () => {
	for (const path of ['/', '/license', '/dataset', '/releases.atom', '/kit/index.json', '/livez', '/mcp'])
		expect([path, ...(await codeOf(await ask(open, path)))]).toEqual([path, 501, 'not-offered']);
	expect(await codeOf(await ask(open, '/mcp', { method: 'POST' }))).toEqual([501, 'not-offered']);
	expect(await codeOf(await ask(open, '/nowhere'))).toEqual([404, 'not-found']);
	// Without a key nobody learns what is answered here.
	expect(await codeOf(await ask({ ...open, authorize: () => false }, '/license'))).toEqual([
		403,
		'key-refused',
	]);
});

test('today is asked for with each request', async () => {
	const days = ['2026-03-01', '2026-11-16'];
	const answer = handler({ ...open, today: () => days.shift()! });
	const advice = async () => (await recordOf(await answer(requestOf('/advice/J293AP:14.7.2')))).as_of;
	expect([await advice(), await advice()]).toEqual(['2026-03-01', '2026-11-16']);
});

test('a day that does not exist is refused: at once if it is given, with the request if it is asked for', () => {
	const message = 'today is "2026-02-30": expected a day such as 2026-11-19';
	expect(() => handler({ ...open, today: '2026-02-30' })).toThrow(message);
	expect(() => handler({ ...open, today: () => '2026-02-30' })(requestOf(path))).toThrow(message);
});

test('several Host headers are refused before anything else', async () => {
	const response = await ask(open, path, { headers: { Host: 'one.example, two.example' } });
	expect(await codeOf(response)).toEqual([400, 'bad-host']);
});

test('HEAD has the headers of GET; the platform leaves the body out', async () => {
	const [get, head] = [await ask(open, path), await ask(open, path, { method: 'HEAD' })];
	expect([head.status, ...head.headers]).toEqual([get.status, ...get.headers]);
});

test('a date is compared even if the day of the handler is before the data', async () => {
	const headers = { 'If-Modified-Since': new Date(shipped.changed).toUTCString() };
	expect((await ask({ ...open, today: '2020-01-01' }, path, { headers })).status).toBe(304);
});

test('named policies can be others than the built-in ones', async () => {
	const policies = new Map([['strict', { description: null, terms: { behind: 0 } }]]);
	const names = async (options: HandlerOptions) =>
		(await recordOf(await ask(options, '/policies'))).policies.map(({ name }: { name: string }) => name);
	expect(await names(open)).toEqual(['latest', 'n-1']);
	expect(await names({ ...open, policies })).toEqual(['strict']);
});

test('the page of the package says who answers each path', () => {
	const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
	const rowOf = (answer: string) => page.split('\n').find((line) => line.includes(`| ${answer}`))!;
	const rows = {
		operation: rowOf('the operation.'),
		read: rowOf('the read, if'),
		service: rowOf('501 `not-offered`: only'),
		kit: rowOf('501 `not-offered`: only'),
	};
	for (const { path, answeredBy } of routes) {
		if (answeredBy === 'page') continue;
		const named = [...rows[answeredBy].matchAll(/`(\/[^`]+)`/g)].map(([, name]) => name!);
		const isNamed = named.some(
			(name) => name === path || (name.endsWith('…') && path.startsWith(name.slice(0, -1))),
		);
		expect([path, answeredBy, isNamed]).toEqual([path, answeredBy, true]);
	}
});
