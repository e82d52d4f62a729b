import { afterAll, beforeAll, expect, test } from 'bun:test';
import { noAddressLimit } from '../../src/licenses/admission/rate-limits.ts';
import { createService } from '../../src/server/service.ts';
import { type Live, rawRequest, requestText, startInProcess, startLive } from '../live.ts';
import { base } from './records.ts';

const m14 = base('"14"', 'J293AP', '14.8.9', '2026-08-06');
let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** Sends a request with exactly these header lines, and a valid key unless they have one. */
function ask(lines: string[], target = '/items/14', method = 'GET') {
	const key = lines.some((line) => line.startsWith('Authorization')) ? [] : [`Authorization: ${live.key}`];
	return rawRequest(
		live.port,
		`${method} ${target} HTTP/1.1\r\n${[...lines, ...key, 'Connection: close'].join('\r\n')}\r\n\r\n`,
	);
}

test('a Host that URL parsers reject does not matter', async () => {
	for (const host of ['h:99999', '', 'a b', '[::1', '%', 'h/items/27']) {
		const answer = await ask([`Host: ${host}`]);
		expect([host, answer?.status, answer?.body]).toEqual([host, 200, m14]);
	}
});

test('the slow path works with such a Host too', async () => {
	for (const host of ['h:99999', '', 'a b']) {
		const answer = await ask([`Host: ${host}`], '/items/j293ap%3A14');
		expect([host, answer?.status, answer?.body]).toEqual([host, 200, m14]);
	}
});

test('two Host headers are 400', async () => {
	expect((await ask(['Host: a', 'Host: b']))?.status).toBe(400);
});

test('a missing Host is 400', async () => {
	expect((await ask([]))?.status).toBe(400);
});

test('an answer to HEAD has the same headers as the answer to GET, Date included, each once', async () => {
	for (const path of ['/items/14', '/items/J999AP', '/boards', '/livez', '/']) {
		const [get, head] = [await ask(['Host: h'], path), await ask(['Host: h'], path, 'HEAD')];
		expect([path, head!.status, [...head!.headers.keys()].sort()]).toEqual([
			path,
			get!.status,
			[...get!.headers.keys()].sort(),
		]);
		expect(head!.headers.get('date')).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
	}
});

test('two Authorization headers are joined and get 403, even if both are valid', async () => {
	const answer = await ask(['Host: h', `Authorization: ${live.key}`, `Authorization: ${live.key}`]);
	expect(answer?.status).toBe(403);
	expect(JSON.parse(answer!.body).detail).toBe(
		'the Authorization header has a comma, or was sent more than once: send only the key, once',
	);
});

test('bytes beyond ASCII in the key are 403', async () => {
	const head = `GET /items/14 HTTP/1.1\r\nHost: h\r\nAuthorization: ${live.key.slice(0, -1)}\xe9\r\nConnection: close\r\n\r\n`;
	expect((await rawRequest(live.port, Buffer.from(head, 'latin1')))?.status).toBe(403);
});

test('an absolute target is answered by its path', async () => {
	expect((await ask(['Host: h'], 'http://elsewhere.example/items/14'))?.body).toBe(m14);
});

test('dot segments are resolved before routing, and never bypass the key', async () => {
	expect((await ask(['Host: h'], '/items/x/../14'))?.body).toBe(m14);
	expect((await ask(['Host: h', 'Authorization: no'], '/livez/../items/14'))?.status).toBe(403);
	expect((await ask(['Host: h', 'Authorization: no'], '/items/14/../../livez'))?.status).toBe(200);
});

test('a backslash counts as a slash, as in browsers, and never bypasses the key', async () => {
	expect((await ask(['Host: h'], '/items\\14'))?.body).toBe(m14);
	expect((await ask(['Host: h', 'Authorization: no'], '/livez\\..\\items/14'))?.status).toBe(403);
});

test('methods that reach the handler get 405, and others end the connection', async () => {
	expect((await ask(['Host: h'], '/items/14', 'TRACE'))?.status).toBe(405);
	expect([null, 400, 405]).toContain((await ask(['Host: h'], '/items/14', 'FOO'))?.status ?? null);
	expect((await ask(['Host: h']))?.body).toBe(m14);
});

test('a body on a GET is ignored', async () => {
	const head = requestText('GET', '/items/14', { Authorization: live.key, 'Content-Length': '5' });
	expect((await rawRequest(live.port, `${head}hello`))?.body).toBe(m14);
});

test('two requests in one packet get two answers in order', async () => {
	const one = requestText('GET', '/items/14', { Authorization: live.key, Connection: 'keep-alive' });
	const two = requestText('GET', '/items/27', { Authorization: live.key });
	const answer = await rawRequest(live.port, one + two);
	expect(answer!.body).toStartWith(m14);
	expect(answer!.body).toEndWith(base('"27"', 'J293AP', '27.2', '2026-10-26'));
});

test('a defect in a handler is a 500 that reveals nothing about it', async () => {
	const started = await startInProcess();
	const { licenses } = started;
	const broken = createService({
		catalog: started.service.catalog,
		licenses: {
			...licenses,
			admit() {
				throw new Error('secret internals');
			},
		},
		refusals: noAddressLimit,
		publicAnswers: new Map(),
		addressOf: () => '',
	});
	const { listen } = await import('../../src/server/http.ts');
	const lines: string[] = [];
	const note = (event: string) => void lines.push(event);
	const listener = listen('127.0.0.1', 0, { info: note, warn: note, error: note });
	listener.open(broken);
	const response = await fetch(`http://127.0.0.1:${listener.server.port}/items/14`);
	expect(response.status).toBe(500);
	expect(await response.json()).toEqual({
		type: 'urn:pointrelease:problem:internal-error',
		title: 'Internal error',
		status: 500,
		detail: 'the request failed; the reason is in the log of the service',
		code: 'internal-error',
	});
	expect(lines).toEqual(['internal error']);
	await listener.stop();
	await started.stop();
});
