import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ServiceProcess, startService } from '../service-process.ts';

/** Who may cache what, where everything that can be public is. */
let service: ServiceProcess;
beforeAll(async () => {
	service = await startService({ env: { PUBLIC_PAGES: 'on', SOFA_FEED: 'public' } });
});
afterAll(() => service.remove());

const ofEverybody = {
	'/openapi.json': 'public, max-age=300',
	'/dataset/core.json': 'public, max-age=300',
	'/sofa/v1/macos_data_feed.json': 'public, max-age=300',
	'/sofa/v2/macos_data_feed.json?ended=0': 'public, max-age=300',
	'/dataset/tables': 'public, max-age=300',
	'/policies': 'public, max-age=300',
	'/releases.atom': 'public, max-age=300',
	'/calendar.ics': 'public, max-age=300',
	'/boards/J293AP/releases.atom': 'public, max-age=300',
	'/boards/J293AP/releases.ics': 'public, max-age=300',
	'/': 'public, max-age=600',
	'/mac/J293AP?on=14.7.2': 'public, max-age=600',
	'/release/14': 'public, max-age=600',
	'/llms.txt': 'public, max-age=600',
};

test('what needs no key may be stored by every cache, apart by encoding, and is revalidated by its tag', async () => {
	for (const [path, allowed] of Object.entries(ofEverybody))
		for (const encoding of ['identity', 'gzip', 'br'])
			for (const method of ['GET', 'HEAD']) {
				const ask = (more: Record<string, string>) =>
					fetch(service.address + path, { method, headers: { 'Accept-Encoding': encoding, ...more } });
				const read = ({ status, headers }: Response) => [
					path,
					status,
					headers.get('cache-control'),
					headers.get('vary'),
					headers.get('etag'),
				];
				const first = await ask({});
				const tag = first.headers.get('etag')!;
				expect(tag).toMatch(/^(?:W\/)?"[^"]+"$/);
				expect(read(first)).toEqual([path, 200, allowed, 'Accept-Encoding', tag]);
				expect(read(await ask({ 'If-None-Match': tag }))).toEqual([
					path,
					304,
					allowed,
					'Accept-Encoding',
					tag,
				]);
				// The answer does not depend on the key, so a key does not make it private.
				expect(read(await ask({ Authorization: service.key }))).toEqual(read(first));
			}
});

test('what needs a key is private, and a refusal or a problem is stored nowhere', async () => {
	for (const path of [
		'/items/14',
		'/items/J293AP:14.7.2',
		'/items/14/board_ids',
		'/boards',
		'/advice/J293AP:14.7.2',
		'/search?q=air',
		'/dataset',
		'/export/support.csv',
		'/license',
	]) {
		const cached = (await service.get(path)).headers.get('cache-control')!;
		expect([path, /^(?:private|no-store)\b/.test(cached), cached.includes('public')]).toEqual([
			path,
			true,
			false,
		]);
		expect((await service.get(path, '')).headers.get('cache-control')).toBe('no-store');
	}
	for (const path of [
		'/sofa/v1/macos_data_feed.json?ended=x',
		'/dataset/core.json?x=1',
		'/mac/J293AP?on=..',
		'/mac/nothing',
	])
		expect([path, (await service.get(path, '')).headers.get('cache-control')]).toEqual([path, 'no-store']);
});
