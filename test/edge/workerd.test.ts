import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eventually } from '../eventually.ts';
import { rawRequest, requestText } from '../live.ts';
import { shipped } from '../shipped-data.ts';
import { isFull } from '../size.ts';
import { allRequests, comparable, differences, requestOf, serviceOf, validKey } from './asked-both.ts';
import type { SameRequest } from './same-requests.ts';
import { bundleWorker, type Edge, startEdge, withoutWorkerd } from './workerd.ts';

const today = '2026-11-16';
const otherKey = 'EDGE-TEST-0000-0002';

if (withoutWorkerd !== null) test.skip(`the worker answers like the service: ${withoutWorkerd}`, () => {});
else
	describe('the worker in workerd', () => {
		const service = serviceOf(shipped, today);
		let worker: string;
		let edge: Edge;
		beforeAll(async () => {
			worker = await bundleWorker(today);
			edge = await startEdge(worker, { KEYS: `${otherKey}, ${validKey}` });
		});
		afterAll(() => edge.stop());
		const ask = ({ path, ...init }: SameRequest) =>
			fetch(edge.address + path, { redirect: 'manual', ...init });

		test('answers like the service: operations, reads, misses, conditions, methods and keys', async () => {
			const requests = await allRequests(shipped, service, isFull ? Number.POSITIVE_INFINITY : 2_000);
			expect(requests.length).toBeGreaterThan(isFull ? 20_000 : 4_000);
			expect((await differences(requests, service, ask)).slice(0, 3)).toEqual([]);
			expect(edge.printed()).toBe('');
		});

		test('tells the length of the body, to HEAD, too', async () => {
			const headers = { Authorization: validKey };
			const path = '/items/J293AP:14.7.2';
			const { body } = await comparable(await service(requestOf({ path, headers })));
			for (const method of ['GET', 'HEAD']) {
				const response = await ask({ path, method, headers });
				const length = response.headers.get('content-length');
				expect([length, await response.text()]).toEqual([`${body.length}`, method === 'GET' ? body : '']);
			}
		});

		test('refuses two Host headers as the service does', async () => {
			const head = requestText('GET', '/items/14', { Authorization: validKey });
			const port = Number(new URL(edge.address).port);
			const answer = await rawRequest(port, head.replace('\r\n', '\r\nHost: other.example\r\n'));
			expect([answer!.status, JSON.parse(answer!.body).code]).toEqual([400, 'bad-host']);
		});

		test('a key in the query opens nothing, and is in no answer', async () => {
			for (const [path, status] of [
				[`/items/J293AP:14.7.2?key=${otherKey}`, 403],
				[`/boards?key=${otherKey}`, 403],
			] as const) {
				const response = await ask({ path });
				expect([path, response.status]).toEqual([path, status]);
				expect(await response.text()).not.toContain(otherKey);
			}
			const keyed = { Authorization: validKey };
			expect((await ask({ path: `/items/14?key=${otherKey}`, headers: keyed })).status).toBe(200);
			const refused = await ask({ path: `/boards?key=${otherKey}`, headers: keyed });
			expect(refused.status).toBe(400);
			expect(await refused.text()).not.toContain(otherKey);
		});

		test.each([
			['without keys', {}, 'there are no license keys'],
			[
				'with a key in base64',
				{ KEYS: `${validKey} ${btoa(otherKey)}` },
				'license key 2 of 2 cannot be read',
			],
		])('%s answers nobody, and only its log says why, without the keys', async (_, env, reason) => {
			const closed = await startEdge(worker, env);
			const response = await fetch(`${closed.address}/items/14`, { headers: { Authorization: validKey } });
			expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
			await eventually('the reason is printed', () => closed.printed().includes(reason));
			for (const secret of [validKey, btoa(otherKey)]) expect(closed.printed()).not.toContain(secret);
			await closed.stop();
		});
	});
