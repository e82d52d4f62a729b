import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type Live, startLive } from '../live.ts';
import { openChromium } from '../page/chromium.ts';
import { longestWait } from '../patience.ts';
import { type Recorder, recordExchanges } from './recorder.ts';

const folder = fileURLToPath(new URL('../../packages/client/lib', import.meta.url));

/** The package in a page of another host, as in the dashboard of an admin. */
let live: Live;
let recorder: Recorder;
let pages: ReturnType<typeof Bun.serve>;
let browser: Browser;
let page: Page;
/** How the host of the page answers other paths. */
let redirects: string | null = null;
beforeAll(async () => {
	live = await startLive();
	recorder = recordExchanges(live.address);
	pages = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch(request) {
			const { pathname } = new URL(request.url);
			// Some browsers request more files than the page names.
			if (pathname === '/favicon.ico') return new Response(null, { status: 404 });
			if (pathname === '/releases' && redirects !== null)
				return new Response(null, { status: 302, headers: { Location: redirects } });
			return pathname === '/'
				? new Response('<!doctype html><title>dashboard</title>', {
						headers: { 'Content-Type': 'text/html' },
					})
				: new Response(Bun.file(join(folder, pathname)));
		},
	});
	browser = await openChromium();
	page = await browser.newPage();
	page.setDefaultTimeout(longestWait);
	await page.goto(`http://127.0.0.1:${pages.port}/`);
});
afterAll(async () => {
	await browser?.close();
	await pages?.stop(true);
	recorder?.stop();
	await live.stop();
});

/** Runs in the page: requests advice twice, then a path that does not exist. */
async function useClient({ address, key }: { address: string | string[]; key: string }) {
	const source: string = '/client.js';
	const { createClient, PointreleaseProblem } = await import(source);
	const client = createClient({ address, key });
	const ask = () => client.advice('J293AP', '14.7.2', { as_of: '2025-03-01' });
	const [first, second] = [await ask(), await ask()];
	const code = await client.latestOfBoard('J293AP', '10.15').catch((thrown: unknown) => {
		return thrown instanceof PointreleaseProblem ? (thrown as { code: string }).code : String(thrown);
	});
	return { latest: first.latest_version, same: JSON.stringify(first) === JSON.stringify(second), code };
}

test('the package works in a browser, from a page of another host', async () => {
	const result = await page.evaluate(useClient, { address: live.address, key: live.key });
	expect(result).toEqual({ latest: '14.7.4', same: true, code: 'major-not-supported' });
});

test('the second request uses the ETag in a browser too', async () => {
	await page.evaluate(useClient, { address: recorder.address, key: live.key });
	const asked = recorder.exchanges.filter(({ path }) => path.startsWith('/advice/'));
	const statuses = asked.map(({ status }) => status);
	// The browser sends preflight requests, because the page is from another host; their number is not tested.
	expect(statuses[0]).toBe(204);
	expect(statuses.filter((status) => status !== 204)).toEqual([200, 304]);
});

test('a redirect is reported without its Location, which browsers hide, and is not followed', async () => {
	redirects = `${recorder.address}/releases`;
	const before = recorder.exchanges.length;
	const thrown = await page.evaluate(async (key) => {
		const source: string = '/client.js';
		const { createClient } = await import(source);
		const asked = createClient({ address: '', key }).majors();
		return asked.catch(({ name, message, status }: { name: string; message: string; status: number }) => ({
			name,
			message,
			status,
		}));
	}, live.key);
	expect(thrown).toEqual({
		name: 'PointreleaseUnreachable',
		message: 'the address redirects: use the address that it redirects to',
		status: null,
	});
	expect(recorder.exchanges).toHaveLength(before);
});

test('the second address answers a page if no server listens at the first', async () => {
	const [address, key] = [['http://127.0.0.1:1', live.address], live.key];
	const asked = page.evaluate(useClient, { address, key });
	expect(await asked).toEqual({ latest: '14.7.4', same: true, code: 'major-not-supported' });
});
