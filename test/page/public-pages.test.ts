import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectNoBarrier } from './barriers.ts';
import { hold, show, type Visit, visit } from './browser.ts';
import { expectKeyboardReaches } from './keyboard.ts';

let v: Visit;
beforeAll(async () => {
	v = await visit({ PUBLIC_PAGES: 'on', PUBLIC_URL: 'https://macs.example' });
});
afterAll(() => v.end());

/** The page as a client without scripts sees it: its text, one blank between words. */
async function textOf(path: string): Promise<string> {
	const markup = await (await fetch(v.live.address + path)).text();
	return /<body>([\s\S]*)<\/body>/
		.exec(markup)![1]!
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ');
}

const answers: [path: string, ...parts: string[]][] = [
	['/', 'What Macs run today', 'macOS 27 Golden Gate', '27.2', 'Newest Macs'],
	['/?q=air+m1+14.7.2', '1 result for', 'MacBook Air (M1, 2020)', 'on 14.7.2'],
	['/?q=14.8.6', 'No results for', '14.8.5', '14.8.7'],
	['/mac/J293AP', 'MacBook Pro (13-inch, M1, 2020)', 'Supported, up to 27.2', 'September 2029'],
	['/mac/J293AP?on=14.7.2', 'Update to 27.2', 'has been unsupported since 14 September 2026'],
	[
		'/mac/J293AP?on=14.8.8',
		'of 1 missing fix; 1 more is fixed only in newer versions: Apple has not said whether 14 is affected',
		'1 exploited vulnerability CVE-2026-65400',
		'1 exploited vulnerability not stated',
	],
	['/release', 'macOS 14 Sonoma', 'Unsupported since 14 September 2026'],
	['/release/14', 'macOS 14 Sonoma', '14.8.9', '6 August 2026', 'CVE-2026-65400'],
	['/release/14.8.9', 'macOS 14.8.9', '1 CVE fixed, 1 exploited', '23J631', 'MacBook Air (M1, 2020)'],
	[
		'/cve/cve-2026-65400',
		'known since 18 August 2026',
		'CISA due date: 21 August 2026',
		'Never fixed in 11 , 12 , 13',
	],
	['/cve/CVE-2026-65400?mac=air+m1&on=14.7.2', 'Missing', 'Update to 14.8.9 or later'],
	['/cve/CVE-2026-65400?mac=air+m1&on=10.15.7', 'J313AP does not support 10.15. MacBook Air (M1, 2020)'],
	[
		'/mac/J293AP?on=banana',
		'is not a version: expected a major version or a release such as 14, 14.7.2, 10.15.7 or 9.2.2. ',
	],
	['/compare?mac=J293AP&mac=Mac14,2', 'MacBook Air (M2, 2022)', 'Not run by all of them'],
	['/all?runs=26&not=27', '7 Macs shown', 'Mac Pro (2019)'],
];

test.each(answers)(
	'%p has its answer in the markup, for everybody, without a script',
	async (path, ...parts) => {
		const text = await textOf(path);
		for (const part of parts) expect(text).toContain(part);
	},
);

test('a page has a title, a description and the address it is known by, and may be cached by anybody', async () => {
	const response = await fetch(`${v.live.address}/mac/MacBookPro17,1?on=14.7.2&utm_source=x`);
	const markup = await response.text();
	expect(/<title>(.*?)<\/title>/.exec(markup)![1]).toBe(
		'MacBook Pro (13-inch, M1, 2020) on 14.7.2 · pointrelease',
	);
	expect(markup).toContain('<link rel="canonical" href="https://macs.example/mac/J293AP?on=14.7.2" />');
	expect(/<meta name="description" content="(.*?)"/.exec(markup)![1]).toStartWith(
		'MacBook Pro (13-inch, M1, 2020) runs macOS 11 to macOS 27. Update to 27.2.',
	);
	expect(response.headers.get('cache-control')).toBe('public, max-age=600');
	expect(response.headers.get('access-control-allow-origin')).toBeNull();
	expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
	const tag = response.headers.get('etag')!;
	const again = await fetch(`${v.live.address}/mac/MacBookPro17,1?on=14.7.2`, {
		headers: { 'If-None-Match': tag },
	});
	expect(again.status).toBe(304);
});

test('a count of exploited vulnerabilities leads to them', async () => {
	const markup = async (path: string) => (await fetch(v.live.address + path)).text();
	const mac = await markup('/mac/J293AP?on=14.7.2');
	expect(mac).toContain('<a href="#exploited">6</a>');
	expect(mac.match(/href="\/cve\/CVE-[\d-]+\?mac=J293AP&#38;on=14.7.2"/g)).toHaveLength(6 + 9);
	const compared = await markup('/compare?mac=J293AP:14.7.2&mac=Mac14,2');
	expect(compared).toContain('<a href="/mac/J293AP?on=14.7.2">6</a>');
	expect(compared).toContain('<a href="/release/27.2">27.2</a>');
	expect(await markup('/release/14')).toContain('<a href="/release/14.8.9">1 CVE fixed, 1 exploited</a>');
});

