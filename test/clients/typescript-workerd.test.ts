import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, ClientOptions } from '../../packages/client/lib/client.js';
import { type Edge, root, startWorkerd, withoutWorkerd } from '../edge/workerd.ts';
import { type Live, startLive } from '../live.ts';
import { against } from './typescript-setting.ts';

/** Makes the call of a client that its request describes. */
const worker = `
	import { createClient } from './client.js';
	export default {
		async fetch(request) {
			const { options, method, given } = await request.json();
			const asked = createClient(options)[method](...given);
			const thrown = ({ name, message, status, code }) => ({ name, message, status, code });
			return Response.json(await asked.catch(thrown));
		},
	};`;

function configurationOf(modules: readonly string[]): string {
	const embedded = modules.map((name) => `(name = "${name}", esModule = embed "${name}")`);
	return `using Workerd = import "/workerd/workerd.capnp";
		const config :Workerd.Config = (
			services = [
				(name = "worker", worker = (modules = [${embedded}], compatibilityDate = "2026-10-01", globalOutbound = "machine")),
				(name = "machine", network = (allow = ["local"])),
			],
			sockets = [(name = "http", http = (), service = "worker")],
		);`;
}

if (withoutWorkerd !== null) test.skip(`the package works in a worker: ${withoutWorkerd}`, () => {});
else
	describe('the package in workerd', () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-worker-'));
		let live: Live;
		let edge: Edge;
		beforeAll(async () => {
			cpSync(join(root, 'packages/client/lib'), folder, { recursive: true });
			const modules = [...new Bun.Glob('*.js').scanSync(folder)];
			writeFileSync(join(folder, 'worker.js'), worker);
			writeFileSync(join(folder, 'worker.capnp'), configurationOf(['worker.js', ...modules]));
			[live, edge] = await Promise.all([startLive(), startWorkerd(['serve', 'worker.capnp'], folder, {})]);
		});
		afterAll(async () => {
			await edge?.stop();
			await live?.stop();
			rmSync(folder, { recursive: true });
		});
		const call = async (options: Partial<ClientOptions>, method: keyof Client, ...given: unknown[]) => {
			const body = JSON.stringify({
				options: { address: live.address, key: live.key, ...options },
				method,
				given,
			});
			return (await fetch(edge.address, { method: 'POST', body })).json();
		};

		test('answers, and reports problems', async () => {
			expect(await call({}, 'nextOfBoard', 'J293AP', '14.7.2')).toMatchObject({
				requested_version_proximo: '14.7.3',
			});
			expect(await call({}, 'latestOfBoard', 'J293AP', '10.15')).toEqual({
				name: 'PointreleaseProblem',
				message: 'J293AP does not support 10.15',
				status: 404,
				code: 'major-not-supported',
			});
		});

		test('names the address to use after a redirect from http to https, which workers refuse with "error"', () =>
			against(
				[{ status: 301, location: 'https://releases.example.com/releases' }],
				async ({ address, paths }) => {
					expect(await call({ address }, 'majors')).toEqual({
						name: 'PointreleaseUnreachable',
						message: `${address} redirects to https://releases.example.com: use that as the address`,
						status: 301,
					});
					expect(paths).toEqual(['/releases']);
				},
			));

		test('asks the second address if the first cannot be reached, and tries again after 503', () =>
			against([{ status: 503, retryAfter: '0' }, { body: '{"count":1}' }], async ({ address }) => {
				const addresses = ['http://127.0.0.1:1', address];
				expect(await call({ address: addresses }, 'majors')).toEqual({ count: 1 });
			}));

		test('ends a request that takes too long', () =>
			against([{ delay: 60_000 }], async ({ address }) => {
				expect(await call({ address, tries: 1, timeout: 200 }, 'majors')).toEqual({
					name: 'PointreleaseUnreachable',
					message: `no answer within 200 ms: ${address}/releases`,
					status: null,
				});
			}));
	});
