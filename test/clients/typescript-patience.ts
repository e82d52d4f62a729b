import assert from 'node:assert/strict';
import { against, type Case, key } from './typescript-setting.ts';

/** Retries and timeouts. */
export const patienceCases: Case[] = [
	[
		'a 429 is retried after the time that the service gives',
		({ client }) =>
			against([{ status: 429, retryAfter: '1' }, { body: '{"count":1}' }], async (server) => {
				const started = performance.now();
				const asked = client.createClient({ address: server.address, key });
				assert.equal((await asked.majors()).count, 1);
				assert.ok(performance.now() - started >= 950);
			}),
	],
	[
		'a Retry-After that is too long throws at once',
		({ client }) =>
			against([{ status: 429, retryAfter: '3600' }], async (server) => {
				const asked = client.createClient({ address: server.address, key }).majors();
				await assert.rejects(asked, { code: 'too-many-requests' });
				assert.equal(server.tags.length, 1);
			}),
	],
	[
		'5xx and broken connections are retried, three tries in all',
		({ client }) =>
			against(
				[{ status: 502, body: '<html>' }, { breakOff: true }, { body: '{"count":1}' }],
				async (server) => {
					const asked = client.createClient({ address: server.address, key });
					assert.equal((await asked.majors()).count, 1);
					assert.equal(server.tags.length, 3);
				},
			),
	],
	[
		'after the last try its failure is thrown',
		({ client }) =>
			against([{ status: 500, body: 'oops' }], async (server) => {
				const asked = client.createClient({ address: server.address, key, tries: 2 }).majors();
				await assert.rejects(asked, { name: 'PointreleaseUnreachable', status: 500 });
				assert.equal(server.tags.length, 2);
			}),
	],
	[
		'a 404 is not retried',
		({ client }) =>
			against([{ status: 404 }], async (server) => {
				const asked = client.createClient({ address: server.address, key }).majors();
				await assert.rejects(asked, { status: 404 });
				assert.equal(server.tags.length, 1);
			}),
	],
	[
		'an answer that is not JSON throws',
		({ client }) =>
			against([{ body: '<html>log in</html>' }], async (server) => {
				const asked = client.createClient({ address: server.address, key }).majors();
				await assert.rejects(asked, { name: 'PointreleaseUnreachable', status: 200 });
			}),
	],
	[
		'a missing server is reported as unreachable',
		async ({ client }) => {
			const asked = client.createClient({ address: 'http://127.0.0.1:1', key, tries: 1 }).majors();
			await assert.rejects(asked, { name: 'PointreleaseUnreachable', status: null });
		},
	],
	[
		'a try that takes too long is aborted',
		({ client }) =>
			against([{ delay: 5000 }], async (server) => {
				const asked = client.createClient({ address: server.address, key, timeout: 100, tries: 1 }).majors();
				await assert.rejects(asked, /no answer within 100 ms/);
			}),
	],
	[
		'an aborted call rejects with the reason of its caller, during a try and between two',
		({ client }) =>
			against([{ delay: 5000 }, { status: 429, retryAfter: '20' }], async (server) => {
				const asked = client.createClient({ address: server.address, key });
				for (let round = 0; round < 2; round++) {
					const controller = new AbortController();
					setTimeout(() => controller.abort(new Error('enough')), 100);
					await assert.rejects(asked.majors({ signal: controller.signal }), /enough/);
				}
				await assert.rejects(asked.majors({ signal: AbortSignal.abort(new Error('before')) }), /before/);
			}),
	],
	[
		'readiness returns "not ready" without a retry',
		({ client }) =>
			against([{ status: 503, body: '{"status":"not ready","reasons":["stopping"]}' }], async (server) => {
				const asked = client.createClient({ address: `${server.address}/`, key: null });
				assert.deepEqual((await asked.readiness()).reasons, ['stopping']);
				assert.equal(server.tags.length, 1);
			}),
	],
];
