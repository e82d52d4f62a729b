import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { matchRoute, routes } from '@pointrelease/core/src/api/routes.ts';
import { isPageAddress } from '../../src/page/addresses.ts';
import { assets, bundleFolder, scriptList } from '../../src/page/assets.ts';
import { writePage } from '../../src/page/bundle.ts';
import { silentLog } from '../../src/process/log.ts';
import { pageAnswers, readBundledPage } from '../../src/server/pages/page.ts';
import { type Live, startLive } from '../live.ts';

let live: Live;
beforeAll(async () => {
	await writePage(bundleFolder);
	live = await startLive();
});
afterAll(() => live.stop());

/** The scripts of the page, whose names change with their content. */
const scripts = () =>
	readFileSync(join(bundleFolder, scriptList), 'utf8')
		.trim()
		.split('\n')
		.map((file) => `/assets/${file}`);
const scriptOf = (name: string) => scripts().find((path) => path.startsWith(`/assets/${name}-`))!;
/** Code that views share is named like the page, which its document tells apart. */
const pageScript = () =>
	/<script type="module" src="([^"]+)"/.exec(readFileSync(join(bundleFolder, 'index.html'), 'utf8'))![1]!;

const addresses = ['/', '/all', '/release', '/release/14', '/mac/J293AP', '/mac/MacBookAir10%2C1'];

async function bytesOf(path: string, encoding: string, more: Record<string, string> = {}) {
	const headers = { 'Accept-Encoding': encoding, ...more };
	const response = await fetch(live.address + path, { headers, decompress: false } as RequestInit);
	return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test('the page is public at each of its addresses and nowhere else', async () => {
	for (const path of [...addresses, ...assets.map(({ path }) => path), ...scripts()])
		expect([path, (await fetch(live.address + path)).status]).toEqual([path, 200]);
	for (const path of [
		'/mac',
		'/mac/',
		'/mac/a/b',
		'/assets',
		'/assets/x.js',
		'/release/14/x',
		'/index.html',
		'/release/14//',
		'/boards/',
		'/items/14/',
		'/assets/page.js',
		'/assets/page-00000000.js',
		'/assets/scripts.txt',
		'/assets/page.css/',
	])
		expect([path, (await fetch(live.address + path)).status]).toEqual([path, 403]);
	expect((await fetch(live.address, { method: 'POST' })).status).toBe(405);
	expect((await fetch(live.address, { method: 'HEAD' })).status).toBe(200);
});

/** The Accept header of browsers that open an address. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test('a browser at an unknown address gets the page, with the status of the path', async () => {
	const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		fetch(live.address + path, { method, headers: { Accept: browser, ...headers } });
	for (const path of ['/mac', '/mac/', '/mac/a/b', '/nowhere', '/index.html', '/items', '/%zz']) {
		const response = await open(path);
		expect([path, response.status, response.headers.get('content-type')]).toEqual([
			path,
			403,
			'text/html; charset=utf-8',
		]);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
		expect(response.headers.get('etag')).toBeNull();
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(await response.text()).toContain('<div id="page">');
	}
	const keyed = { Authorization: live.key };
	expect((await open('/mac', keyed)).status).toBe(404);
	expect((await open('/%zz', keyed)).status).toBe(400);
	expect((await open('/mac', {}, 'HEAD')).status).toBe(403);
	const posted = await open('/mac', {}, 'POST');
	expect([posted.status, posted.headers.get('content-type')]).toEqual([403, 'application/problem+json']);
});

test('a program gets the problem, and so does a browser with a refused key', async () => {
	for (const [path, accept, key] of [
		['/mac', '*/*'],
		['/mac', 'application/json'],
		['/mac', 'text/html;q=0, application/json'],
		['/items/J293AP:14.7.2', '*/*'],
		['/items/nothing', browser, 'AAAA-BBBB-CCCC-DDDD'],
		['/boards', browser, 'AAAA-BBBB-CCCC-DDDD'],
		['/boards/nothing', browser, 'AAAA-BBBB-CCCC-DDDD'],
	] as const) {
		const sent: Record<string, string> = key === undefined ? {} : { Authorization: key };
		const response = await fetch(live.address + path, { headers: { ...sent, Accept: accept } });
		expect([path, accept, response.status, response.headers.get('content-type')]).toEqual([
			path,
			accept,
			403,
			'application/problem+json',
		]);
		const plain = await fetch(live.address + path, { headers: sent });
		expect(await response.text()).toBe(await plain.text());
	}
});

test('a trailing slash redirects to the address without it', async () => {
	for (const [path, to] of [
		['/all/', '/all'],
		['/all/?zoom=2&find=a%2Fb', '/all?zoom=2&find=a%2Fb'],
		['/docs/', '/docs'],
		['/release/', '/release'],
		['/release/14/', '/release/14'],
		['/mac/MacBookAir10%2C1/', '/mac/MacBookAir10%2C1'],
	] as const) {
		const response = await fetch(live.address + path, { redirect: 'manual' });
		expect([path, response.status, response.headers.get('location')]).toEqual([path, 308, to]);
	}
	expect((await fetch(`${live.address}/all/`, { method: 'POST' })).status).toBe(405);
});

