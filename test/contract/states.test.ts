import { expect, test } from 'bun:test';
import { silentLog } from '../../src/process/log.ts';
import { listen } from '../../src/server/http.ts';
import { type Live, startLive } from '../live.ts';
import { describedText } from '../openapi.ts';

async function described(path: string, response: Response): Promise<Record<string, unknown>> {
	return JSON.parse(await describedText(path, response));
}

async function withLive(env: Record<string, string>, use: (live: Live) => Promise<void>): Promise<void> {
	const live = await startLive(env);
	try {
		await use(live);
	} finally {
		await live.stop();
	}
}

test('a starting service is alive, not ready, and asks clients to try again', async () => {
	const listener = listen('127.0.0.1', 0, silentLog);
	const address = `http://127.0.0.1:${listener.server.port}`;
	expect(await described('/livez', await fetch(`${address}/livez`))).toEqual({ status: 'alive' });
	const readyz = await fetch(`${address}/readyz`);
	expect(readyz.status).toBe(503);
	expect(await described('/readyz', readyz)).toMatchObject({ status: 'not ready', reasons: ['starting'] });
	const item = await fetch(`${address}/items/14`);
	expect([item.status, item.headers.get('retry-after')]).toEqual([503, '1']);
	expect(await described('/items/14', item)).toMatchObject({ code: 'not-ready' });
	await listener.stop();
});

test('a started service is ready and reports the state of its data without a key', async () => {
	await withLive({}, async ({ address }) => {
		const readyz = await fetch(`${address}/readyz`);
		expect(readyz.status).toBe(200);
		expect(await described('/readyz', readyz)).toMatchObject({ status: 'ready', reasons: [] });
		expect(await described('/livez', await fetch(`${address}/livez`))).toEqual({ status: 'alive' });
	});
});

test('a stopping service is not ready, but answers and asks clients to connect elsewhere', async () => {
	const live = await startLive();
	const stopped = live.stop();
	const readyz = await fetch(`${live.address}/readyz`);
	expect([readyz.status, readyz.headers.get('connection')]).toEqual([503, 'close']);
	expect(await described('/readyz', readyz)).toMatchObject({ status: 'not ready', reasons: ['stopping'] });
	const item = await fetch(`${live.address}/items/14`, { headers: { Authorization: live.key } });
	expect([item.status, item.headers.get('connection')]).toEqual([200, 'close']);
	await item.text();
	await stopped;
});

test('the API description is public and has a tag', async () => {
	await withLive({}, async ({ address }) => {
		const first = await fetch(`${address}/openapi.json`);
		const etag = first.headers.get('etag')!;
		expect(((await first.json()) as { openapi: string }).openapi).toBe('3.1.0');
		const again = await fetch(`${address}/openapi.json`, { headers: { 'If-None-Match': etag } });
		expect(again.status).toBe(304);
		const post = await fetch(`${address}/openapi.json`, { method: 'POST' });
		expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
	});
});

test('a rate limit reports the remaining requests, and ends in 429 with the time to wait', async () => {
	await withLive({ RATE_LIMIT: '3/min' }, async ({ address, key }) => {
		const ask = () => fetch(`${address}/items/14`, { headers: { Authorization: key } });
		const remaining: (string | null)[] = [];
		for (let request = 0; request < 3; request++) {
			const response = await ask();
			expect([response.status, response.headers.get('ratelimit-policy')]).toEqual([
				200,
				'"license";q=3;w=60',
			]);
			remaining.push(response.headers.get('ratelimit')!.split(';')[1]!);
		}
		expect(remaining).toEqual(['r=2', 'r=1', 'r=0']);
		const refused = await ask();
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await described('/items/14', refused)).toMatchObject({ code: 'too-many-requests' });
	});
});

test('refused requests from an address are limited, and a valid key from the same address is not', async () => {
	await withLive({ REFUSAL_LIMIT: '2/min' }, async ({ address, key }) => {
		const ask = (authorization: string) =>
			fetch(`${address}/items/14`, { headers: { Authorization: authorization } });
		expect([(await ask('no')).status, (await ask('no')).status]).toEqual([403, 403]);
		const limited = await ask('no');
		expect(limited.status).toBe(429);
		expect(await described('/items/14', limited)).toMatchObject({ code: 'too-many-requests' });
		expect((await ask(key)).status).toBe(200);
	});
});
