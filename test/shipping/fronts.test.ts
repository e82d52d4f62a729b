import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { bytes, exchange } from '../hostile/raw-client.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { sized } from '../size.ts';
import { hold } from '../slow/holder.ts';
import { signed } from '../stripe-events.ts';
import { session, stripeEvent, stripeSecret } from '../stripe-objects.ts';
import { type Fronted, frontNames, skipped, startFronted } from './fronted.ts';

const consoleOrigin = 'https://console.example.com';

/** HAProxy admits 100 of them. */
const slowHeaders = sized(150, 400);

/** An address that no setting names as a proxy. */
const stranger = '127.0.0.2';

/** Starts a node on the port of an earlier one; a lingering connection may hold the port for a moment. */
async function startAgain(state: string, port: number): Promise<ServiceProcess> {
	const deadline = performance.now() + 20_000;
	for (;;) {
		try {
			return await startService({ state, env: { PORT: String(port), ACCESS_LOG: 'on' } });
		} catch (thrown) {
			const taken = (thrown as Error).message.includes(' is in use');
			if (!taken || performance.now() > deadline) throw thrown;
			await Bun.sleep(200);
		}
	}
}

for (const name of frontNames) {
	describe.skipIf(skipped(name) !== '')(`the ${name} configuration of deploy/${skipped(name)}`, () => {
		let fronted: Fronted;
		beforeAll(async () => {
			fronted = await startFronted(name, {
				ACCESS_LOG: 'on',
				TRUSTED_PROXIES: '127.0.0.1',
				MCP: 'on',
				SUBSCRIPTIONS: 'on',
				LOST_KEY: 'on',
				STRIPE_WEBHOOK_SECRET: stripeSecret,
				SMTP_URL: 'smtp://127.0.0.1:9',
				CONSOLE: consoleOrigin,
			});
		});
		afterAll(() => fronted?.stop());

		test('passes requests on with unchanged key, status and tag', async () => {
			const { get, nodes } = fronted;
			const direct = await nodes[0]!.get('/items/J293AP:14.7.2');
			const through = await get('/items/J293AP:14.7.2');
			expect(through.status).toBe(200);
			expect(await through.text()).toBe(await direct.text());
			for (const header of ['etag', 'cache-control', 'content-type', 'data-version'])
				expect({ header, value: through.headers.get(header) }).toEqual({
					header,
					value: direct.headers.get(header),
				});
			expect((await get('/items/14', '')).status).toBe(403);
			expect((await get('/items/99')).status).toBe(404);
			expect((await get('/items/%zz')).status).toBe(400);
		});

		test('answers other methods itself, with the same text as the service', async () => {
			const { front, key, nodes } = fronted;
			const headers = { Authorization: key };
			const direct = await fetch(`${nodes[0]!.address}/items/14`, { method: 'DELETE', headers });
			const through = await fetch(`${front.address}/items/14`, {
				method: 'DELETE',
				headers,
				tls: { ca: front.ca },
			});
			expect(through.status).toBe(405);
			expect(await through.text()).toBe(await direct.text());
			for (const header of ['allow', 'content-type'])
				expect(through.headers.get(header)).toBe(direct.headers.get(header)!);
		});

		test('passes a POST on only at the paths that accept one', async () => {
			const { front, key } = fronted;
			const post = (path: string, body = '', more: Record<string, string> = {}) =>
				fetch(front.address + path, {
					method: 'POST',
					body,
					headers: { Authorization: key, ...more },
					tls: { ca: front.ca },
				});
			const asked = await post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}', {
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
			});
			expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('find_mac')]);
			for (const path of ['/subscription/start', '/subscription/end'])
				expect([path, (await post(path)).status]).toEqual([path, 200]);
			const lost = await post('/lost-key', 'email=a%40example.com');
			expect([lost.status, await lost.text()]).toEqual([200, expect.stringContaining('Check your mail')]);
			// The signature covers the bytes: the proxy must not change them.
			const { body, header } = await signed(
				stripeEvent('checkout.session.completed', session(name, { metadata: { text: 'ä'.repeat(20_000) } })),
			);
			const event = await post('/hooks/stripe', body, { 'Stripe-Signature': header });
			expect([event.status, await event.json()]).toEqual([200, { received: true, result: 'held' }]);
			// This path is not enabled, so the service answers that it does not exist.
			const off = await post('/hooks/other');
			expect([off.status, ((await off.json()) as { code: string }).code]).toEqual([404, 'not-found']);
			for (const path of ['/items/14', '/', '/hooks', '/mcp/x', '/subscription', '/lost-keys']) {
				const response = await post(path, '{}');
				expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
			}
		});

		test('tells the nodes the address of the client, whatever the client claims', async () => {
			const { front, key, nodes } = fronted;
			const request = `GET /items/12 HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nX-Forwarded-For: 192.0.2.1\r\n`;
			for (const more of ['', 'X-Forwarded-For: 192.0.2.2\r\n', 'Connection: X-Forwarded-For\r\n']) {
				const options = { ca: front.ca, patience: 20_000, localAddress: stranger };
				const { responses } = await exchange(front.port, [bytes(`${request}${more}\r\n`)], options);
				expect(responses.map(({ status }) => status)).toEqual([200]);
			}
			const clients = () =>
				nodes.flatMap((node) => [...node.output().matchAll(/"client":"([^"]*)".*"\/items\/12"/g)]);
			await waitFor(() => clients().length === 3, 20_000, 'the access log');
			expect(clients().map(([, client]) => client)).toEqual([stranger, stranger, stranger]);
		});

		test('tells the nodes the address of the page, whatever the client claims', async () => {
			const { front, key } = fronted;
			for (const claims of [
				{},
				{ 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' },
				{ Connection: 'X-Forwarded-Host, X-Forwarded-Proto' },
			]) {
				const headers = { Authorization: key, ...claims };
				const response = await fetch(`${front.address}/kit/index.json`, { headers, tls: { ca: front.ca } });
				const { address } = (await response.json()) as { address: string };
				expect([claims, address]).toEqual([claims, front.address]);
			}
		});

		test('never names the address of a node, also to a client that sends no Host', async () => {
			const { front, key, nodes } = fronted;
			const request = `GET /kit/index.json HTTP/1.0\r\nAuthorization: ${key}\r\n\r\n`;
			const answer = JSON.stringify(
				await exchange(front.port, [bytes(request)], { ca: front.ca, patience: 20_000 }),
			);
			for (const { port } of nodes)
				expect([answer, answer.includes(`127.0.0.1:${port}`)]).toEqual([answer, false]);
		});

		test('passes the console on under its own name, which has nothing else, whatever the client claims', async () => {
			const { front, key, nodes } = fronted;
			const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
				fetch(front.address + path, {
					headers: {
						Host: new URL(consoleOrigin).host,
						...(body && { 'Content-Type': 'application/json' }),
						...headers,
					},
					tls: { ca: front.ca },
					...(body && { method: 'POST', body: JSON.stringify(body) }),
				});
			const own = { Origin: consoleOrigin, 'Sec-Fetch-Site': 'same-origin' };
			const page = await ask('/console');
			expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/console/assets/')]);
			const { stdout } = await nodes[0]!.command('console', '--for', 'anna');
			expect(stdout).toStartWith(`${consoleOrigin}/console#code=`);
			const code = stdout.trim().split('=')[1]!;
			expect(
				(await ask('/console/sign-in', { ...own, Origin: 'https://evil.example' }, { code })).status,
			).toBe(403);
			const signedIn = await ask('/console/sign-in', own, { code });
			expect(signedIn.status).toBe(200);
			expect(signedIn.headers.get('set-cookie')).toMatch(
				/^__Host-pointrelease-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict;/,
			);
			const { token } = (await signedIn.json()) as { token: string };
			const session = {
				...own,
				Cookie: signedIn.headers.get('set-cookie')!.split(';')[0]!,
				'Console-Token': token,
			};
			// The requests go to both nodes in turn.
			for (let at = 0; at < 4; at++) expect((await ask('/console/session', session)).status).toBe(200);
			expect(
				(await ask('/console/data/needs-you', { ...session, 'X-Forwarded-For': '10.0.0.1' })).status,
			).toBe(200);
			expect((await ask('/console/sign-out', session, {})).status).toBe(200);
			for (let at = 0; at < 2; at++) expect((await ask('/console/session', session)).status).toBe(401);
			for (const path of ['/', '/items/14', '/openapi.json', '/livez', '/consoles'])
				expect([path, (await ask(path, { Authorization: key })).status]).toEqual([path, 404]);
			// Under the name of the service there is no console, whatever a client says about hosts.
			for (const claims of [
				{},
				{ 'X-Forwarded-Host': 'console.example.com' },
				{ Forwarded: 'host=console.example.com' },
			]) {
				const response = await fetch(`${front.address}/console`, { headers: claims, tls: { ca: front.ca } });
				expect([claims, response.status]).toEqual([claims, 404]);
			}
			const posted = await fetch(`${front.address}/console/sign-in`, {
				method: 'POST',
				body: '{}',
				tls: { ca: front.ca },
			});
			expect(posted.status).toBe(405);
		});

		test(`keeps ${slowHeaders} slow headers away from the nodes and ends them`, async () => {
			const { front, key, nodes, get } = fronted;
			const before = readdirSync(`/proc/${front.pid}/fd`).length;
			const attack = {
				port: front.port,
				key,
				count: slowHeaders,
				localAddress: stranger,
				tls: true,
			} as const;
			const holder = await hold({ ...attack, form: 'slow-header' });
			try {
				expect(holder.opened).toBeGreaterThan(90);
				for (const node of nodes) expect(readdirSync(`/proc/${node.pid}/fd`).length).toBeLessThan(60);
				for (let index = 0; index < sized(10, 50); index++) expect((await get('/items/14')).status).toBe(200);
				await waitFor(
					() => readdirSync(`/proc/${front.pid}/fd`).length < before + 20,
					30_000,
					'the end of slow headers',
				);
			} finally {
				await holder.release();
			}
		});

		test('loses no request while a node restarts under load', async () => {
			const { get, nodes } = fronted;
			let running = true;
			const statuses = new Map<number | string, number>();
			const client = async () => {
				while (running) {
					const status = await get('/items/14').then(
						async (response) => (await response.text()) && response.status,
						(thrown: Error) => thrown.message,
					);
					statuses.set(status as number, (statuses.get(status as number) ?? 0) + 1);
				}
			};
			const clients = Promise.all(Array.from({ length: sized(6, 16) }, client));
			const moreAnswers = () => {
				const answered = () => statuses.values().reduce((sum, count) => sum + count, 0);
				const wanted = answered() + sized(50, 200);
				return waitFor(() => answered() >= wanted, 20_000, 'answers');
			};
			await moreAnswers();
			const [{ state }, second] = nodes as [Fronted['nodes'][0], Fronted['nodes'][0]];
			expect(await second.stop()).toBe(0);
			await moreAnswers();
			nodes[1] = await startAgain(state, second.port);
			const back = nodes[1];
			await waitFor(() => back.output().includes('/items/14'), 60_000, 'an answer of the node that is back');
			running = false;
			await clients;
			expect([...statuses.keys()]).toEqual([200]);
			expect(statuses.get(200)!).toBeGreaterThan(100);
		});

		test('writes no key into its log, even if no node is up', async () => {
			const { front, get, key, nodes } = fronted;
			for (const node of nodes) await node.stop();
			// nginx logs the path of a failed request.
			const paths = name === 'nginx' ? ['/items/14'] : ['/items/14', `/items/${key}`, `/items/14?key=${key}`];
			const answers = await Promise.all(paths.map((path) => get(path)));
			for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(502);
			await waitFor(async () => (await front.log()) !== '', 20_000, 'a word about it');
			const log = await front.log();
			expect(log.includes(key)).toBe(false);
		});
	});
}
