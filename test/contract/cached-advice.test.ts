import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startInProcess } from '../live.ts';

let started: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
	started = await startInProcess();
});
afterAll(() => started.stop());

async function shown(response: Response) {
	return { status: response.status, headers: [...response.headers], body: await response.text() };
}

test.each([
	['/advice/J293AP:14.7.2', 'J293AP:14.7.2', {}],
	['/advice/J293AP:14.7.2?behind=1&grace_days=14', 'J293AP:14.7.2', {}],
	['/advice/J293AP:14.7.2?behind=x', 'J293AP:14.7.2', {}],
	['/advice/J293AP:14.7.2', 'J293AP:14.7.2', { Accept: 'text/plain' }],
	['/advice/J293AP:14.7.2', 'J293AP:14.7.2', { 'Accept-Encoding': 'br' }],
	['/advice/J293AP:14.7.2', 'J293AP:14.7.2', { Authorization: 'wrong' }],
	['/advice/J293AP:99', 'J293AP:99', {}],
	['/advice/nothing', 'nothing', {}],
	['/advice/Mac14,2:15.3', 'Mac14,2:15.3', {}],
	['/advice/J293AP%3A14.7.2', 'J293AP:14.7.2', {}],
	['/advice/MacBook%20Air%20(M2,%202022):15.3', 'MacBook Air (M2, 2022):15.3', {}],
	['/advice/%ff:15.3', '�:15.3', {}],
])('%s has the same answer from the cache, computed, and from either router', async (path, item, sent) => {
	const request = () =>
		new Request(`http://localhost${path}`, { headers: { Authorization: started.key, ...sent } });
	const { service } = started;
	const [first, worked, cached] = [
		await shown(service.advice(request(), item)),
		await shown(service.handle(request())),
		await shown(service.advice(request(), item)),
	];
	expect(first).toEqual(worked);
	expect(cached).toEqual(worked);
});
