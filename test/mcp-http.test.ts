import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Live, startLive } from './live.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive({ MCP: 'on' });
});
afterAll(() => live.stop());

/** The official client over HTTP, with the key in the same header as on every path. */
async function connect(mode: 'auto' | 'legacy', address = live.address, key = live.key): Promise<Client> {
	const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
			requestInit: { headers: { Authorization: key } },
		}),
	);
	return client;
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

const post = (headers: Record<string, string>, body: string = JSON.stringify(list), at = live.address) =>
	fetch(`${at}/mcp`, {
		method: 'POST',
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
			...headers,
		},
		body,
	});

describe.each(['auto', 'legacy'] as const)('an agent over HTTP, protocol %s', (mode) => {
	test('has the tools that read data, and no tool that opens a file', async () => {
		const client = await connect(mode);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			'find_mac',
			'about_mac',
			'standing',
			'next_release',
			'exposure',
			'cve',
			'releases',
			'macs_of_release',
		]);
		// Every conversation begins with this list.
		expect(JSON.stringify(tools).length).toBeLessThan(30_000);
		await client.close();
	});

	test('calls a tool and reads a resource, with the answers of the paths', async () => {
		const client = await connect(mode);
		const { structuredContent } = await client.callTool({
			name: 'next_release',
			arguments: { mac: 'MacBook Air (M1, 2020)', version: '14.0' },
		});
		expect(structuredContent).toMatchObject({
			resolved_board_id: 'J313AP',
			requested_version_proximo: '14.1',
		});
		const wrong = await client.callTool({ name: 'standing', arguments: { mac: 'J999AP', version: '14.0' } });
		expect([wrong.isError, JSON.stringify(wrong.content).includes('J999AP')]).toEqual([true, true]);
		const { contents } = await client.readResource({ uri: 'pointrelease://releases' });
		const direct = await fetch(`${live.address}/releases`, { headers: { Authorization: live.key } });
		expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(await direct.json());
		await client.close();
	});
});

test('needs the key as on every path, before anything else is checked', async () => {
	for (const headers of [
		{},
		{ Authorization: `Basic ${btoa(`any:${live.key}`)}` },
		{ Authorization: 'Bearer AAAA-AAAA-AAAA-AAAA' },
		{ Authorization: 'AAAA-AAAA-AAAA-AAAA' },
	]) {
		const response = await post({ ...headers, Origin: 'https://evil.example' }, 'no json');
		expect([response.status, response.headers.get('content-type')]).toEqual([
			403,
			'application/problem+json',
		]);
	}
	await expect(connect('auto', live.address, 'AAAA-AAAA-AAAA-AAAA')).rejects.toThrow();
});

test('the key may come as a Bearer token here, and on no other path', async () => {
	for (const Authorization of [`Bearer ${live.key}`, `bearer ${live.key}`])
		expect((await post({ Authorization })).status).toBe(200);
	for (const path of ['/items/14', '/items/J293AP:14.7.2', '/boards', '/export/boards.csv', '/license']) {
		const response = await fetch(live.address + path, { headers: { Authorization: `Bearer ${live.key}` } });
		expect([path, response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
			path,
			403,
			'send the key as it is, without a scheme such as Bearer',
		]);
	}
	const wrong = await post({ Authorization: 'Bearer AAAA-AAAA-AAAA-AAAA' });
	expect(await wrong.json()).toMatchObject({ detail: 'the license key is not valid' });
});

test('requests from pages of another origin are refused, those from our own are not', async () => {
	for (const [origin, status] of [
		['https://evil.example', 403],
		['null', 403],
		[live.address, 200],
		[`http://127.0.0.1:${live.port + 1}`, 403],
		['http://127.0.0.1', 403],
		[live.address.replace('http:', 'https:'), 403],
	] as const) {
		const response = await post({ Authorization: live.key, Origin: origin });
		expect([origin, response.status]).toEqual([origin, status]);
	}
	// A foreign name that resolves to this address is not the name of this service.
	const rebound = await post({
		Authorization: live.key,
		Origin: 'http://rebind.example',
		Host: 'rebind.example',
	});
	expect(rebound.status).toBe(403);
});

test('only POST works, with a limited body, and nonsense gets an error', async () => {
	for (const method of ['GET', 'DELETE', 'PUT']) {
		const response = await fetch(`${live.address}/mcp`, { method, headers: { Authorization: live.key } });
		expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
	}
	expect((await fetch(`${live.address}/mcp`)).status).toBe(403);
	expect((await post({ Authorization: live.key }, 'x'.repeat(20_000))).status).toBe(413);
	const nonsense = await post({ Authorization: live.key }, '{');
	expect([nonsense.status, ((await nonsense.json()) as { error: { code: number } }).error.code]).toEqual([
		400, -32700,
	]);
	// No other path takes a POST.
	for (const path of ['/items/14', '/boards', '/advice/J293AP:14.7.2']) {
		const response = await fetch(live.address + path, {
			method: 'POST',
			headers: { Authorization: live.key },
			body: '{}',
		});
		expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
	}
});

test('counts toward the limit of the license', async () => {
	const limited = await startLive({ MCP: 'on', RATE_LIMIT: '2/min' });
	try {
		const answers = [];
		for (let at = 0; at < 3; at++)
			answers.push(await post({ Authorization: limited.key }, JSON.stringify(list), limited.address));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers[0]!.headers.get('ratelimit')).toMatch(/^"license";r=1;t=\d+$/);
		expect(answers[0]!.headers.get('cache-control')).toBe('no-store');
	} finally {
		await limited.stop();
	}
});

test('each message of a batch counts toward the limit of the license', async () => {
	const limited = await startLive({ MCP: 'on', RATE_LIMIT: '5/min' });
	try {
		const batch = (count: number) => {
			const messages = Array.from({ length: count }, (_, at) => ({ ...list, id: at }));
			return post({ Authorization: limited.key }, JSON.stringify(messages), limited.address);
		};
		const first = await batch(3);
		expect([first.status, first.headers.get('ratelimit')]).toEqual([
			200,
			expect.stringMatching(/^"license";r=2;t=\d+$/),
		]);
		const second = await batch(3);
		expect([second.status, second.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
		// The POST itself was counted, so one message of the batch was refused.
		expect((await batch(1)).status).toBe(200);
		const never = await batch(7);
		expect(never.status).toBe(429);
	} finally {
		await limited.stop();
	}
});

test('does not exist unless it is enabled', async () => {
	const closed = await startLive();
	try {
		const response = await post({ Authorization: closed.key }, JSON.stringify(list), closed.address);
		expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'not-found']);
	} finally {
		await closed.stop();
	}
});
