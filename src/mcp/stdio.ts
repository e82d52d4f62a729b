import { Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface FinishingStdio {
	readonly transport: Transport;
	/** Input has ended and everything that was asked is answered, or nobody reads the answers any more. */
	readonly closed: Promise<void>;
}

/** A request of the protocol that is answered when the conversation ends. */
const lasting = 'subscriptions/listen';

/**
 * A conversation over standard input and output that finishes what was asked. The protocol's own transport ends with its
 * input, and drops what is on the way: a pipe that asks three questions and closes would hear less than three answers.
 */
export function finishingStdio(stdin: Readable, stdout: Writable): FinishingStdio {
	const input = new Readable({ read() {} });
	const wire = new StdioServerTransport(input, stdout);
	const lines = messageLines(
		(line) => input.push(line),
		(line) => stdout.write(line),
	);
	const closed = Promise.withResolvers<void>();
	const open = new Set<unknown>();
	let ended = false;
	const closeWhenAnswered = () => {
		if (ended && open.size === 0) void wire.close();
	};
	const end = async () => {
		lines.end();
		// What came last is still on its way to whoever counts.
		while (input.readableLength > 0) await new Promise(setImmediate);
		ended = true;
		closeWhenAnswered();
	};
	const transport: Transport = {
		async start() {
			wire.onmessage = (message) => {
				noteAsked(open, message);
				transport.onmessage?.(message);
				closeWhenAnswered();
			};
			wire.onerror = (error) => transport.onerror?.(error);
			wire.onclose = () => {
				transport.onclose?.();
				closed.resolve();
			};
			await wire.start();
			stdin.on('data', (chunk) => lines.read(chunk));
			stdin.once('end', () => void end());
			stdin.once('close', () => void end());
		},
		async send(message) {
			await wire.send(message);
			if (!('method' in message)) open.delete(message.id);
			closeWhenAnswered();
		},
		close: () => wire.close(),
	};
	return { transport, closed: closed.promise };
}

function noteAsked(open: Set<unknown>, message: JSONRPCMessage): void {
	if (!('method' in message)) return;
	// Who takes a question back waits for no answer.
	if (message.method === 'notifications/cancelled') open.delete(message.params?.requestId);
	else if ('id' in message && message.method !== lasting) open.add(message.id);
}

/** One message is one line. Longer ones are no message of an agent, and must not fill the memory. */
const longestLine = 10 * 1024 * 1024;
const newline = 0x0a;

/** https://www.jsonrpc.org/specification, section 5.1. */
const parseError = -32_700;
const invalidRequest = -32_600;

export interface MessageLines {
	/** Takes what was read; messages that end in it are passed on. */
	read(bytes: Uint8Array): void;
	/** Nothing more comes: what has no end of line is a message as well. */
	end(): void;
}

/**
 * Takes lines apart before the protocol's own reader gets them: that one is silent about a line that is not JSON or not
 * a message, and ends the conversation at one that is too long. Whoever sent it hears what was wrong, and may go on.
 */
export function messageLines(pass: (line: Uint8Array) => void, answer: (line: string) => void): MessageLines {
	let pieces: Uint8Array[] = [];
	let length = 0;
	const refuse = (code: number, message: string, id: unknown = null) =>
		answer(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
	const take = (piece: Uint8Array) => {
		length += piece.length;
		// What is too long is not kept, only waited out.
		if (length > longestLine) pieces = [];
		else pieces.push(piece);
	};
	const finish = () => {
		const isTooLong = length > longestLine;
		const line = Buffer.concat(pieces);
		pieces = [];
		length = 0;
		if (isTooLong) return refuse(parseError, `Parse error: a line has at most ${longestLine} bytes`);
		const text = line.toString('utf8').trim();
		if (text === '') return;
		const message = parsed(text);
		if (message === undefined) return refuse(parseError, 'Parse error: expected one JSON value on each line');
		const fault = faultOf(message);
		if (fault) return refuse(invalidRequest, `Invalid Request: ${fault}`, idOf(message));
		pass(Buffer.from(`${text}\n`));
	};
	return {
		read(bytes) {
			let from = 0;
			for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
				take(bytes.subarray(from, at));
				finish();
				from = at + 1;
			}
			// Copied: the reader may use its buffer again.
			take(bytes.slice(from));
		},
		end: finish,
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Why a value is neither a request, a notification nor a response; null if it is one. */
function faultOf(value: unknown): string | null {
	if (!isObject(value)) return 'expected an object';
	if (value.jsonrpc !== '2.0') return 'expected "jsonrpc": "2.0"';
	if ('id' in value && !isId(value.id)) return 'expected an id that is text or a whole number';
	if ('method' in value) {
		if (typeof value.method !== 'string') return 'expected a method that is text';
		return value.params === undefined || isObject(value.params) ? null : 'expected params that are an object';
	}
	if ('id' in value && (isObject(value.result) || isObject(value.error))) return null;
	return 'expected a method, or an id with a result or an error';
}

function idOf(value: unknown): unknown {
	return isObject(value) && isId(value.id) ? value.id : null;
}

function isId(id: unknown): boolean {
	return typeof id === 'string' || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
