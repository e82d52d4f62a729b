import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { makeLink, signIn, startConsoleService } from './console-service.ts';

let service: Awaited<ReturnType<typeof startConsoleService>>;
beforeAll(async () => {
	service = await startConsoleService();
});
afterAll(() => service?.remove());

test('a link signs in once, the session reads and ends with the sign-out', async () => {
	const page = await fetch(`${service.console}/console`);
	expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
	expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	const anna = await signIn(service);
	const session = await anna.get('/console/session');
	expect(await session.json()).toEqual({
		name: 'anna',
		may_write: true,
		ends: expect.any(String),
	});
	const todo = await anna.get('/console/data/needs-you');
	expect([todo.status, await todo.json()]).toEqual([200, expect.any(Array)]);
	expect((await anna.get('/console/data/nothing')).status).toBe(404);
	expect((await anna.post('/console/sign-out')).status).toBe(200);
	expect((await anna.get('/console/session')).status).toBe(401);
});

test('a link works once', async () => {
	const link = await makeLink(service);
	const code = new URL(link).hash.slice('#code='.length);
	const post = () =>
		fetch(`${service.console}/console/sign-in`, {
			method: 'POST',
			headers: { Origin: service.console, 'Content-Type': 'application/json' },
			body: JSON.stringify({ code }),
		});
	expect((await fetch(link)).status).toBe(200);
	expect((await post()).status).toBe(200);
	expect((await post()).status).toBe(403);
});

test('the access log has the routes of the console, and nothing that somebody searched for', async () => {
	const logged = await startConsoleService({ env: { ACCESS_LOG: 'on' } });
	try {
		const anna = await signIn(logged);
		await anna.get('/console/data/needs-you?q=K3MC-9R1H-O9Q9-E1ZE');
		await anna.get('/console/data/K3MC-9R1H-O9Q9-E1ZE');
		await fetch(`${logged.console}/console/api/licenses/K3MC9R1HO9Q9E1ZE`);
		await eventually('the last line', () => logged.output().includes('licenses/{id}'));
		const lines = [...logged.output().matchAll(/^\{.*"event":"request".*$/gm)]
			.map(([line]) => JSON.parse(line) as { path: string; status: number; client: string })
			.filter(({ path }) => !path.startsWith('/livez'));
		expect(lines.map(({ path, status }) => [path, status])).toEqual([
			['/console/sign-in', 200],
			['/console/data/needs-you', 200],
			['[other]', 404],
			['/console/api/licenses/{id}', 401],
		]);
		expect(lines[0]!.client).toBe('127.0.0.1');
		expect(logged.output()).not.toMatch(/K3MC/);
	} finally {
		await logged.remove();
	}
});
