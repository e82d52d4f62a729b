import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bundleFolder } from '../../src/page/assets.ts';
import { silentLog } from '../../src/process/log.ts';
import { livez } from '../../src/server/health.ts';
import { openApiAnswer } from '../../src/server/openapi.ts';
import { pageAnswers, readBundledPage } from '../../src/server/pages/page.ts';
import { startInProcess } from '../live.ts';

let started: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
	started = await startInProcess();
});
afterAll(() => started.stop());

test('a header that is set on one response is on no other response', () => {
	const ask = (path: string, key = started.key) =>
		started.service.handle(new Request(`http://localhost${path}`, { headers: { Authorization: key } }));
	const paths = [
		'/items/14',
		'/items/99',
		'/items/14/board_ids',
		'/boards/J293AP',
		'/nothing',
		'/items/14?x',
	];
	const fields = (path: string, key?: string) => [...ask(path, key).headers.keys()];
	const before = paths.map((path) => fields(path));
	const refused = fields('/items/14', 'wrong');
	for (const path of paths) ask(path).headers.set('X-Leaked', path);
	ask('/items/14', 'wrong').headers.set('X-Leaked', 'refusal');
	expect(paths.map((path) => fields(path))).toEqual(before);
	expect(fields('/items/14', 'wrong')).toEqual(refused);
	// A problem has no tag, and must not keep the tag of the answer before it.
	ask('/items/14');
	expect(ask('/items/99').headers.get('etag')).toBeNull();
	// Nor does an answer without a next release keep the link of the one before it.
	const links = ['/items/J293AP:14.7.1', '/items/J293AP:14.8.9', '/items/14', '/items/J293AP:14.7.2'];
	expect(links.map((path) => ask(path).headers.get('link'))).toEqual([
		'</items/J293AP:14.7.2>; rel="next"',
		null,
		null,
		'</items/J293AP:14.7.3>; rel="next"',
	]);
});

test('the same holds for the page, the API description and the health check', () => {
	const page = pageAnswers(readBundledPage(bundleFolder, silentLog));
	const answers = [openApiAnswer(), livez, page.get('/')!, page.get('/docs')!, page.get('/assets/page.css')!];
	for (const answer of answers) {
		const ask = (sent: Record<string, string> = {}) =>
			answer(new Request('http://localhost/', { headers: sent }));
		const tag = ask().headers.get('etag');
		for (const sent of [{}, { 'Accept-Encoding': 'br' }, ...(tag ? [{ 'If-None-Match': tag }] : [])]) {
			const before = [...ask(sent).headers];
			ask(sent).headers.set('X-Leaked', 'public');
			expect([...ask(sent).headers]).toEqual(before);
		}
	}
});

test('no answer leaves a header behind for the next: a path has the same headers after any other requests', () => {
	const ask = (path: string, more: Record<string, string> = {}) =>
		started.service.handle(
			new Request(`http://localhost${path}`, { headers: { Authorization: started.key, ...more } }),
		);
	const paths = [
		'/items/14',
		'/items/99',
		'/items/J293AP:14.7.2',
		'/items/J293AP:14.7.1',
		'/items/J293AP:14.8.9',
		'/boards/J293AP',
		'/boards/x',
		'/items/14/board_ids',
	];
	const asked: Record<string, string>[] = [
		{},
		{ 'If-None-Match': '*' },
		{ 'Accept-Encoding': 'gzip' },
		{ Origin: 'https://x.example' },
		{ 'If-Modified-Since': new Date().toUTCString() },
	];
	const all = () => paths.flatMap((path) => asked.map((more) => [path, more, ...ask(path, more).headers]));
	const fresh = all();
	expect(all()).toEqual(fresh);
	expect(all().reverse()).toEqual(fresh.reverse());
	// A 304 has no header that the full answer lacks.
	for (const path of paths) {
		const names = new Set(ask(path).headers.keys());
		expect(
			[...ask(path, { 'If-None-Match': '*' }).headers.keys()].filter((name) => !names.has(name)),
		).toEqual([]);
	}
});

test('answers share their headers, and each response still has its own tag, however many are in progress', async () => {
	const paths = [
		'/items/14',
		'/items/J293AP',
		'/items/J293AP:14.7.2',
		'/items/J293AP:14.7.1',
		'/items/14/board_ids',
	];
	const headers = { Authorization: started.key };
	const ask = () =>
		paths.map((path) => started.service.handle(new Request(`http://localhost${path}`, { headers })));
	const [first, second] = [ask(), ask()];
	const tags = first.map((response) => response.headers.get('etag'));
	expect(new Set(tags).size).toBe(paths.length);
	expect(second.map((response) => response.headers.get('etag'))).toEqual(tags);
	for (const [at, path] of paths.entries()) {
		const again = { ...headers, 'If-None-Match': tags[at]! };
		const unchanged = started.service.handle(new Request(`http://localhost${path}`, { headers: again }));
		expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, tags[at]!]);
	}
});

test.each([
	['a page elsewhere', { Origin: 'https://admin.example' }],
	['the page of the service', { 'Sec-Fetch-Site': 'same-origin' }],
	['a client that is not a browser', {}],
])('%s gets all headers of an answer, those for browsers included', (_, sent) => {
	const ask = (path: string, more: Record<string, string> = {}) =>
		started.service.handle(
			new Request(`http://localhost${path}`, { headers: { Authorization: started.key, ...sent, ...more } }),
		);
	for (const path of ['/items/14', '/items/J293AP:14.7.2', '/items/14/board_ids']) {
		const { headers } = ask(path);
		expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
		expect(headers.get('access-control-expose-headers')).toBe('*');
		for (const name of ['etag', 'last-modified', 'cache-control', 'data-version', 'x-content-type-options'])
			expect([path, name, headers.has(name)]).toEqual([path, name, true]);
		const unchanged = ask(path, { 'If-None-Match': headers.get('etag')! });
		expect([unchanged.status, unchanged.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
	}
	for (const path of ['/items/99', '/boards/J293AP'])
		expect(ask(path).headers.get('access-control-allow-origin')).toBe('*');
});