test('no address of the page is also the path of an operation', () => {
	for (const path of [...addresses, ...assets.map(({ path }) => path)]) {
		const route = routes[matchRoute(path.split('/').slice(1))];
		expect([path, route?.answeredBy ?? 'page']).toEqual([path, 'page']);
	}
	for (const path of [
		'/items/14',
		'/boards',
		'/boards/J293AP',
		'/releases',
		'/releases/14',
		'/search',
		'/advice/J293AP:14',
	])
		expect([path, isPageAddress(path)]).toEqual([path, false]);
});

test('a document names the scripts of its own view only, with all that they import', async () => {
	const named = async (path: string) =>
		[...(await (await fetch(live.address + path)).text()).matchAll(/\/assets\/[^"]+\.js/g)].map(
			([name]) => name,
		);
	const transpiler = new Bun.Transpiler({ loader: 'js' });
	const importsOf = (path: string) =>
		transpiler
			.scanImports(readFileSync(join(bundleFolder, path.replace('/assets/', ''))))
			.filter(({ kind }) => kind === 'import-statement')
			.map((imported) => imported.path.replace('./', '/assets/'));
	const page = pageScript();
	for (const [path, view] of [
		['/', 'start'],
		['/mac/J293AP', 'mac'],
		['/release/14', 'release'],
		['/all', 'everything-view'],
		['/fleet', 'fleet-view'],
		['/kit', 'kit-view'],
		['/cve/CVE-2026-65400', 'checks'],
		['/compare', 'checks'],
		['/docs', 'docs-view'],
	] as const) {
		const [first, second, ...shared] = await named(path);
		expect([path, first, second]).toEqual([path, page, scriptOf(view)]);
		const imported = new Set([second!, ...shared].flatMap(importsOf));
		expect([path, ...shared.toSorted()]).toEqual([
			path,
			...[...imported].filter((name) => name !== page).toSorted(),
		]);
	}
	expect(scripts()).toHaveLength(14);
});

test('a script has the hash of its content in its name and is cached for good; all other files are revalidated each time', async () => {
	const cached = async (path: string) => (await fetch(live.address + path)).headers.get('cache-control');
	for (const path of scripts())
		expect([path, await cached(path)]).toEqual([path, 'public, max-age=31536000, immutable']);
	for (const path of [
		'/',
		'/all',
		'/assets/page.css',
		'/assets/everything.css',
		'/assets/fleet.css',
		'/assets/kit.css',
		'/assets/docs.css',
		'/docs',
		'/assets/fleet-worker.js',
	])
		expect([path, await cached(path)]).toEqual([path, 'no-cache']);
});

test('a browser at the path of a read is redirected to its page; a program gets the read, or is refused', async () => {
	for (const [path, page] of [
		['/cves/CVE-2026-65400', '/cve/CVE-2026-65400'],
		['/releases', '/release'],
		['/releases/14.7.2', '/release/14.7.2'],
		['/boards', '/all'],
		['/boards/J313AP/releases', '/mac/J313AP'],
		['/advice/J313AP:14.7.2', '/mac/J313AP?on=14.7.2'],
		['/exposure/Mac14,2:14.7.2', '/mac/Mac14,2?on=14.7.2&show=fixes'],
		['/search?q=air%20m1', '/?q=air%20m1'],
		['/cves/CVE-2026-65400/Mac14,2:14.7.2', '/cve/CVE-2026-65400?mac=Mac14,2&on=14.7.2'],
		['/cves/CVE-2026-65400/a&b%3A26.3.1%20(a)', '/cve/CVE-2026-65400?mac=a%26b&on=26.3.1%20(a)'],
	] as const) {
		const opened = await fetch(live.address + path, {
			headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
			redirect: 'manual',
		});
		expect([opened.status, opened.headers.get('location'), opened.headers.get('vary')]).toEqual([
			303,
			page,
			'Accept',
		]);
	}
	const status = async (headers: Record<string, string>) =>
		(await fetch(`${live.address}/cves/CVE-2026-65400`, { headers, redirect: 'manual' })).status;
	expect(await status({ Accept: 'text/html', Authorization: live.key })).toBe(200);
	expect(await status({ Accept: '*/*' })).toBe(403);
});

test('each client gets the same content in an encoding that it accepts', async () => {
	const plain = await bytesOf(pageScript(), 'identity');
	const gzip = await bytesOf(pageScript(), 'gzip, deflate');
	const brotli = await bytesOf(pageScript(), 'gzip, deflate, br');
	const refused = await bytesOf(pageScript(), 'br;q=0, gzip');
	expect(plain.response.headers.get('content-encoding')).toBeNull();
	expect(gzip.response.headers.get('content-encoding')).toBe('gzip');
	expect(brotli.response.headers.get('content-encoding')).toBe('br');
	expect(refused.response.headers.get('content-encoding')).toBe('gzip');
	expect(Buffer.from(plain.bytes).equals(gunzipSync(gzip.bytes))).toBe(true);
	expect(Buffer.from(plain.bytes).equals(brotliDecompressSync(brotli.bytes))).toBe(true);
	expect(plain.response.headers.get('vary')).toBe('Accept-Encoding');
});

/**
 * Everything that a view loads at first, in units of 1,000 bytes. Browsers accept brotli only over TLS. A Mac with its
 * version adds the advice, of 1.2 KB, to the same scripts.
 */
test.each([
	['/', ['/releases', '/dataset'], 40],
	[
		'/mac/J293AP?on=14.7.2',
		['/boards/J293AP', '/boards/J293AP/releases?brief=true', '/advice/J293AP:14.7.2'],
		53,
	],
	['/mac/J137AP', ['/boards/J137AP', '/boards/J137AP/releases?brief=true'], 52],
	['/all', ['/boards', '/releases'], 60],
] as const)(
	'a first visit of %p is within its budget without brotli, too',
	async (path, reads, kilobytes) => {
		const document = await (await fetch(live.address + path)).text();
		const files = [...document.matchAll(/\/assets\/[^"]+\.(?:js|css)/g)].map(([file]) => file);
		expect(files.length).toBeGreaterThan(1);
		let sum = 0;
		for (const asked of [path, '/readyz', ...files, ...reads]) {
			const { response, bytes } = await bytesOf(asked, 'gzip', { Authorization: live.key });
			expect([asked, response.status]).toEqual([asked, 200]);
			sum += bytes.length;
			for (const [name, value] of response.headers) sum += `${name}: ${value}\r\n`.length;
		}
		expect(sum).toBeLessThanOrEqual(kilobytes * 1_000);
	},
);

test('a file that is unchanged is not sent again', async () => {
	const { headers } = await fetch(`${live.address}/assets/page.css`);
	const again = await fetch(`${live.address}/assets/page.css`, {
		headers: { 'If-None-Match': headers.get('etag')! },
	});
	expect(again.status).toBe(304);
});

test('the security headers allow only this host', async () => {
	for (const path of [...addresses, '/docs', '/assets/page.css', '/assets/everything.css', pageScript()]) {
		const { headers } = await fetch(live.address + path);
		const isDocument = !path.startsWith('/assets/');
		const policy = headers.get('content-security-policy')!;
		// A script or style runs under the policy of its document: its own allows nothing, should somebody open it as one.
		if (!isDocument) expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
		else expect(policy).toStartWith("default-src 'none'; script-src 'self'; ");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe-eval');
		expect(policy).not.toMatch(/https?:|\*/);
		expect(headers.get('x-content-type-options')).toBe('nosniff');
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
		expect(headers.get('x-frame-options')).toBe('DENY');
		// Browsers ignore these headers on scripts and styles.
		expect(headers.get('cross-origin-opener-policy')).toBe(isDocument ? 'same-origin' : null);
		expect(headers.get('permissions-policy')?.includes('camera=()') ?? false).toBe(isDocument);
	}
	const page = (await fetch(live.address)).headers.get('content-security-policy');
	expect(page).not.toContain('unsafe-inline');
	expect(page).toContain("require-trusted-types-for 'script'");
});

test('a build removes all files of earlier builds', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-page-'));
	// What is unchanged is not compressed again, which takes nearly all of the time.
	cpSync(bundleFolder, folder, { recursive: true });
	for (const file of ['page-00000000.js', 'page-00000000.js.br', 'page.js.gz'])
		writeFileSync(join(folder, file), '');
	await writePage(folder);
	const names = readdirSync(folder).toSorted();
	rmSync(folder, { recursive: true });
	expect(names).toEqual(readdirSync(bundleFolder).toSorted());
});

test('without a build the first visitor starts one, and is asked to retry', async () => {
	const answers = pageAnswers(readBundledPage('/nowhere', silentLog));
	const ask = () => answers.get('/')!(new Request('http://localhost/'));
	expect([ask().status, ask().headers.get('retry-after')]).toEqual([503, '3']);
	for (let attempt = 0; ask().status !== 200 && attempt < 300; attempt++) await Bun.sleep(100);
	expect(await ask().text()).toContain('<title>pointrelease</title>');
});

test('a browser gets a page at an address of the API, and at /lost-key while it is off, with the status of the path', async () => {
	for (const path of ['/items/J313AP', '/dataset', '/policies', '/lost-key']) {
		const asked = (headers: Record<string, string>) => fetch(live.address + path, { headers });
		const opened = await asked({ Accept: 'text/html' });
		expect([path, opened.status, opened.headers.get('content-type')]).toEqual([
			path,
			403,
			'text/html; charset=utf-8',
		]);
		expect((await asked({})).headers.get('content-type')).toBe('application/problem+json');
	}
});

test('the document of a Mac names it before sign-in; that of any other identifier does not', async () => {
	const text = async (path: string) => (await fetch(live.address + path)).text();
	const document = await text('/mac/J313AP');
	expect(document).toContain('<title>MacBook Air (M1, 2020) · pointrelease</title>');
	expect(document).toContain('<meta property="og:title" content="MacBook Air (M1, 2020)" />');
	for (const path of ['/mac/A2338', '/mac/%22%3E%3Cb%3E', '/mac/%zz'])
		expect(await text(path)).toContain('<title>pointrelease</title>');
});
