import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { shipped } from '../../../test/shipped-data.ts';
import { type PublicPagesParts, publicPages } from './public-pages.ts';

const template = readFileSync(new URL('../../page/static/index.html', import.meta.url));
const parts: PublicPagesParts = {
	read: (file) => (file === 'index.html' ? template : null),
	page: { get: (path) => () => new Response(`behind the key: ${path}`) },
	catalog: () => shipped,
	today: () => '2026-11-16',
	origin: () => 'https://macs.example',
	policies: new Map(),
};
const pages = publicPages(parts);

async function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
	const [path = ''] = address.split('?');
	return await pages.get(path)!(new Request(`http://localhost${address}`, { headers }));
}

test('any cache may store a page, and a page is sent again only if it changed', async () => {
	const response = await get('/mac/MacBookPro17,1?on=14.7.2&utm_source=x');
	expect(await response.text()).toContain(
		'<link rel="canonical" href="https://macs.example/mac/J293AP?on=14.7.2" />',
	);
	expect(response.headers.get('cache-control')).toBe('public, max-age=600');
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
	expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
	const tag = response.headers.get('etag')!;
	// A parameter that no view reads does not make another page.
	const again = await get('/mac/MacBookPro17,1?on=14.7.2', { 'If-None-Match': tag });
	expect(again.status).toBe(304);
	expect((await get('/mac/MacBookPro17,1?on=14.8', { 'If-None-Match': tag })).status).toBe(200);
});

test('all spellings of an address are one page', async () => {
	const tagOf = async (address: string) => (await get(address)).headers.get('etag');
	const one = await tagOf('/mac/J293AP?on=14.7.2');
	for (const address of [
		'/mac/j293ap?on=14.7.2',
		'/mac/J293AP?x=y&on=macOS+14.7.2',
		'/mac/J293AP?on=140702&grace_days=',
	])
		expect([address, await tagOf(address)]).toEqual([address, one]);
});

test('an invalid parameter gets the same text for every value, without the value', async () => {
	for (const [address, suffix] of [
		['/all?find=', ''],
		['/?q=', ''],
		['/mac/J293AP?on=', ''],
		['/mac/J293AP?grace_days=', ''],
		['/mac/', '?on=14.7.2'],
	] as const) {
		const [first, second] = await Promise.all(
			['zq1'.repeat(400), 'zq2'.repeat(4_000)].map((value) => get(`${address}${value}${suffix}`)),
		);
		expect([address, first!.status, first!.headers.get('cache-control')]).toEqual([
			address,
			address === '/mac/' ? 404 : 400,
			'no-store',
		]);
		const text = await first!.text();
		expect(await second!.text()).toBe(text);
		expect(text).not.toContain('zq1');
		expect(text).toContain('<meta name="robots" content="noindex" />');
	}
	expect(await (await get('/mac/J293AP?on=banana')).text()).toContain('a release such as 14.7.2');
});

test('the host that a client names is not in a page', async () => {
	const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' };
	const unnamed = publicPages({ ...parts, origin: () => null });
	for (const path of ['/', '/mac/J293AP', '/llms.txt', '/robots.txt'])
		for (const one of [pages, unnamed]) {
			const response = await one.get(path)!(new Request(`http://evil.example${path}`, { headers }));
			expect([path, (await response.text()).includes('evil.example')]).toEqual([path, false]);
		}
	const response = await unnamed.get('/mac/J293AP')!(new Request('http://evil.example/mac/J293AP'));
	expect(await response.text()).toContain('<link rel="canonical" href="/mac/J293AP" />');
	// Without PUBLIC_URL there is no sitemap, because that needs absolute addresses.
	expect(await (await unnamed.get('/sitemap.xml')!(new Request('http://x/'))).text()).toContain(
		'behind the key',
	);
});

test('without processor time for drawing, stored pages are sent, and new ones have to wait', async () => {
	let wait = 0;
	const budget = { waitOfStranger: () => wait, chargeStranger: <T>(_: string, work: () => T) => work() };
	const limited = publicPages({ ...parts, budget });
	const ask = async (address: string) => {
		const response = await limited.get(address.split('?')[0]!)!(new Request(`http://x${address}`));
		return [response.status, response.headers.get('retry-after')];
	};
	expect(await ask('/mac/J293AP')).toEqual([200, null]);
	await limited.prepare();
	wait = 7;
	for (const address of ['/mac/J293AP', '/mac/j293ap?utm_source=x', '/', '/all', '/release/14'])
		expect([address, ...(await ask(address))]).toEqual([address, 200, null]);
	expect(await ask('/mac/J293AP?on=14.8')).toEqual([429, '7']);
	expect(await ask('/mac/J999AP')).toEqual([429, '7']);
	expect(await ask('/mac/J293AP?on=banana')).toEqual([400, null]);
});

test('a page that is not found is not cached', async () => {
	for (const address of ['/mac/J31AP', '/release/14.8.6', '/cve/CVE-1999-0001']) {
		const response = await get(address);
		expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
	}
});

test('sitemap, robots.txt and llms.txt list the public pages', async () => {
	const text = async (path: string) => (await get(path)).text();
	const sitemap = await text('/sitemap.xml');
	for (const path of [
		'/',
		'/mac/J293AP',
		'/release/14',
		'/release/14.8.9',
		'/release/10.15.0',
		'/cve/CVE-2026-65400',
	])
		expect(sitemap).toContain(`<loc>https://macs.example${path}</loc>`);
	expect(await text('/llms.txt')).toStartWith('# pointrelease\n');
	expect(await text('/robots.txt')).toContain('Sitemap: https://macs.example/sitemap.xml');
});

test('fleet and kit still need a key', async () => {
	for (const path of ['/fleet', '/kit'])
		expect(await (await get(path)).text()).toBe(`behind the key: ${path}`);
});
