import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { appleAuthority, FeedServers, publicAuthority } from '../../test/feeds/feed-server.ts';
import { Failure } from '../process/failure.ts';
import { type RequestOptions, readAuthority, request } from './request.ts';

const servers = new FeedServers();
const plain = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('plain') });
afterAll(async () => {
	await servers.close();
	await plain.stop(true);
});

const url = () => `${servers.othersUrl}/document`;
const ask = (more: Partial<RequestOptions> = {}, at = url()) =>
	request(at, { authority: publicAuthority.pem, limit: 1000, timeout: 5, ...more });
const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
const failed = async (more: Partial<RequestOptions> = {}, at?: string): Promise<Failure> => {
	const thrown = await ask(more, at).then(
		() => null,
		(thrown) => thrown,
	);
	expect(thrown).toBeInstanceOf(Failure);
	return thrown;
};

describe('a request', () => {
	test('with a body is a POST with its content type and headers', async () => {
		servers.appledb = async (visit) => {
			const { method, headers } = visit;
			const names = ['content-type', 'content-length', 'authorization', 'accept'];
			return Response.json([method, ...names.map((name) => headers.get(name)), await visit.text()]);
		};
		const reply = await ask({
			body: { type: 'application/json', content: '{"a":1}' },
			headers: { authorization: 'Bearer s3cret', accept: 'application/xml' },
		});
		const expected = ['POST', 'application/json', '7', 'Bearer s3cret', 'application/xml', '{"a":1}'];
		expect(JSON.parse(textOf(reply))).toEqual(expected);
		const putReply = await ask({
			method: 'PUT',
			body: { type: 'text/plain', content: new Uint8Array([104, 105]) },
		});
		expect(JSON.parse(textOf(putReply))).toEqual([
			'PUT',
			'text/plain',
			'2',
			null,
			'application/json, */*;q=0.1',
			'hi',
		]);
	});

	test("returns the status, the headers and the server's time", async () => {
		const headers = { date: 'Wed, 18 Nov 2026 12:00:00 GMT', 'retry-after': '7' };
		servers.appledb = () => new Response('slow down', { status: 429, headers });
		const reply = await ask();
		expect([reply.status, reply.headers.get('retry-after'), textOf(reply)]).toEqual([429, '7', 'slow down']);
		expect(reply.date).toEqual(new Date('2026-11-18T12:00:00Z'));
		servers.appledb = () => new Response('abc', { headers: { date: 'some day' } });
		expect((await ask()).date).toBeNull();
	});

	test('reads at most 64 KB of an error, even if it never ends or is larger than the limit', async () => {
		servers.appledb = () => new Response('x'.repeat(100_000), { status: 500 });
		expect((await ask()).bytes.length).toBe(64 * 1024);
		const body = () => new ReadableStream({ start: (stream) => stream.enqueue('why') });
		servers.appledb = () => new Response(body(), { status: 503 });
		const reply = await ask({ timeout: 1 });
		expect([reply.status, textOf(reply)]).toEqual([503, 'why']);
	});

	test('fails with a code for each cause', async () => {
		servers.appledb = () => new Response('x'.repeat(1001));
		expect((await failed()).code).toBe('request-too-large');
		servers.appledb = () => new Promise(() => {});
		expect((await failed({ timeout: 0.1 })).code).toBe('request-timeout');
		const stopping = failed({ signal: AbortSignal.timeout(50) });
		expect(await stopping).toMatchObject({
			code: 'stopped',
			message: expect.stringMatching(/: stopped while/),
		});
		expect((await failed({}, 'https://localhost:1/')).code).toBe('request-unreachable');
		expect((await failed({ authority: null })).code).toBe('request-unreachable');
		expect(await failed({}, 'nonsense?token=s3cret')).toMatchObject({
			code: 'request-invalid',
			message: 'not a valid address',
		});
	});

	test('names network errors in words, with the code that people search for', async () => {
		const cutter = Bun.listen({
			hostname: '127.0.0.1',
			port: 0,
			socket: { data: (socket) => void socket.end() },
		});
		const plain = Bun.listen({
			hostname: '127.0.0.1',
			port: 0,
			socket: { data: (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n') },
		});
		const words = async (address: string) => (await failed({ authority: null }, address)).message;
		expect(await words(`http://127.0.0.1:${cutter.port}/`)).toBe(
			`127.0.0.1:${cutter.port}: the connection was cut before the answer was complete (ECONNRESET)`,
		);
		cutter.stop(true);
		expect(await failed({ authority: null }, `https://localhost:${plain.port}/`)).toMatchObject({
			code: 'request-unreachable',
			message: `localhost:${plain.port}: TLS failed: check that the server speaks TLS on this port (EPROTO)`,
		});
		plain.stop(true);
		expect(await words('http://127.0.0.1:1/')).toMatch(
			/^127\.0\.0\.1:1: the connection was refused \(\w+\)$/,
		);
		expect(await words('https://absent.invalid/')).toMatch(
			/^absent\.invalid: the host was not found \(\w+\)$/,
		);
	});

	test('without TLS may only go to this machine', async () => {
		expect(textOf(await ask({}, `http://127.0.0.1:${plain.port}/`))).toBe('plain');
		expect(textOf(await ask({}, `http://localhost:${plain.port}/`))).toBe('plain');
		for (const at of [
			'http://example.com/',
			'http://127.0.0.1.example.com/',
			'http://10.0.0.1/',
			'ftp://localhost/',
		])
			expect((await failed({}, at)).code).toBe('request-insecure');
	});

	test('follows redirects if told so, within its origin, and never with a body', async () => {
		servers.appledb = (visit) =>
			visit.url.endsWith('/document') ? Response.redirect('/moved', 307) : new Response('moved');
		expect(textOf(await ask({ followRedirects: true }))).toBe('moved');
		const refused = {
			code: 'request-redirect',
			message: expect.stringMatching(/: redirects, which is not followed$/),
		};
		expect(await failed()).toMatchObject(refused);
		expect(await failed({ followRedirects: true, method: 'DELETE' })).toMatchObject(refused);
		const body = { type: 'text/plain', content: 'x' };
		expect(await failed({ followRedirects: true, body })).toMatchObject(refused);
	});

	test('never sends its headers to another origin', async () => {
		const visits: string[] = [];
		const otherServer = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			fetch: ({ url }) => {
				visits.push(url);
				return new Response();
			},
		});
		for (const to of [
			`http://127.0.0.1:${otherServer.port}/`,
			`http://localhost:${otherServer.port}/?s=s3cret`,
			'http://[',
		]) {
			servers.appledb = () => new Response(null, { status: 302, headers: { location: to } });
			const failure = await failed({ followRedirects: true, headers: { authorization: 'Bearer s3cret' } });
			expect(failure).toMatchObject({ code: 'request-redirect' });
			expect(failure.message).not.toContain('s3cret');
		}
		await otherServer.stop(true);
		expect(visits).toEqual([]);
	});

	test('shows no secret in its errors', async () => {
		const secret = { authorization: 'Bearer s3cret\nx' };
		const failure = await failed({ headers: secret });
		expect(failure.message).toEndWith(': the header "authorization" cannot be sent');
		const closed = 'https://user:s3cret@localhost:1/s3cret?token=s3cret#s3cret';
		expect((await failed({ headers: { authorization: 's3cret' } }, closed)).message).not.toContain('s3cret');
	});

	test('reads the authority from a file, and names the setting of one that is missing', () => {
		expect(readAuthority(null, 'CA_FILE')).toBeNull();
		expect(readAuthority(join(servers.folder, 'public.pem'), 'CA_FILE')).toBe(publicAuthority.pem);
		expect(() => readAuthority('/no/such.pem', 'CA_FILE')).toThrow('CA_FILE: /no/such.pem cannot be read');
		const pipe = join(servers.folder, 'pipe');
		expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
		expect(() => readAuthority(pipe, 'CA_FILE')).toThrow('cannot be read (it is not a regular file)');
	});
});

