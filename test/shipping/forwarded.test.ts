import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';

/*
 * What the shipped files of nginx and HAProxy tell a node about the client, without either program: a small proxy sets the
 * headers that the files name, with the values that their expressions have. `fronts.test.ts` does the same with the real
 * programs where they are installed, Caddy included, which sets these headers without being told.
 */
const deploy = join(import.meta.dir, '../../deploy');

/** A client: its address, and the headers that it sent. */
interface Client {
	readonly address: string;
	readonly headers: Headers;
}

/** The values of the expressions in both files. Both listen only with TLS. */
const values: Record<string, (client: Client) => string> = {
	'""': () => '',
	$host: ({ headers }) => (headers.get('host') ?? '').replace(/:\d+$/, ''),
	$http_host: ({ headers }) => headers.get('host') ?? '',
	$remote_addr: ({ address }) => address,
	$scheme: () => 'https',
	'%[src]': ({ address }) => address,
	'%[req.hdr(host)]': ({ headers }) => headers.get('host') ?? '',
	https: () => 'https',
};

const files = [
	['nginx/pointrelease.conf', /^\s*proxy_set_header\s+(\S+)\s+(.+);$/gm],
	['haproxy/haproxy.cfg', /^\s*http-request set-header\s+(\S+)\s+(\S+)$/gm],
] as const;

describe.each(files)('the headers that %s sets', (file, line) => {
	const all = [...readFileSync(join(deploy, file), 'utf8').matchAll(line)];
	// Each server of nginx sets them, for the service and for the console; another value would be another entry.
	const set = [
		...new Map(all.map(([, name, value]) => [`${name} ${value}`, [name!, value!] as const])).values(),
	];
	let live: Live;
	let proxy: ReturnType<typeof Bun.serve>;
	/** Each request comes from the address in `X-Test-Client`. */
	const forward = async (request: Request) => {
		const client = { address: request.headers.get('x-test-client') ?? '', headers: request.headers };
		const headers = new Headers(request.headers);
		for (const [name, value] of set) {
			const text = values[value]!(client);
			if (text === '') headers.delete(name);
			else headers.set(name, text);
		}
		return fetch(live.address + new URL(request.url).pathname, { headers, decompress: false } as RequestInit);
	};
	beforeAll(async () => {
		live = await startLive({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_LIMIT: '10/min' });
		proxy = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: forward });
	});
	afterAll(async () => {
		await proxy?.stop(true);
		await live?.stop();
	});

	test('are the three that the service believes, once each, with values that this test knows', () => {
		const names = set.map(([name]) => name);
		for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'])
			expect([name, names.filter((other) => other === name)]).toEqual([name, [name]]);
		expect(set.map(([, value]) => value).filter((value) => !values[value])).toEqual([]);
	});

	test('make the kit name the https address that the client used, whatever the client claims', async () => {
		for (const claims of [{}, { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' }]) {
			const headers = { Host: 'macs.example', Authorization: live.key, ...claims };
			const response = await fetch(`http://127.0.0.1:${proxy.port}/kit/index.json`, { headers });
			expect([claims, ((await response.json()) as { address: string }).address]).toEqual([
				claims,
				'https://macs.example',
			]);
		}
	});

	test('limit each client by its own address, whatever it claims', async () => {
		const visit = async (client: string, claimed: string) => {
			const headers = { 'X-Test-Client': client, 'X-Forwarded-For': claimed };
			return (await fetch(`http://127.0.0.1:${proxy.port}/openapi.json`, { headers })).status;
		};
		const statuses: number[] = [];
		for (let at = 0; at < 14; at++) statuses.push(await visit('203.0.113.9', `198.51.100.${at}, x${at}`));
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(await visit('203.0.113.10', '203.0.113.9')).toBe(200);
	});
});

test('Caddy is not configured to trust what clients send', () => {
	const text = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8').replace(/^\s*#.*$/gm, '');
	expect(text).not.toMatch(/trusted_proxies|header_up\s+-?X-Forwarded/);
	expect(text).toContain('reverse_proxy');
});
