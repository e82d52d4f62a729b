import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startConsoleService } from './console-service.ts';

let service: Awaited<ReturnType<typeof startConsoleService>>;
beforeAll(async () => {
	service = await startConsoleService();
});
afterAll(() => service?.remove());

const makeToken = async (name: string, may: string, perDay = 200) => {
	const words = ['console', 'token', '--may', may, '--for', name, '--per-day', String(perDay)];
	const { code, stdout, stderr } = await service.command(...words);
	if (code !== 0) throw new Error(stderr);
	return stdout.trim();
};

const asker = (token: string) => async (method: string, path: string, body?: unknown) => {
	const response = await fetch(`${service.console}/console/api${path}`, {
		method,
		headers: {
			Authorization: `Bearer ${token}`,
			...(body !== undefined && { 'Content-Type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as object };
};

describe('a shop', () => {
	test('issues once for an order, and gets the key only then and only without mail', async () => {
		const shop = asker(await makeToken('issuing', 'issue'));
		const order = { email: 'a@example.com', order: 'A-1', expires: '2099-12-31', mail: false };
		const first = await shop('POST', '/licenses', order);
		expect([first.status, first.body]).toEqual([
			201,
			{ id: expect.stringMatching(/^[0-9A-Z]{8}$/), ends_on: '2099-12-31', key: expect.any(String) },
		]);
		// Whoever reads the key tries it at once.
		const { id, key } = first.body as { id: string; key: string };
		expect((await service.get('/items/14', key)).status).toBe(200);
		expect(await shop('POST', '/licenses', order)).toMatchObject({
			status: 200,
			body: { id, ends_on: '2099-12-31' },
		});
		expect((await shop('POST', '/licenses', order)).body).not.toHaveProperty('key');
		const other = await shop('POST', '/licenses', { ...order, email: 'b@example.com' });
		expect(other).toMatchObject({ status: 409, body: { code: 'order-exists' } });
		const mailed = await shop('POST', '/licenses', { email: 'c@example.com', order: 'A-2' });
		expect([mailed.status, mailed.body]).toEqual([201, { id: expect.any(String), ends_on: null }]);
		const found = await shop('GET', '/licenses?order=A-1');
		expect(found.body).toMatchObject([{ id, email: 'a@example.com', status: 'active', order: 'A-1' }]);
	});

	test('does only what its token may, so often a day', async () => {
		const issuer = asker(await makeToken('twice', 'issue', 2));
		const { id } = (await issuer('POST', '/licenses', { email: 'd@example.com', order: 'D-1' })).body as {
			id: string;
		};
		for (const [path, body] of [
			[`/licenses/${id}/revoke`, {}],
			[`/licenses/${id}/extend`, { by: '1m' }],
		] as const)
			expect(await issuer('POST', path, body)).toMatchObject({
				status: 403,
				body: { code: 'token-may-not' },
			});
		// What is refused or changes nothing does not count.
		expect((await issuer('POST', '/licenses', { email: 'no address', order: 'D-2' })).status).toBe(400);
		expect((await issuer('POST', '/licenses', { email: 'd@example.com', order: 'D-2' })).status).toBe(201);
		const third = await issuer('POST', '/licenses', { email: 'd@example.com', order: 'D-3' });
		expect(third).toMatchObject({ status: 429, body: { code: 'too-many-changes' } });
		expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
		expect((await issuer('POST', '/licenses', { email: 'd@example.com', order: 'D-1' })).status).toBe(200);
		const reader = asker(await makeToken('reader', 'read'));
		expect((await reader('GET', `/licenses/${id}`)).body).toMatchObject({ id, status: 'active' });
		expect((await reader('POST', '/licenses', { email: 'd@example.com', order: 'D-4' })).status).toBe(403);
	});

	test('revokes with a reason and extends, in the audit log under its name', async () => {
		const shop = asker(await makeToken('shop', 'issue,revoke,extend'));
		const { id } = (
			await shop('POST', '/licenses', { email: 'e@example.com', order: 'E-1', expires: '2098-01-31' })
		).body as { id: string };
		const longer = await shop('POST', `/licenses/${id}/extend`, { by: '1m' });
		expect(longer).toMatchObject({ status: 200, body: { id, ends_on: '2098-02-28' } });
		const named = await shop('POST', `/licenses/${id}/extend`, { until: '2099-01-01' });
		expect(named.body).toMatchObject({ ends_on: '2099-01-01' });
		for (const body of [
			{},
			{ by: '1m', until: '2099-01-01' },
			{ by: '11y' },
			{ until: '2001-01-01' },
			{ to: 1 },
		])
			expect([body, (await shop('POST', `/licenses/${id}/extend`, body)).status]).toEqual([body, 400]);
		const revoked = await shop('POST', `/licenses/${id}/revoke`, { reason: 'paid back\nby hand' });
		expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked' } });
		expect((await shop('POST', `/licenses/${id}/revoke`, {})).status).toBe(200);
		expect((await shop('POST', `/licenses/${id}/extend`, { by: '1m' })).status).toBe(409);
		expect((await shop('POST', '/licenses/AAAAAAAA/revoke', {})).status).toBe(404);
		const { stdout } = await service.command('license', 'audit', id, '--json');
		const lines = JSON.parse(stdout) as { who: string; what: string; why: string }[];
		expect(lines.map(({ who, what, why }) => [who, what, why])).toEqual([
			['token:shop', 'issue', ''],
			['token:shop', 'renew', 'until 2098-02-28'],
			['token:shop', 'renew', 'until 2099-01-01'],
			['token:shop', 'revoke', 'paid back by hand'],
		]);
	});

	test('has a token that ends, and opens nothing else', async () => {
		const token = await makeToken('gone', 'issue');
		const shop = asker(token);
		expect((await shop('GET', '/licenses?order=X')).status).toBe(200);
		const asBearer = { Authorization: `Bearer ${token}`, 'Sec-Fetch-Site': 'same-origin' };
		expect((await fetch(`${service.console}/console/session`, { headers: asBearer })).status).toBe(401);
		expect((await service.get('/items/14', `Bearer ${token}`)).status).toBe(403);
		const again = await service.command('console', 'token', '--may', 'issue', '--for', 'gone');
		expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is a token for gone')]);
		expect((await service.command('console', 'token', '--end', '--for', 'gone')).code).toBe(0);
		expect((await shop('GET', '/licenses?order=X')).status).toBe(401);
		const { stdout } = await service.command('console', 'token', '--json');
		expect(stdout).not.toContain('"gone"');
		expect(stdout).not.toContain('prt_');
	});
});

test('the description names each path with its bodies and answers', async () => {
	const response = await fetch(`${service.console}/console/openapi.json`);
	const { paths, servers } = (await response.json()) as {
		paths: Record<string, Record<string, { responses: object; requestBody?: object }>>;
		servers: { url: string }[];
	};
	expect(servers).toEqual([{ url: service.console }]);
	expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
		['/console/api/licenses', ['post', 'get']],
		['/console/api/licenses/{id}', ['get']],
		['/console/api/licenses/{id}/revoke', ['post']],
		['/console/api/licenses/{id}/extend', ['post']],
	]);
	expect(Object.keys(paths['/console/api/licenses']!.post!.responses).slice(0, 2)).toEqual(['200', '201']);
	expect(JSON.stringify(paths['/console/api/licenses']!.post!.requestBody)).toContain(
		'"required":["email","order"]',
	);
});
