import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { shipped } from '../../../test/shipped-data.ts';
import { publicPages } from './public-pages.ts';

const template = readFileSync(new URL('../../page/static/index.html', import.meta.url));
const pages = publicPages({
	read: (file) => (file === 'index.html' ? template : null),
	page: { get: (path) => () => new Response(`behind the key: ${path}`) },
	catalog: () => shipped,
	today: () => '2026-11-16',
	address: () => 'https://macs.example',
	policies: new Map(),
});

async function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
	const [path = ''] = address.split('?');
	return await pages.get(path)!(new Request(`http://localhost${address}`, { headers }));
}

test('a page may be cached by anybody, and is sent again only if it changed', async () => {
	const response = await get('/mac/MacBookPro17,1?on=14.7.2&utm_source=x');
	expect(await response.text()).toContain(
		'<link rel="canonical" href="https://macs.example/mac/J293AP?on=14.7.2" />',
	);
	expect(response.headers.get('cache-control')).toBe('public, max-age=600');
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
	expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
	const tag = response.headers.get('etag')!;
	// A parameter that no view reads makes no other page.
	const again = await get('/mac/MacBookPro17,1?on=14.7.2', { 'If-None-Match': tag });
	expect(again.status).toBe(304);
	expect((await get('/mac/MacBookPro17,1?on=14.8', { 'If-None-Match': tag })).status).toBe(200);
});

test('a page that is not found is not cached', async () => {
	for (const address of ['/mac/J31AP', '/release/14.8.6', '/cve/CVE-1999-0001']) {
		const response = await get(address);
		expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
	}
});

test('search engines and language models are told what there is', async () => {
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

test('fleet and kit stay behind the key', async () => {
	for (const path of ['/fleet', '/kit'])
		expect(await (await get(path)).text()).toBe(`behind the key: ${path}`);
});
