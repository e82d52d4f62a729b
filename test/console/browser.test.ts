import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort } from '../free-port.ts';
import { buildPage, phone } from '../page/browser.ts';
import { openChromium } from '../page/chromium.ts';
import { startService } from '../service-process.ts';
import { certificateFolder } from '../tls/secure-service.ts';
import { makeLink, startConsoleService } from './console-service.ts';

let browser: Browser;
beforeAll(async () => {
	await buildPage();
	browser = await openChromium();
});
afterAll(() => browser?.close());

/** Opens a link and clicks. Returns when the session has begun. */
async function signInWith(context: BrowserContext, link: string): Promise<Page> {
	const page = await context.newPage();
	await page.goto(link);
	const answer = page.waitForResponse((response) => response.url().endsWith('/console/sign-in'));
	await page.getByRole('button', { name: 'Sign in' }).click();
	expect((await answer).status()).toBe(200);
	return page;
}

/** The status of a request that a script of the page makes. */
const statusIn = (page: Page, path: string) =>
	page.evaluate(
		`fetch(${JSON.stringify(path)}, { headers: { 'Console-Token': localStorage.getItem('pointrelease-console-token') ?? '' } }).then(({ status }) => status)`,
	);

describe('over plain HTTP on this machine', () => {
	let service: Awaited<ReturnType<typeof startConsoleService>>;
	let context: BrowserContext;
	let page: Page;
	beforeAll(async () => {
		service = await startConsoleService();
		context = await browser.newContext({ viewport: phone });
		page = await signInWith(context, await makeLink(service));
	});
	afterAll(async () => {
		await context?.close();
		await service?.remove();
	});

	test('the code leaves the address, and the session stays after a reload and in another tab', async () => {
		expect(page.url()).toBe(`${service.console}/console`);
		expect(await page.evaluate('document.cookie')).toBe('');
		expect(await context.cookies(`${service.console}/console`)).toMatchObject([
			{ name: 'pointrelease-console', path: '/console', httpOnly: true, sameSite: 'Strict', secure: false },
		]);
		await page.reload();
		expect(await statusIn(page, '/console/session')).toBe(200);
		const tab = await context.newPage();
		await tab.goto(`${service.console}/console`);
		expect(await statusIn(tab, '/console/session')).toBe(200);
		await tab.close();
	});

	test('pages of another port and another site neither write, read nor frame it, even with the cookie in hand', async () => {
		const cookies: string[] = [];
		const attacker = Bun.serve({
			hostname: '127.0.0.1',
			port: 0,
			fetch(request) {
				cookies.push(request.headers.get('cookie') ?? '');
				return new Response('<!doctype html><title>x</title><body></body>', {
					headers: { 'Content-Type': 'text/html' },
				});
			},
		});
		try {
			for (const host of ['127.0.0.1', 'localhost']) {
				const evil = await context.newPage();
				await evil.goto(`http://${host}:${attacker.port}/console`);
				const outcomes = await evil.evaluate(`(async () => {
					const target = ${JSON.stringify(service.console)};
					const tried = async (path, options) => {
						try { return (await fetch(target + path, { credentials: 'include', ...options })).type; }
						catch { return 'failed'; }
					};
					const form = document.createElement('form');
					form.method = 'post'; form.enctype = 'text/plain'; form.target = 'frame';
					form.action = target + '/console/sign-out';
					const frame = document.createElement('iframe');
					frame.name = 'frame';
					document.body.append(frame, form);
					form.submit();
					const framed = document.createElement('iframe');
					framed.src = target + '/console';
					document.body.append(framed);
					await new Promise((resolve) => { framed.onload = resolve; });
					return [
						await tried('/console/sign-out', { method: 'POST', mode: 'no-cors', body: '{}' }),
						await tried('/console/sign-out', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
						await tried('/console/data/needs-you', { headers: { 'Console-Token': 'x' } }),
						await tried('/console/session', {}),
					];
				})()`);
				// The first is sent without an answer that a page can read, and refused.
				expect([host, outcomes]).toEqual([
					host,
					[expect.stringMatching(/opaque|failed/), 'failed', 'failed', 'failed'],
				]);
				const frames = evil.frames().filter((frame) => frame !== evil.mainFrame());
				expect(frames.length).toBe(2);
				for (const frame of frames) expect(await frame.locator('#page').count()).toBe(0);
				await evil.close();
			}
			// The sibling port got the cookie, and has nothing but a half of the session.
			const stolen = cookies.find((cookie) => cookie.includes('pointrelease-console='))!;
			expect(stolen).toContain('pointrelease-console=');
			for (const path of ['/console/session', '/console/data/needs-you'])
				expect((await fetch(service.console + path, { headers: { Cookie: stolen } })).status).toBe(401);
			expect(await statusIn(page, '/console/session')).toBe(200);
		} finally {
			await attacker.stop(true);
		}
	});

	test('a used link says so, and nothing is signed in', async () => {
		const link = await makeLink(service);
		const other = await browser.newContext();
		await (await signInWith(other, link)).close();
		const next = await browser.newContext();
		const late = await next.newPage();
		await late.goto(link);
		await late.getByRole('button', { name: 'Sign in' }).click();
		await late.getByRole('alert').waitFor();
		expect(await late.getByRole('alert').textContent()).toContain('used already');
		expect(await statusIn(late, '/console/session')).toBe(401);
		await next.close();
		await other.close();
	});
});

test('over https under its own name the cookie has the prefix that keeps other hosts from setting it', async () => {
	const port = await freePort();
	const origin = `https://console.localhost:${port}`;
	const files = certificateFolder(['console.localhost', 'localhost']);
	const service = await startService({ env: { ...files.env, CONSOLE: origin, PORT: String(port) } });
	const context = await browser.newContext({ ignoreHTTPSErrors: true });
	try {
		const { stdout } = await service.command('console', '--for', 'anna');
		const page = await signInWith(context, stdout.trim());
		expect(await context.cookies(origin)).toMatchObject([
			{ name: '__Host-pointrelease-console', path: '/', httpOnly: true, sameSite: 'Strict', secure: true },
		]);
		await page.reload();
		expect(await statusIn(page, '/console/session')).toBe(200);
		const elsewhere = await context.newPage();
		expect((await elsewhere.goto(`https://localhost:${port}/console`))?.status()).toBe(404);
		expect((await elsewhere.goto(`${origin}/`))?.status()).toBe(404);
	} finally {
		await context.close();
		await service.remove();
		files.remove();
	}
});
