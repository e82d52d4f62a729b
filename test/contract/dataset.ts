import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cveNotice } from '@pointrelease/core/src/catalog/cve-notice.ts';
import type { Live } from '../live.ts';
import { describedText } from '../openapi.ts';
import { shipped } from '../shipped-data.ts';

/** Tests of `/dataset` and the version of the data, on a service that `start` starts. */
export function testDataset(start: (env: Record<string, string>) => Promise<Live>): void {
	let live: Live;
	beforeAll(async () => {
		live = await start({ PUBLIC_URL: 'https://mac.example.com' });
	});
	afterAll(() => live.stop());

	async function get(
		path: string,
		headers: Record<string, string> = { Authorization: live.key },
	): Promise<Response> {
		return fetch(`${live.address}${path}`, { headers });
	}

	test('/dataset reports the version of the data, its last change, and the state of each feed', async () => {
		const response = await get('/dataset');
		const text = await describedText('/dataset', response);
		expect(response.status).toBe(200);
		const { data_version, ...rest } = JSON.parse(text);
		expect(data_version).toBe(response.headers.get('data-version'));
		expect(rest).toEqual({
			cve_notice: cveNotice,
			data_changed: shipped.changed,
			following: false,
			stale: false,
			frozen: false,
			held_for_review: 0,
			clock_off_seconds: null,
			feed_shape_changed: false,
			held_since: null,
			pulled: [],
			feeds: ['apple', 'sofa', 'appledb', 'kev', 'cve', 'safari'].map((feed) => ({
				feed,
				state: 'off',
				last_try: null,
				last_answer: null,
				last_change: null,
				failures: 0,
				missing_members: [],
				problem: null,
				pending: 0,
			})),
		});
		expect(response.headers.get('cache-control')).toBe('private, no-cache');
		// No Last-Modified: the state of the feeds changes more often than the data.
		expect(response.headers.has('last-modified')).toBe(false);
		const since = {
			Authorization: live.key,
			'If-Modified-Since': new Date().toUTCString(),
		};
		expect([(await get('/dataset', since)).status, (await get('/releases.atom', since)).status]).toEqual([
			200, 304,
		]);
	});

	test('/releases.atom lists releases newest first, under the public address', async () => {
		const response = await get('/releases.atom');
		const text = await describedText('/releases.atom', response);
		expect([response.status, response.headers.get('content-type')]).toEqual([
			200,
			'application/atom+xml; charset=utf-8',
		]);
		const titles = [...text.matchAll(/<entry>\s*<id>[^<]*<\/id>\s*<title>([^<]*)<\/title>/g)].map(
			([, title]) => title,
		);
		expect(titles.slice(0, 3)).toEqual(['macOS 27.2', 'macOS 26.7.2', 'macOS 15.8.2']);
		expect(text).toContain(
			'<link rel="self" type="application/atom+xml" href="https://mac.example.com/releases.atom"/>',
		);
	});

	test('both need the key, have a tag, and accept only GET and HEAD', async () => {
		for (const path of ['/dataset', '/releases.atom']) {
			expect((await get(path, {})).status).toBe(403);
			const etag = (await get(path)).headers.get('etag')!;
			expect((await get(path, { Authorization: live.key, 'If-None-Match': etag })).status).toBe(304);
			const post = await fetch(`${live.address}${path}`, {
				method: 'POST',
				headers: { Authorization: live.key },
			});
			expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
		}
	});

	test('every answer names the version of its data', async () => {
		const { data_version } = (await (await get('/dataset')).json()) as { data_version: string };
		for (const path of [
			'/items/14',
			'/items/J293AP',
			'/boards/J293AP',
			'/releases.atom',
			'/items/99',
			'/nowhere',
			'/items/%zz',
		]) {
			expect([path, (await get(path)).headers.get('data-version')]).toEqual([path, data_version]);
		}
		expect((await get('/items/14', {})).headers.get('data-version')).toBe(data_version);
		const post = await fetch(`${live.address}/items/14`, {
			method: 'POST',
			headers: { Authorization: live.key },
		});
		expect(post.headers.get('data-version')).toBe(data_version);
	});
}
