import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { mcpAnswer } from './mcp.ts';
import type { PostSetting } from './post-answer.ts';

const answer = mcpAnswer({
	addresses: () => ['http://macs.example'],
	reads: { today: () => '2026-11-16', policies: new Map() },
} as never);

const usual: PostSetting = {
	catalog: shipped,
	body: new Uint8Array(),
	client: '',
	work: (work) => work(),
	takeMore: () => null,
	inTurn: (work) => work(),
};

/** The response to messages in one POST, and the events in it. */
async function post(
	messages: unknown,
	{ headers = {}, ...setting }: Partial<PostSetting> & PostHeaders = {},
) {
	const request = new Request('http://macs.example/mcp', {
		method: 'POST',
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
			...headers,
		},
	});
	const body = new TextEncoder().encode(JSON.stringify(messages));
	const response = await answer(request, { ...usual, ...setting, body });
	const text = await response.text();
	const events = text.startsWith('event: ')
		? text
				.trim()
				.split('\n\n')
				.map((event) => JSON.parse(event.replace('event: message\ndata: ', '')) as Message)
		: [];
	return { status: response.status, type: response.headers.get('content-type'), text, events };
}

interface PostHeaders {
	headers?: Record<string, string>;
}

interface Message {
	id: unknown;
	result?: { tools?: { name: string }[] };
	error?: { code: number; message: string };
}

const call = (id: unknown, name: string, toolArguments: object) => ({
	jsonrpc: '2.0',
	id,
	method: 'tools/call',
	params: { name, arguments: toolArguments },
});
const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} });
const boards = (id: unknown) => ({
	jsonrpc: '2.0',
	id,
	method: 'resources/read',
	params: { uri: 'pointrelease://boards' },
});
const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

test('messages of a batch get the same answers as alone', async () => {
	const messages = [
		call(1, 'about_mac', { mac: 'J293AP' }),
		list('two'),
		call(3, 'next_release', { mac: 'J293AP', version: '14.7.2' }),
		call(4, 'about_mac', { mac: 'J999AP' }),
	];
	const alone: Message[] = [];
	for (const message of messages) alone.push(...(await post(message)).events);
	const { status, type, events } = await post(messages);
	expect([status, type]).toEqual([200, 'text/event-stream']);
	expect(events).toEqual(alone);
	expect(events.map(({ id }) => id)).toEqual([1, 'two', 3, 4]);
});

test('a notification has no answer, alone or in a batch', async () => {
	const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
	expect(await post([note, note])).toMatchObject({ status: 202, text: '' });
	const { events } = await post([note, list(1)]);
	expect(events.map(({ id }) => id)).toEqual([1]);
});

test('each message counts, has its own turn, and all work for it is charged', async () => {
	const counts = { taken: 0, turns: 0, works: 0, open: 0 };
	const setting: Partial<PostSetting> = {
		takeMore(count) {
			counts.taken += count;
			return null;
		},
		inTurn(work) {
			counts.turns++;
			return work();
		},
		work(work) {
			counts.works++;
			return work();
		},
	};
	await post(
		times(7, (at) => call(at, 'about_mac', { mac: 'J293AP' })),
		setting,
	);
	// The eighth is parsing the body.
	expect(counts).toMatchObject({ taken: 6, turns: 7, works: 8 });
	// No answer is made outside of `work`.
	const never: Partial<PostSetting> = {
		work() {
			throw new Error('not paid for');
		},
	};
	expect(post(list(1), never)).rejects.toThrow('not paid for');
});

test('a batch beyond the rate of its license is refused before any message is answered', async () => {
	let turns = 0;
	const { status } = await post(times(5, list), {
		takeMore: () => new Response(null, { status: 429 }),
		inTurn(work) {
			turns++;
			return work();
		},
	});
	expect([status, turns]).toEqual([429, 0]);
});

test('a POST with more than twenty messages is refused', async () => {
	expect((await post(times(20, list))).events).toHaveLength(20);
	const { status, text } = await post(times(21, list));
	expect([status, JSON.parse(text)]).toEqual([
		400,
		{
			jsonrpc: '2.0',
			error: {
				code: -32_600,
				message: 'Invalid Request: 21 messages in one POST, at most 20 are allowed',
			},
			id: null,
		},
	]);
});

test('the answers of one POST have at most 2 MB, and errors take the place of the others', async () => {
	let turns = 0;
	const { events, text } = await post(times(20, boards), {
		inTurn(work) {
			turns++;
			return work();
		},
	});
	expect(events.map(({ id }) => id)).toEqual(times(20, (at) => at));
	const answered = events.filter(({ result }) => result).length;
	expect(answered).toBeGreaterThan(5);
	expect(Buffer.byteLength(text)).toBeLessThan(2_010_000);
	for (const { error } of events.slice(answered))
		expect(error).toEqual({
			code: -32_000,
			message: 'The answers of this POST are longer than 2000000 bytes: ask in several',
		});
	// The answer that exceeds the limit is made and thrown away; no later answer is made.
	expect(turns).toBe(answered + 1);
});

const modern = {
	headers: { 'MCP-Protocol-Version': '2026-07-28', 'MCP-Method': 'tools/list' },
	params: {
		_meta: {
			'io.modelcontextprotocol/protocolVersion': '2026-07-28',
			'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
			'io.modelcontextprotocol/clientCapabilities': {},
		},
	},
};

test('the stored list of tools is the same as the list that the library makes', async () => {
	const ask = (id: unknown) => post(list(id));
	const [first, second] = [await ask(1), await ask('x"y')];
	expect(second.events[0]!.result).toEqual(first.events[0]!.result!);
	expect(second.events[0]!.id).toBe('x"y');
	const { headers, params } = modern;
	const askModern = (id: unknown) => post({ ...list(id), params }, { headers });
	const [third, fourth] = [await askModern(1), await askModern(2)];
	expect([third.status, third.type]).toEqual([200, 'application/json']);
	expect({ ...JSON.parse(fourth.text), id: 1 }).toEqual(JSON.parse(third.text));
});

test('an invalid request for the list is still refused after the list was stored', async () => {
	await post(list(1));
	await post({ ...list(1), params: modern.params }, { headers: modern.headers });
	for (const [message, headers, status] of [
		[list(1), { Accept: 'application/json' }, 406],
		[list(1), { 'MCP-Protocol-Version': '1999-01-01' }, 400],
		[{ ...list(1), params: modern.params }, { ...modern.headers, 'MCP-Method': 'tools/call' }, 400],
		[{ ...list(1), params: modern.params }, { 'MCP-Protocol-Version': '2026-07-28' }, 400],
		[{ ...list(1), jsonrpc: '1.0' }, {}, 400],
		[{ ...list(1), id: {} }, {}, 400],
	] as const)
		expect([headers, (await post(message, { headers })).status]).toEqual([headers, status]);
});

test('a list of missing fixes has at most a hundred', async () => {
	const ask = async (limit: number) => {
		const { events } = await post(call(1, 'exposure', { mac: 'J293AP', version: '11.0', limit }));
		return events[0] as { result: { isError?: boolean; structuredContent?: { missing: unknown[] } } };
	};
	expect((await ask(100)).result.structuredContent!.missing).toHaveLength(100);
	expect((await ask(101)).result.isError).toBe(true);
});
