import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dataRoutes } from '../../src/server/console/routes.ts';
import { rawRequest } from '../live.ts';
import { inStore, makeLink, signIn, startConsoleService } from './console-service.ts';

let service: Awaited<ReturnType<typeof startConsoleService>>;
beforeAll(async () => {
	service = await startConsoleService();
});
afterAll(() => service?.remove());

const postCode = (code: string, headers: Record<string, string> = {}) =>
	fetch(`${service.console}/console/sign-in`, {
		method: 'POST',
		headers: { Origin: service.console, 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify({ code }),
	});
const codeOf = (link: string) => new URL(link).hash.slice('#code='.length);
/** What the audit log says of the console, the newest last. */
const audit = async () => {
	const { stdout } = await service.command('license', 'audit', '--json');
	return (JSON.parse(stdout) as { what: string; who: string; why: string }[])
		.filter(({ what }) => what === 'console')
		.map(({ who, why }) => `${who} ${why}`);
};

describe('a link', () => {
	test('is not used up by a preview that fetches it, nor by a page of another site', async () => {
		const link = await makeLink(service);
		for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
		const code = codeOf(link);
		for (const headers of [
			{ Origin: 'https://evil.example' },
			{ Origin: 'null' },
			{ Origin: service.console.replace(/\d+$/, '1') },
			{ Origin: '' },
			{ 'Sec-Fetch-Site': 'cross-site' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ 'Sec-Fetch-Site': 'none' },
		])
			expect([headers, (await postCode(code, headers)).status]).toEqual([headers, 403]);
		// What a form of HTML can send.
		for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
			expect((await postCode(code, { 'Content-Type': type })).status).toBe(400);
		expect((await postCode(code)).status).toBe(200);
		expect((await postCode(code)).status).toBe(403);
	});

	test('ends after ten minutes, and with the command', async () => {
		const [late, ended] = [codeOf(await makeLink(service)), codeOf(await makeLink(service))];
		await inStore(service, async ({ database }) => {
			const { accessDigest } = await import('../../src/server/console/access.ts');
			const [row] = await database.rows<{ begun: number; ends: number }>(
				'SELECT begun, ends FROM console_access WHERE digest = $1',
				[accessDigest(late)],
			);
			expect(Number(row!.ends) - Number(row!.begun)).toBe(600_000);
			await database.rows('UPDATE console_access SET ends = begun WHERE digest = $1', [accessDigest(late)]);
		});
		expect((await postCode(late)).status).toBe(403);
		expect((await service.command('console', '--end')).stdout).toContain('ended');
		expect((await postCode(ended)).status).toBe(403);
	});

	test('is not guessed: after ten refusals an address waits, and a right code still works', async () => {
		const limited = await startConsoleService();
		try {
			const guess = (code: string) =>
				fetch(`${limited.console}/console/sign-in`, {
					method: 'POST',
					headers: { Origin: limited.console, 'Content-Type': 'application/json' },
					body: JSON.stringify({ code }),
				});
			const statuses: number[] = [];
			for (let at = 0; at < 12; at++) statuses.push((await guess(`guess-${at}`)).status);
			expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
			const tokens: number[] = [];
			for (let at = 0; at < 12; at++)
				tokens.push(
					(
						await fetch(`${limited.console}/console/api/licenses?order=x`, {
							headers: { Authorization: `Bearer prt_${at}` },
						})
					).status,
				);
			expect(tokens).toEqual([...Array(10).fill(401), 429, 429]);
			await signIn(limited);
		} finally {
			await limited.remove();
		}
	});
});

describe('a session', () => {
	test('is never the one that somebody planted, and the one before ends', async () => {
		const first = await signIn(service);
		const link = await makeLink(service);
		const again = await postCode(codeOf(link), { Cookie: first.cookie, 'Console-Token': first.token });
		const cookie = again.headers.get('set-cookie')!.split(';')[0]!;
		expect(again.status).toBe(200);
		expect(cookie).not.toBe(first.cookie);
		expect((await first.get('/console/session')).status).toBe(401);
		const planted = 'pointrelease-console='.padEnd(64, 'x');
		const { token } = (await again.json()) as { token: string };
		const asked = (cookies: string) =>
			fetch(`${service.console}/console/session`, { headers: { Cookie: cookies, 'Console-Token': token } });
		expect((await asked(cookie)).status).toBe(200);
		expect((await asked(`${planted}; ${cookie}`)).status).toBe(401);
	});

	test('needs both halves: the cookie, which other ports get, and the token, which they do not', async () => {
		const anna = await signIn(service);
		const other = await signIn(service);
		const status = async (headers: Record<string, string>) =>
			(await fetch(`${service.console}/console/data/needs-you`, { headers })).status;
		expect(await status({ Cookie: anna.cookie, 'Console-Token': anna.token })).toBe(200);
		expect(await status({ Cookie: anna.cookie })).toBe(401);
		expect(await status({ 'Console-Token': anna.token })).toBe(401);
		expect(await status({ Cookie: anna.cookie, 'Console-Token': other.token })).toBe(401);
	});

	test('is not used from another site or port, also for reading', async () => {
		const anna = await signIn(service);
		const paths = ['/console/session', '/console/data/needs-you', '/console/sign-out'];
		for (const headers of [
			{ 'Sec-Fetch-Site': 'cross-site' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ Origin: 'http://127.0.0.1:1' },
			{ Origin: 'https://evil.example' },
		]) {
			for (const path of paths)
				expect([path, headers, (await anna.post(path, {}, headers)).status]).toEqual([path, headers, 403]);
			const read = await fetch(`${service.console}/console/data/needs-you`, {
				headers: { Cookie: anna.cookie, 'Console-Token': anna.token, ...headers },
			});
			expect([headers, read.status, read.headers.get('access-control-allow-origin')]).toEqual([
				headers,
				403,
				null,
			]);
		}
		expect((await anna.get('/console/session')).status).toBe(200);
	});

	test('cannot be replayed after the sign-out, and nothing of it is in the store', async () => {
		const anna = await signIn(service);
		const { readFileSync, readdirSync } = await import('node:fs');
		const { join } = await import('node:path');
		const secrets = [anna.token, anna.cookie.split('=')[1]!];
		for (const file of readdirSync(service.state).filter((name) => name.startsWith('pointrelease.db'))) {
			const bytes = readFileSync(join(service.state, file));
			for (const secret of secrets) expect([file, bytes.includes(secret)]).toEqual([file, false]);
		}
		const out = await anna.post('/console/sign-out');
		expect(out.headers.get('set-cookie')).toContain('pointrelease-console=; Path=/console; HttpOnly;');
		for (const path of ['/console/session', '/console/data/needs-you'])
			expect((await anna.get(path)).status).toBe(401);
		for (const secret of secrets) expect(service.output()).not.toContain(secret);
	});

	test('ends by command, of one person or of all, and is in the audit log', async () => {
		const anna = await signIn(service);
		expect((await service.command('console', '--end', '--for', 'bert')).stdout.trim()).toBe(
			'0 sessions ended',
		);
		expect((await anna.get('/console/session')).status).toBe(200);
		expect((await service.command('console', '--end', '--for', 'anna')).code).toBe(0);
		expect((await anna.get('/console/session')).status).toBe(401);
		const next = await signIn(service);
		expect((await service.command('console', '--end')).stdout.trim()).toBe('1 session ended');
		expect((await next.get('/console/session')).status).toBe(401);
		expect((await audit()).slice(-3).map((line) => line.replace(/^\S+ (?=link|all)/, ''))).toEqual([
			'link for anna',
			'console:anna signed in',
			'all sessions ended',
		]);
	});

	test('that may only read writes nothing, and what only reads changes nothing', async () => {
		const reader = await signIn(service, '--read');
		const writer = await signIn(service);
		expect(await (await reader.get('/console/session')).json()).toMatchObject({ may_write: false });
		const changes = () =>
			inStore(service, async ({ database }) => {
				const [ledger] = await database.rows<{ change: number }>('SELECT change FROM ledger');
				const [decisions] = await database.rows<{ count: number }>('SELECT count(*) AS count FROM decisions');
				return [ledger!.change, Number(decisions!.count)];
			});
		const reads = dataRoutes
			.filter(({ method }) => method === 'GET')
			.map(({ path }) => ({ path, takes: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
		const before = await changes();
		for (const { method, path, access } of dataRoutes) {
			const at = `/console/data${path.replaceAll(/\{\w+\}/g, 'AAAAAAAA')}`;
			if (access === 'writes') {
				const refused = await reader.post(at);
				expect([at, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
					at,
					403,
					'may-only-read',
				]);
				// A write is a POST and nothing else; its last word may be taken for the name of something to read, which there is not.
				const read = [at, (await writer.get(at)).status];
				if (!reads.some((route) => route.path === path))
					expect(read).toEqual([at, reads.some((route) => route.takes.test(path)) ? 404 : 405]);
			} else await (method === 'GET' ? reader.get(at) : reader.post(at));
		}
		expect(await changes()).toEqual(before);
	});
});

describe('the place', () => {
	const ask = async (lines: string[], path = '/console') => {
		const { port } = new URL(service.console);
		const text = [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
		return (await rawRequest(Number(port), text))!.status;
	};

	test('is this machine alone, by name and without anything in between', async () => {
		for (const host of ['127.0.0.1', 'localhost', '[::1]', 'localhost:1'])
			expect([host, await ask([`Host: ${host}`])]).toEqual([host, 200]);
		for (const host of [
			'evil.example',
			'192.0.2.1',
			'localhost.evil.example',
			'127.0.0.1.evil.example',
			'x@127.0.0.1',
		])
			expect([host, await ask([`Host: ${host}`])]).toEqual([host, 404]);
		for (const line of [
			'Forwarded: for=127.0.0.1;proto=https',
			'X-Forwarded-Proto: https',
			'X-Forwarded-For: 127.0.0.1',
			'X-Forwarded-Host: 127.0.0.1',
			'X-Forwarded-Anything: x',
			'X-Real-IP: 127.0.0.1',
			'Via: 1.1 proxy',
		])
			for (const path of ['/console', '/console/session', '/console/api/licenses', '/console/openapi.json'])
				expect([line, path, await ask(['Host: 127.0.0.1', line], path)]).toEqual([line, path, 404]);
	});

	test('is not the address of the service, nor any other path', async () => {
		for (const path of ['/console', '/console/session', '/console/assets/console.js'])
			expect([path, (await service.get(path)).status]).toEqual([path, 404]);
		for (const path of [
			'/',
			'/consoles',
			'/console/',
			'/console/assets/page.css',
			'/console/data',
			'/console/../metrics',
		])
			expect([path, (await fetch(service.console + path)).status]).toEqual([
				path,
				path.endsWith('metrics') ? 200 : 404,
			]);
	});

	test('cannot be framed or sniffed, and loads no foreign script', async () => {
		for (const path of [
			'/console',
			'/console/assets/console.js',
			'/console/session',
			'/console/openapi.json',
		]) {
			const { headers } = await fetch(service.console + path);
			const policy = headers.get('content-security-policy') ?? '';
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
			expect(headers.get('x-content-type-options')).toBe('nosniff');
			expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
			expect(headers.get('referrer-policy')).toBe('no-referrer');
		}
		const page = await fetch(`${service.console}/console`);
		expect(page.headers.get('x-frame-options')).toBe('DENY');
		expect(page.headers.get('content-security-policy')).toContain("trusted-types 'none'");
		expect(await page.text()).not.toMatch(/<script>|<style|style=|\son\w+=/);
	});

	test('takes short JSON objects only', async () => {
		const { cookie, token } = await signIn(service);
		const post = (body: string) =>
			fetch(`${service.console}/console/sign-in`, {
				method: 'POST',
				headers: {
					Origin: service.console,
					Cookie: cookie,
					'Console-Token': token,
					'Content-Type': 'application/json',
				},
				body,
			});
		for (const body of ['', '[]', 'null', '{', '"x"', '\ud800'])
			expect([body, (await post(body)).status]).toEqual([body, 400]);
		expect((await post(JSON.stringify({ code: 'x'.repeat(17_000) }))).status).toBe(413);
		expect((await post('{"code":["x"]}')).status).toBe(403);
		expect((await post('{"code":{"__proto__":1}}')).status).toBe(403);
	});
});
