import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
	listedMajors,
	sofaDocument,
	usualEnded,
} from '@pointrelease/core/src/integrations/sofa/sofa-document.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { shipped } from '../shipped-data.ts';

const v1 = '/sofa/v1/macos_data_feed.json';
const v2 = '/sofa/v2/macos_data_feed.json';

/** The day of the answer, by the clock of the service. */
const dayOf = (response: Response) => new Date(response.headers.get('date')!).toISOString().slice(0, 10);

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;

describe('with SOFA_FEED=key', () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		service = await startService({ env: { SOFA_FEED: 'key' } });
	});
	afterAll(() => service.remove());
	const ask = (path: string, authorization: string | null, headers: Record<string, string> = {}) =>
		fetch(service.address + path, {
			headers: { ...(authorization && { Authorization: authorization }), ...headers },
		});

	test('the key opens the feed, plain or as the password of HTTP Basic', async () => {
		for (const path of [v1, v2])
			for (const authorization of [service.key, basic('any', service.key), basic('', service.key)])
				expect((await ask(path, authorization)).status).toBe(200);
	});

	test('nothing else opens the feed, and Basic opens no other path', async () => {
		for (const wrong of [
			null,
			'AAAA-BBBB-CCCC-DDDD',
			basic('any', 'AAAA-BBBB-CCCC-DDDD'),
			'Basic !!!',
			basic(service.key, ''),
		])
			expect((await ask(v1, wrong)).status).toBe(403);
		expect((await ask('/items/14', basic('any', service.key))).status).toBe(403);
		expect((await ask('/sofa/v3/macos_data_feed.json', service.key)).status).toBe(404);
	});

	test('each schema has the digest of its content, and as many unsupported majors as requested', async () => {
		for (const [schema, path] of [
			['v1', v1],
			['v2', v2],
		] as const)
			for (const ended of [null, 0, 3]) {
				const response = await ask(ended === null ? path : `${path}?ended=${ended}`, service.key);
				const { UpdateHash, ...served } = (await response.json()) as Record<string, unknown>;
				const majors = listedMajors(shipped, ended ?? usualEnded, dayOf(response));
				const document = JSON.stringify(sofaDocument(shipped, schema, majors));
				expect(served).toEqual(JSON.parse(document));
				expect(UpdateHash).toBe(createHash('sha256').update(document).digest('hex'));
			}
	});

	test('answers are compressed and have one weak tag for HEAD and GET in every encoding, so that nothing is sent twice', async () => {
		const packed = await ask(v1, service.key, { 'Accept-Encoding': 'gzip' });
		expect(packed.headers.get('content-encoding')).toBe('gzip');
		expect(packed.headers.get('vary')).toBe('Accept-Encoding');
		const tag = packed.headers.get('etag')!;
		expect(tag).toMatch(/^W\/"[^"]+"$/);
		for (const encoding of ['identity', 'gzip', 'br'])
			for (const method of ['HEAD', 'GET']) {
				const headers = { Authorization: service.key, 'Accept-Encoding': encoding };
				const first = await fetch(service.address + v1, { method, headers });
				expect([encoding, method, first.status, first.headers.get('etag')]).toEqual([
					encoding,
					method,
					200,
					tag,
				]);
				for (const tags of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
					const again = await fetch(service.address + v1, {
						method,
						headers: { ...headers, 'If-None-Match': tags },
					});
					expect([encoding, method, tags, again.status]).toEqual([encoding, method, tags, 304]);
				}
				const other = await fetch(service.address + v1, {
					method,
					headers: { ...headers, 'If-None-Match': '"other"' },
				});
				expect(other.status).toBe(200);
			}
		// The second schema is a different document.
		expect((await ask(v1.replace('v1', 'v2'), service.key)).headers.get('etag')).not.toBe(tag);
	});

	test('the extension of osquery downloads the feed once: it compares the tag of a HEAD, and gets only what changed', async () => {
		let cached: string | null = null;
		let downloads = 0;
		for (let run = 0; run < 5; run++) {
			// Go's client requests gzip automatically with GET, but not with HEAD.
			const head = await fetch(service.address + v1, {
				method: 'HEAD',
				headers: { Authorization: service.key, 'Accept-Encoding': 'identity' },
			});
			if (head.headers.get('etag') === cached) continue;
			const got = await ask(v1, service.key, { 'Accept-Encoding': 'gzip' });
			cached = got.headers.get('etag');
			downloads++;
		}
		expect(downloads).toBe(1);
	});

	test('an invalid number of unsupported majors is refused', async () => {
		const response = await ask(`${v1}?ended=x`, service.key);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: 'bad-parameter', parameter: 'ended' });
	});

	test('another method is refused', async () => {
		const response = await fetch(service.address + v1, {
			method: 'POST',
			headers: { Authorization: service.key },
		});
		expect(response.status).toBe(405);
	});
});

test('with SOFA_FEED=public the feed needs no key, and everything else still does', async () => {
	const service = await startService({ env: { SOFA_FEED: 'public' } });
	try {
		expect((await service.get(v1, '')).status).toBe(200);
		expect((await service.get(v2, '')).status).toBe(200);
		expect((await service.get('/items/14', '')).status).toBe(403);
	} finally {
		await service.remove();
	}
});

test('without the setting the feed does not exist', async () => {
	const service = await startService();
	try {
		expect((await service.get(v1)).status).toBe(404);
		expect((await service.get(v1, '')).status).toBe(403);
	} finally {
		await service.remove();
	}
});
