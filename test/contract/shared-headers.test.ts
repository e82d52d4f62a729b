import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startInProcess } from '../live.ts';

let started: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
	started = await startInProcess();
});
afterAll(() => started.stop());

test('answers share their headers, and each response still has its own tag, however many are under way', async () => {
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
