import { afterAll, describe, expect, test } from 'bun:test';
import { appleAuthority, FeedServers, publicAuthority } from '../../test/feeds/feed-server.ts';
import { type Download, type DownloadOptions, download } from './download.ts';

const servers = new FeedServers();
afterAll(() => servers.close());

const url = () => `${servers.othersUrl}/document`;
const get = (more: Partial<DownloadOptions> = {}, at = url()): Promise<Download> =>
	download(at, { authority: publicAuthority.pem, limit: 1000, timeout: 1, ...more });

describe('download', () => {
	test('returns the bytes and the validators for the next request', async () => {
		servers.appledb = () => new Response('abc', { headers: { etag: '"1"', 'last-modified': 'yesterday' } });
		const answer = await get();
		expect(answer).toEqual({
			kind: 'document',
			bytes: new TextEncoder().encode('abc'),
			validators: { etag: '"1"', lastModified: 'yesterday' },
			date: null,
		});
	});

	test("returns the server's time: Date plus Age", async () => {
		servers.time = () => new Date('2026-12-01T12:00:00Z');
		servers.appledb = () => new Response('abc');
		expect((await get()).date).toEqual(new Date('2026-12-01T12:00:00Z'));
		servers.appledb = () => new Response('abc', { headers: { age: '90' } });
		expect((await get()).date).toEqual(new Date('2026-12-01T12:01:30Z'));
		servers.time = null;
		expect((await get()).date).toBeNull();
	});

	test('names this program in User-Agent', async () => {
		let agent = '';
		servers.appledb = (request) => {
			agent = request.headers.get('user-agent') ?? '';
			return new Response('abc');
		};
		await get();
		expect(agent).toStartWith('pointrelease/');
	});

	test('sends the validators, preferring the ETag to the date', async () => {
		const validators: (string | null)[] = [];
		servers.appledb = ({ headers }) => {
			validators.push(headers.get('if-none-match'), headers.get('if-modified-since'));
			return new Response(null, { status: 304 });
		};
		expect(await get({ validators: { etag: '"1"', lastModified: 'x' } })).toEqual({
			kind: 'unchanged',
			date: null,
		});
		await get({ validators: { etag: null, lastModified: 'x' } });
		expect(validators).toEqual(['"1"', null, null, 'x']);
	});

	test('refuses 304 to a request without conditions', async () => {
		servers.appledb = () => new Response(null, { status: 304 });
		for (const validators of [undefined, { etag: null, lastModified: null }])
			await expect(get({ validators })).rejects.toThrow(
				/^localhost:\d+: answers 304 to a request without conditions$/,
			);
	});

	test('refuses any status but 200 and 304', async () => {
		servers.appledb = () => new Response('sorry', { status: 500 });
		await expect(get()).rejects.toThrow(/^localhost:\d+: answers 500$/);
	});

	test('refuses an answer whose Content-Length is over the limit', async () => {
		servers.appledb = () => new Response('x'.repeat(1001));
		await expect(get({ limit: 1000 })).rejects.toThrow('sends more than 0 KB');
	});

	test('accepts exactly as many bytes as the limit, with or without Content-Length, and refuses one more', async () => {
		const streamed = (size: number) =>
			new Response(
				new ReadableStream({
					start(stream) {
						stream.enqueue(new Uint8Array(size));
						stream.close();
					},
				}),
			);
		for (const answer of [(size: number) => new Response('x'.repeat(size)), streamed]) {
			servers.appledb = () => answer(1000);
			const document = await get({ limit: 1000 });
			expect(document.kind === 'document' && document.bytes.length).toBe(1000);
			servers.appledb = () => answer(1001);
			await expect(get({ limit: 1000 })).rejects.toThrow('sends more than 0 KB');
		}
	});

	test('stops reading an endless answer', async () => {
		let sentBytes = 0;
		servers.appledb = () =>
			new Response(
				new ReadableStream({
					pull(stream) {
						sentBytes += 65536;
						stream.enqueue(new Uint8Array(65536));
					},
				}),
			);
		await expect(get({ limit: 1_000_000, timeout: 10 })).rejects.toThrow('sends more than 976 KB');
		expect(sentBytes).toBeLessThan(50_000_000);
	});

	test('counts bytes after decompression', async () => {
		servers.appledb = () =>
			new Response(Bun.gzipSync(new Uint8Array(5_000_000)), { headers: { 'content-encoding': 'gzip' } });
		await expect(get({ limit: 100_000 })).rejects.toThrow('sends more than 97 KB');
	});

	test('gives up on a server that does not answer', async () => {
		servers.appledb = () => new Promise(() => {});
		await expect(get()).rejects.toThrow('no complete answer within 1 seconds');
	});

	test('gives up on a body that does not end', async () => {
		servers.appledb = () => new Response(new ReadableStream({ start: (stream) => stream.enqueue('abc') }));
		await expect(get()).rejects.toThrow('no complete answer within 1 seconds');
	});

	test('follows a redirect on the same host', async () => {
		servers.appledb = ({ url }) =>
			url.endsWith('/document') ? Response.redirect('/moved', 302) : new Response('abc');
		expect((await get()).kind).toBe('document');
	});

	test('does not follow a redirect to another host', async () => {
		servers.appledb = () => Response.redirect('https://127.0.0.1:1/document', 302);
		await expect(get()).rejects.toThrow('redirects to another host, 127.0.0.1:1');
	});

	test('does not follow a redirect out of TLS', async () => {
		servers.appledb = () => Response.redirect(url().replace('https:', 'http:'), 302);
		await expect(get()).rejects.toThrow('redirects to another host');
	});

	test('gives up on a loop of redirects', async () => {
		servers.appledb = () => Response.redirect('/document', 302);
		await expect(get()).rejects.toThrow('redirects too often');
	});

	test('refuses a certificate of another authority', async () => {
		servers.appledb = () => new Response('abc');
		await expect(get({ authority: appleAuthority.pem })).rejects.toThrow(/certificate|verif/i);
	});

	test('refuses a private authority if only public ones are trusted', async () => {
		servers.appledb = () => new Response('abc');
		await expect(get({ authority: null })).rejects.toThrow(/certificate|verif/i);
	});

	test('verifies certificates even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
		const script = `import { download } from ${JSON.stringify(new URL('download.ts', import.meta.url).pathname)};
			await download(${JSON.stringify(url())}, { authority: null, limit: 1000, timeout: 5 })
				.then(() => console.log('believed'), ({ message }) => console.log(message));`;
		const child = Bun.spawn([process.execPath, '-e', script], {
			env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
			stderr: 'ignore',
		});
		expect(await new Response(child.stdout).text()).toMatch(/unable to verify|certificate/);
	});

	test('does not reuse a connection for a request with another authority', async () => {
		servers.appledb = () => new Response('abc');
		await get();
		await expect(get({ authority: appleAuthority.pem })).rejects.toThrow(/certificate|verif/i);
	});

	test('says in one line that the connection was refused', async () => {
		await expect(get({}, 'https://localhost:1/')).rejects.toThrow(/^localhost:1: .*ECONNREFUSED/);
	});
});
