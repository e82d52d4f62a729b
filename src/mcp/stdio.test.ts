import { expect, test } from 'bun:test';
import { PassThrough } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import fc from 'fast-check';
import { createServer } from './server.ts';
import { finishingStdio, messageLines } from './stdio.ts';

/** The messages that pass, and the errors for others, if the input arrives in these pieces. */
function read(...pieces: (string | Uint8Array)[]) {
	const [passed, answered] = [[] as string[], [] as string[]];
	const lines = messageLines(
		(line) => passed.push(Buffer.from(line).toString()),
		(line) => answered.push(line),
	);
	for (const piece of pieces) lines.read(Buffer.from(piece as string));
	lines.end();
	const errors = answered.map((line) => {
		const { id, error, jsonrpc } = JSON.parse(line);
		return [jsonrpc, id, error.code];
	});
	return { passed, errors };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

test.each(['{', 'x', '{"jsonrpc":"2.0",}', '\u0000', '{"a":1}{"b":2}'])('%p is not JSON: -32700', (line) => {
	expect(read(`${line}\n${ping}\n`)).toEqual({ passed: [`${ping}\n`], errors: [['2.0', null, -32_700]] });
});

test.each([
	['[]', null],
	['1', null],
	['null', null],
	['{}', null],
	['{"id":7,"method":"ping"}', 7],
	['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
	['{"jsonrpc":"2.0","id":7}', 7],
	['{"jsonrpc":"2.0","id":7,"method":1}', 7],
	['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7],
	['{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
	['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
	[`[${ping}]`, null],
] as const)('%p is not a message: -32600, with its id if it has one', (line, id) => {
	expect(read(`${line}\n${ping}\n`)).toEqual({ passed: [`${ping}\n`], errors: [['2.0', id, -32_600]] });
});

test('a line that is too long gets one error, and the next line is read', () => {
	const mebibyte = 'x'.repeat(1024 * 1024);
	const { passed, errors } = read(...Array.from({ length: 12 }, () => mebibyte), `\n${ping}\n`);
	expect({ passed, errors }).toEqual({ passed: [`${ping}\n`], errors: [['2.0', null, -32_700]] });
});

test('empty lines are ignored, and the last line needs no line end', () => {
	expect(read(`\n \r\n${ping}\r\n${ping}`)).toEqual({ passed: [`${ping}\n`, `${ping}\n`], errors: [] });
});

test('the messages do not depend on the pieces in which they arrive', () => {
	const text = `${ping}\n{\n{"jsonrpc":"2.0","method":"é€𝄞"}\n`;
	const bytes = Buffer.from(text);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
			const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
			const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
			expect(read(...pieces)).toEqual(read(text));
		}),
	);
});

/** A conversation of a client that may end its input at any moment. */
function converse(ask: (path: string) => Promise<unknown>) {
	const [stdin, stdout] = [new PassThrough(), new PassThrough()];
	const { transport, closed } = finishingStdio(stdin, stdout);
	serveStdio(() => createServer({ place: 'a test', ask }, []), { transport });
	const lines: string[] = [];
	stdout.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
	return {
		say: (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
		stdin,
		closed,
		answers: () => lines.map((line) => JSON.parse(line)),
	};
}

const initialize = {
	id: 1,
	method: 'initialize',
	params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a pipe', version: '1' } },
};

test('invalid lines get the errors of JSON-RPC, and the conversation continues', async () => {
	const { stdin, say, closed, answers } = converse(async () => ({}));
	stdin.write('{\n[]\n');
	stdin.write('x'.repeat(11 * 1024 * 1024));
	stdin.write('\n');
	say({ id: 4, method: 'ping' });
	stdin.end();
	await closed;
	expect(answers().map(({ id, error }) => [id, error?.code])).toEqual([
		[null, -32_700],
		[null, -32_600],
		[null, -32_700],
		[4, undefined],
	]);
});

test('requests sent before the input ended are answered, however long that takes, before the conversation closes', async () => {
	const mayAnswer = Promise.withResolvers<void>();
	const firstRead = Promise.withResolvers<void>();
	const { stdin, say, closed, answers } = converse(async (path) => {
		firstRead.resolve();
		await mayAnswer.promise;
		return { path };
	});
	let isClosed = false;
	void closed.then(() => {
		isClosed = true;
	});
	say(initialize);
	say({ method: 'notifications/initialized' });
	say({ id: 2, method: 'resources/read', params: { uri: 'pointrelease://boards' } });
	say({ id: 3, method: 'resources/read', params: { uri: 'pointrelease://releases' } });
	await firstRead.promise;
	const ended = new Promise((resolve) => stdin.once('close', resolve));
	stdin.end();
	await ended;
	for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
	expect(isClosed).toBe(false);
	mayAnswer.resolve();
	await closed;
	expect(
		answers()
			.map(({ id }) => id)
			.sort(),
	).toEqual([1, 2, 3]);
	expect(answers().find(({ id }) => id === 2).result.contents[0].text).toBe('{"path":"/boards"}');
});

test('a canceled request does not keep the conversation open', async () => {
	const firstRead = Promise.withResolvers<void>();
	const { stdin, say, closed, answers } = converse(() => {
		firstRead.resolve();
		return new Promise(() => {});
	});
	say(initialize);
	say({ method: 'notifications/initialized' });
	say({ id: 2, method: 'resources/read', params: { uri: 'pointrelease://boards' } });
	await firstRead.promise;
	say({ method: 'notifications/cancelled', params: { requestId: 2 } });
	stdin.end();
	await closed;
	expect(answers().map(({ id }) => id)).toEqual([1]);
});