describe('through a proxy', () => {
	const heads: string[] = [];
	let refusal = '';
	const proxy = createServer((client) => {
		client.on('error', () => {});
		client.once('data', (data) => {
			const head = data.toString();
			heads.push(head);
			const [, host, port] = /^CONNECT ([^:]+):(\d+)/.exec(head) ?? [];
			if (refusal !== '' || !host) return void client.end(refusal || 'HTTP/1.1 200 OK\r\n\r\nfake');
			const server = connect(Number(port), host, () => {
				client.write('HTTP/1.1 200 OK\r\n\r\n');
				client.pipe(server).pipe(client);
			});
			server.on('error', () => client.destroy());
		});
	});
	const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
	const before = variables.map((name) => process.env[name]);

	beforeEach(async () => {
		if (!proxy.listening) await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
		const address = `http://user:s3cret@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		heads.length = 0;
		refusal = '';
		process.env.HTTPS_PROXY = address;
		process.env.HTTP_PROXY = address;
		process.env.NO_PROXY = '';
		servers.appledb = async (visit) => new Response(await visit.text());
	});
	afterEach(() => {
		for (const [index, name] of variables.entries())
			if (before[index] === undefined) delete process.env[name];
			else process.env[name] = before[index];
	});
	afterAll(() => void proxy.close());

	test('a request is encrypted to its server: the proxy sees the host alone', async () => {
		const body = { type: 'text/plain', content: 'hello' };
		expect(textOf(await ask({ body, headers: { authorization: 'Bearer t0ken' } }))).toBe('hello');
		expect(heads.length).toBe(1);
		expect(heads[0]).toStartWith(`CONNECT ${new URL(url()).host} HTTP/1.1\r\n`);
		expect(heads[0]).toContain(`Proxy-Authorization: Basic ${btoa('user:s3cret')}`);
		expect(heads[0]).not.toMatch(/t0ken|document/);
	});

	test('the certificate of the server is verified', async () => {
		const failure = await failed({ authority: appleAuthority.pem });
		expect(failure.code).toBe('request-unreachable');
		expect(failure.message).toMatch(/certificate|verif/i);
		expect(heads.length).toBe(1);
	});

	test('hosts of NO_PROXY are asked directly', async () => {
		process.env.NO_PROXY = 'example.com, localhost';
		expect((await ask()).status).toBe(200);
		expect(heads).toEqual([]);
	});

	test('a refusal by the proxy is an error that does not show its password', async () => {
		refusal = 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno';
		const failure = await failed();
		expect(failure.code).toBe('request-unreachable');
		expect(failure.message).toContain('Proxy refused to open a tunnel: 407');
		expect(failure.message).not.toContain('s3cret');
	});

	test('nothing is sent without TLS, not even for this machine', async () => {
		const at = `http://localhost:${plain.port}/`;
		const failure = await failed({ headers: { authorization: 'Bearer t0ken' } }, at);
		expect(failure.message).toBe(`localhost:${plain.port}: HTTP_PROXY is set: add localhost to NO_PROXY`);
		process.env.NO_PROXY = 'localhost';
		expect(textOf(await ask({}, at))).toBe('plain');
		expect(heads).toEqual([]);
	});
});
