import { expect, test } from 'bun:test';
import { startService, waitFor } from './service-process.ts';
import { countedRequests } from './usage.ts';

test('every request with a valid key is counted whatever its answer, and no other request is', async () => {
	const service = await startService();
	try {
		const ask = async (path: string, method: string, key?: string) => {
			const headers: Record<string, string> = key ? { Authorization: key } : {};
			return (await fetch(`${service.address}${path}`, { method, headers })).status;
		};
		const statuses = [];
		for (const [path, method] of [
			['/items/14', 'GET'],
			['/items/14', 'HEAD'],
			['/items/99', 'GET'],
			['/items/%zz', 'GET'],
			['/items/14', 'POST'],
			['/dataset', 'DELETE'],
		] as const)
			statuses.push(await ask(path, method, service.key));
		expect(statuses).toEqual([200, 200, 404, 400, 405, 405]);
		expect([await ask('/items/14', 'GET'), await ask('/livez', 'GET')]).toEqual([403, 200]);
		await waitFor(async () => (await countedRequests(service)) >= 6, 30_000, 'the counts');
		expect(await countedRequests(service)).toBe(6);
	} finally {
		await service.remove();
	}
});
