import { afterAll, beforeAll, expect, test } from 'bun:test';
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