test('what does not exist is not found, is not listed, and leads on', async () => {
	for (const [path, near] of [
		['/mac/J31AP', 'J313AP'],
		['/release/14.8.6', '14.8.5'],
		['/release/28.0', 'href="/release/27"'],
		['/release/10.16', 'href="/release/10.0"'],
		['/cve/CVE-1999-0001', 'Start page'],
	] as const) {
		const response = await fetch(v.live.address + path);
		const markup = await response.text();
		expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
		expect(markup).toContain(near);
		expect(markup).toContain('<meta name="robots" content="noindex" />');
	}
});

test('nothing that comes from an address is markup in the page', async () => {
	for (const path of [
		'/?q=',
		'/mac/',
		'/release/',
		'/cve/',
		'/mac/J293AP?on=',
		'/compare?mac=',
		'/all?find=',
	]) {
		const markup = await (
			await fetch(`${v.live.address}${path}${encodeURIComponent('"><script>x</script>')}`)
		).text();
		expect([path, markup.includes('<script>x')]).toEqual([path, false]);
		expect([path, markup.includes('"><')]).toEqual([path, /"><(?!script>x)/.test(markup)]);
	}
});

test('search engines and language models are told what there is', async () => {
	const text = async (path: string) => (await fetch(v.live.address + path)).text();
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

test('fleet, kit and the API stay behind the key', async () => {
	for (const path of ['/boards/J293AP', '/items/J293AP:14', '/releases', '/search?q=x', '/kit/index.json'])
		expect([path, (await fetch(v.live.address + path)).status]).toEqual([path, 403]);
	for (const path of ['/fleet', '/kit'])
		expect(await (await fetch(v.live.address + path)).text()).not.toContain('data-public');
});

describe('in a browser', () => {
	test('without a key a page is as it came: it searches, checks and leads on, and asks for the key only to sign in', async () => {
		const { page, close } = await v.open('/', { key: null });
		await page.getByLabel('Search for a Mac').fill('air m1');
		await page.getByLabel('Search for a Mac').press('Enter');
		await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).click();
		await page.getByLabel('Installed version').fill('14.7.2');
		await page.getByRole('button', { name: 'Check' }).click();
		await page.locator('.headline', { hasText: 'Update to 27.2' }).waitFor();
		expect(page.url()).toBe(`${v.live.address}/mac/J313AP?on=14.7.2`);
		for (const [path, ready] of [
			['/mac/J293AP?on=14.7.2', '.headline'],
			['/release/14', '.release-table'],
			['/compare?mac=J293AP:14.7.2&mac=M0001A', '.compare-table'],
			// Seven of a thousand rows: the rules look at each.
			['/all?runs=26&not=27', '.listing'],
		] as const) {
			await page.goto(v.live.address + path);
			await page.locator(ready).first().waitFor();
			await expectNoBarrier(page);
			await expectKeyboardReaches(page);
		}
		await page.getByRole('link', { name: 'Sign in' }).click();
		await page.getByLabel('License key').fill(v.live.key);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.locator('.data-state p').first().waitFor();
		expect(page.url()).toBe(`${v.live.address}/`);
		await close();
	});

	test('what was typed into the comparison is the same comparison for whoever has a key', async () => {
		const { page, close } = await v.open('/compare', { key: null });
		await page.getByLabel('Mac 1').fill('air m1 14.7.2');
		await page.getByRole('button', { name: 'Compare' }).click();
		// The page before has the same fields: what is typed there is gone with it.
		await page.locator('.compare-table thead th').first().waitFor();
		await page.getByLabel('Mac 2').fill('macbook air');
		await page.getByRole('button', { name: 'Compare' }).click();
		await page.waitForURL(/mac=.+&mac=macbook\+air/);
		const columns = async (on: typeof page) => {
			await on.locator('.compare-table').waitFor();
			return (await on.locator('.compare-table thead th').allTextContents()).map((text) =>
				text.replace(/Remove.*/, ''),
			);
		};
		const without = (await columns(page)).filter(Boolean);
		expect(without[0]).toBe('MacBook Air (M1, 2020)');
		expect(without).toHaveLength(2);
		const other = await v.open(page.url().slice(v.live.address.length), {
			mayJump: true,
			expected: /status of 404/,
		});
		expect(await columns(other.page)).toEqual(without);
		await other.page.getByRole('cell', { name: 'Update to 27.2' }).waitFor();
		await other.close();
		await close();
	});

	test('a search that was begun before the script was there goes on after it, where the key is', async () => {
		const { page, close } = await v.open('/livez', { mayJump: true });
		const held = await hold(page, '**/assets/page-*.js');
		await page.goto(`${v.live.address}/release/14`, { waitUntil: 'commit' });
		await page.getByLabel('Search for a Mac').fill('air m1');
		await held.letGo();
		await page.getByRole('heading', { name: '1 Mac for “air m1”' }).waitFor();
		await page.keyboard.type(' 14.7.2');
		await page.waitForURL('**/?q=air%20m1%2014.7.2');
		await page.getByRole('link', { name: 'MacBook Air (M1, 2020)' }).waitFor();
		await close();
	});

	test('with a key the page is the one with everything', async () => {
		const { page, close } = await v.open('/mac/J293AP?on=14.7.2', { mayJump: true });
		await page.locator('.time-chart svg').waitFor();
		await show(page, '/', '.data-state p');
		await close();
		const signedIn = await v.open('/sign-in');
		await signedIn.page.locator('.data-state p').first().waitFor();
		await signedIn.close();
	});
});
