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
async function useClient({ address, key }: { address: string; key: string }) {
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
