import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Live } from '../live.ts';

const paths = ['/items/14', '/items/9.2', '/items/J293AP', '/items/J293AP:14.7.2', '/items/10.15/board_ids'];

async function get(live: Live, path: string, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(`${live.address}${path}`, { headers: { Authorization: live.key, ...headers } });
}

/** Tests of entity tags, on services that `start` starts. */
export function testTags(start: () => Promise<Live>): void {
	let first: Live;
	let second: Live;
	beforeAll(async () => {
		[first, second] = await Promise.all([start(), start()]);
	});
	afterAll(() => Promise.all([first.stop(), second.stop()]));

	test('two services with the same data give the same bytes and the same tags', async () => {
		for (const path of paths) {
			const [one, two] = [await get(first, path), await get(second, path)];
			expect(await one.text()).toBe(await two.text());
			for (const name of ['etag', 'last-modified', 'data-version'])
				expect(one.headers.get(name)).toBe(two.headers.get(name)!);
		}
	});

	test('different answers have different tags', async () => {
		const tags = await Promise.all(paths.map(async (path) => (await get(first, path)).headers.get('etag')));
		expect(new Set(tags).size).toBe(paths.length);
	});

	test('any spelling of a path has the tag of the exact one', async () => {
		const exact = (await get(first, '/items/J293AP:14.7.2')).headers.get('etag');
		for (const path of [
			'/items/j293ap:14.7.2',
			'/items/J293AP%3A14.7.2',
			'/items/MacBookPro17,1:14.7.2',
			'/items/J293:14.7.2',
		]) {
			expect((await get(first, path)).headers.get('etag')).toBe(exact);
		}
	});

	test('the tag of an answer gets 304 without a body, alone, in a list, and in its weak form', async () => {
		for (const path of paths) {
			const etag = (await get(first, path)).headers.get('etag')!;
			for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, `"a",W/"b" , ${etag}`, '*']) {
				const response = await get(first, path, { 'If-None-Match': tags });
				expect([response.status, await response.text()]).toEqual([304, '']);
				expect(response.headers.get('etag')).toBe(etag);
				expect(response.headers.get('cache-control')).toBe('private, max-age=300');
			}
		}
	});

	test('a text that resembles the tag gets the answer', async () => {
		const etag = (await get(first, '/items/14')).headers.get('etag')!;
		for (const tags of [etag.slice(1, -1), `"x${etag.slice(1)}`, '""', '"*"', 'W/*']) {
			expect((await get(first, '/items/14', { 'If-None-Match': tags })).status).toBe(200);
		}
	});
}
