import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readSettings } from '../../settings/settings.ts';
import { adminPlace, isNamed, servicePlace } from './place.ts';

const own = 'https://console.example.com';
const proxy = '10.0.0.7';
const plain = { ADMIN_ADDRESS: '127.0.0.1:9090', CONSOLE: 'on' };
const admin = (env: Record<string, string> = {}) => adminPlace(readSettings({ ...plain, ...env }));
const service = (env: Record<string, string>) => servicePlace(readSettings({ CONSOLE: own, ...env }), own);
const behind = { TRUSTED_PROXIES: proxy };
const headers = (given: Record<string, string>) => new Headers(given);

/** What a proxy of `deploy/` sends. */
const proxied = (host: string, proto = 'https') => ({
	Host: host,
	'X-Forwarded-For': '192.0.2.1',
	'X-Forwarded-Proto': proto,
	'X-Forwarded-Host': host,
});

describe('at ADMIN_ADDRESS', () => {
	test('a browser of this machine has the place that it names', () => {
		expect(admin()(headers({ Host: '127.0.0.1:9090' }), '127.0.0.1')).toEqual({
			origin: 'http://127.0.0.1:9090',
			secure: false,
		});
		expect(admin()(headers({ Host: '[::1]:9090' }), '::1')?.origin).toBe('http://[::1]:9090');
		expect(admin()(headers({ Host: 'localhost' }), '::ffff:127.0.0.1')?.origin).toBe('http://localhost');
	});

	test('over plain HTTP nobody else has one, whatever the headers say', () => {
		expect(admin()(headers({ Host: '127.0.0.1:9090' }), '192.0.2.1')).toBeNull();
		expect(admin()(headers({ Host: '127.0.0.1:9090' }), undefined)).toBeNull();
		expect(admin()(headers({}), '127.0.0.1')).toBeNull();
		const header = fc.constantFrom(
			['Forwarded', 'for=127.0.0.1;proto=https;host=localhost'],
			...['For', 'Proto', 'Host', 'Port', 'Server', 'Prefix'].map((name) => [`X-Forwarded-${name}`, 'https']),
			['Via', '1.1 x'],
			['X-Real-IP', '127.0.0.1'],
		);
		fc.assert(
			fc.property(
				fc.array(header, { minLength: 1 }),
				fc.constantFrom('127.0.0.1', '::1', '192.0.2.1'),
				(given, peer) => {
					const all = headers({ Host: '127.0.0.1:9090', ...Object.fromEntries(given) });
					expect(admin()(all, peer)).toBeNull();
				},
			),
		);
	});

	test('a trusted proxy that speaks https has one, under the names of ADMIN_HOSTS', () => {
		const find = admin({ ...behind, ADMIN_HOSTS: 'console.example.com' });
		expect(find(headers(proxied('console.example.com')), proxy)).toEqual({ origin: own, secure: true });
		expect(find(headers(proxied('console.example.com', 'http')), proxy)).toBeNull();
		expect(find(headers(proxied('evil.example')), proxy)).toBeNull();
		expect(find(headers(proxied('console.example.com')), '10.0.0.8')).toBeNull();
		const { 'X-Forwarded-Proto': _, ...silent } = proxied('console.example.com');
		expect(find(headers(silent), proxy)).toBeNull();
	});
});

describe("at the service's address", () => {
	test('a trusted proxy has it, under its own name and over https', () => {
		const find = service(behind);
		expect(find(headers(proxied('console.example.com')), proxy)).toEqual({ origin: own, secure: true });
		expect(find(headers(proxied('Console.Example.com:443')), proxy)?.origin).toBe(own);
		for (const [given, peer] of [
			[proxied('console.example.com', 'http'), proxy],
			[proxied('console.example.com', 'https, http'), proxy],
			[proxied('console.example.com'), '192.0.2.1'],
			[proxied('pointrelease.example.com'), proxy],
			[proxied('console.example.com:8443'), proxy],
			[proxied('console.example.com@evil.example'), proxy],
			[{ Host: 'console.example.com' }, proxy],
			[{ Host: 'console.example.com' }, '127.0.0.1'],
		] as const)
			expect([given, peer, find(headers(given), peer)]).toEqual([given, peer, null]);
	});

	test('its own TLS has it, and no header of a stranger changes that', () => {
		const find = service({ TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' });
		expect(find(headers({ Host: 'console.example.com' }), '192.0.2.1')?.origin).toBe(own);
		expect(find(headers({ Host: 'macs.example.com' }), '192.0.2.1')).toBeNull();
		expect(
			find(headers({ Host: 'macs.example.com', 'X-Forwarded-Host': 'console.example.com' }), '192.0.2.1'),
		).toBeNull();
	});

	test('a proxy that got the request over plain HTTP does not lend it the TLS behind', () => {
		const find = service({ ...behind, TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' });
		expect(find(headers(proxied('console.example.com', 'http')), proxy)).toBeNull();
		expect(find(headers(proxied('console.example.com')), proxy)?.origin).toBe(own);
	});

	test('its name is known over any protocol, so that nothing else is served under it', () => {
		const settings = readSettings({ CONSOLE: own, ...behind });
		const named = isNamed(settings, own);
		expect(named(headers({ Host: 'console.example.com' }), '192.0.2.1')).toBe(true);
		expect(named(headers(proxied('console.example.com', 'http')), proxy)).toBe(true);
		expect(
			named(headers({ Host: 'macs.example.com', 'X-Forwarded-Host': 'console.example.com' }), '192.0.2.1'),
		).toBe(false);
	});
});

test('CONSOLE does not start where it could be reached over plain HTTP, or not at all', () => {
	const value = (env: Record<string, string>) => readSettings(env).console;
	expect(value({})).toBeNull();
	expect(value(plain)).toEqual({ origin: null });
	expect(value({ CONSOLE: `${own}/`, ...behind })).toEqual({ origin: own });
	expect(value({ ...plain, ADMIN_ADDRESS: '0.0.0.0:9090', ...behind })).toEqual({ origin: null });
	for (const [env, words] of [
		[{ CONSOLE: 'on' }, 'CONSOLE needs ADMIN_ADDRESS'],
		[{ ...plain, ADMIN_ADDRESS: '0.0.0.0:9090' }, 'can be reached over plain HTTP'],
		[{ CONSOLE: own }, 'set TLS_CERT and TLS_KEY, or TRUSTED_PROXIES'],
		[{ CONSOLE: own, ...behind, PUBLIC_URL: 'https://console.example.com:8443' }, 'a name of its own'],
		...[
			'http://console.example.com',
			'https://192.0.2.1',
			'https://x@y',
			`${own}/x`,
			`${own}?x`,
			'yes',
			'https://',
		].map((text) => [{ CONSOLE: text, ...behind }, 'CONSOLE is "'] as const),
	] as const)
		expect(() => value(env as Record<string, string>)).toThrow(words);
});
