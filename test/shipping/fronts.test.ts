import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ServiceProcess, startService } from '../service-process.ts';
import { type Front, insecure, startCaddy, startNginx } from './front.ts';

const fronts = [
	['nginx', startNginx],
	['caddy', startCaddy],
] as const;

for (const [name, start] of fronts) {
	const program = Bun.which(name);
	describe.skipIf(!program)(
		`the ${name} configuration of deploy/${program ? '' : ` (SKIPPED: ${name} is not installed)`}`,
		() => {
			let nodes: ServiceProcess[] = [];
			let front: Front;
			let key: string;
			beforeAll(async () => {
				const first = await startService();
				// Both nodes share one state, as two machines share a PostgreSQL.
				nodes = [first, await startService({ state: first.state })];
				key = first.key;
				front = await start(
					program!,
					nodes.map(({ port }) => port),
				);
			}, 40_000);
			afterAll(async () => {
				await front?.stop();
				for (const node of nodes.toReversed()) await node.remove();
			});
			const get = (path: string, authorization = key) =>
				fetch(front.address + path, {
					...insecure,
					headers: authorization ? { Authorization: authorization } : {},
				});

			test('passes requests on, with key, status and tag as they are', async () => {
				const direct = await nodes[0]!.get('/items/J293AP:14.7.2');
				const fronted = await get('/items/J293AP:14.7.2');
				expect(fronted.status).toBe(200);
				expect(await fronted.text()).toBe(await direct.text());
				for (const header of ['etag', 'cache-control', 'content-type', 'data-version'])
					expect({ header, value: fronted.headers.get(header) }).toEqual({
						header,
						value: direct.headers.get(header),
					});
				expect((await get('/items/14', '')).status).toBe(403);
				expect((await get('/items/99')).status).toBe(404);
				expect((await get('/items/%zz')).status).toBe(400);
			});

			test('keeps 400 slow headers away from the nodes and ends them', async () => {
				const secure = front.address.startsWith('https');
				let ended = 0;
				const sockets = Array.from({ length: 400 }, () => {
					const socket = secure
						? connectTls({ port: front.port, host: '127.0.0.1', rejectUnauthorized: false })
						: connect(front.port, '127.0.0.1');
					socket.on(secure ? 'secureConnect' : 'connect', () =>
						socket.write('GET /items/14 HTTP/1.1\r\nHost: x\r\nX-Slow: '),
					);
					socket.on('error', () => {});
					socket.on('close', () => ended++);
					socket.resume();
					return socket;
				});
				await Bun.sleep(2_500);
				for (const node of nodes) expect(readdirSync(`/proc/${node.pid}/fd`).length).toBeLessThan(60);
				for (let index = 0; index < 50; index++) expect((await get('/items/14')).status).toBe(200);
				const deadline = performance.now() + 15_000;
				while (ended < sockets.length && performance.now() < deadline) await Bun.sleep(100);
				for (const socket of sockets) socket.destroy();
				expect(ended).toBe(sockets.length);
			}, 30_000);

			test('loses no request while a node restarts under load', async () => {
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
				const clients = Promise.all(Array.from({ length: 16 }, client));
				await Bun.sleep(500);
				expect(await nodes[1]!.stop()).toBe(0);
				await Bun.sleep(700);
				nodes[1] = await startService({ state: nodes[0]!.state, env: { PORT: String(nodes[1]!.port) } });
				await Bun.sleep(700);
				running = false;
				await clients;
				expect([...statuses.keys()]).toEqual([200]);
				expect(statuses.get(200)!).toBeGreaterThan(100);
			}, 30_000);
		},
	);
}
