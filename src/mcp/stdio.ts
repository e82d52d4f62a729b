import { Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isRecord } from '../process/json-file.ts';

export interface FinishingStdio {
	readonly transport: Transport;
	/** Resolves when the input has ended and all requests are answered, or when the output is closed. */
	readonly closed: Promise<void>;
}

/** A request that stays open until the conversation ends. */
const lasting = 'subscriptions/listen';

/**
 * A transport over standard input and output that answers every request before it closes. The protocol's own transport
 * closes with its input: a pipe that sends three requests and ends would get fewer than three answers.
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
		// Wait until the transport has read the last lines, so that their requests are counted.
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
	// A canceled request gets no answer.
	if (message.method === 'notifications/cancelled') open.delete(message.params?.requestId);
	else if ('id' in message && message.method !== lasting) open.add(message.id);
}

/** The length limit of a line, so that a message cannot fill the memory. */
const longestLine = 10 * 1024 * 1024;
const newline = 0x0a;

/** https://www.jsonrpc.org/specification, section 5.1. */
const parseError = -32_700;
const invalidRequest = -32_600;

export interface MessageLines {
	/** Processes a piece of input, and passes on each message that it completes. */
	read(bytes: Uint8Array): void;
	/** Ends the input: a last line without a line end is a message too. */
	end(): void;
}

/**
 * Checks lines before the protocol's own reader gets them. That reader ignores a line that is not JSON or not a message,
 * and closes the conversation at a line that is too long. Here the sender gets an error and can go on.
 */
export function messageLines(pass: (line: Uint8Array) => void, answer: (line: string) => void): MessageLines {
	let pieces: Uint8Array[] = [];
	let length = 0;
	const refuse = (code: number, message: string, id: unknown = null) =>
		answer(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
	const take = (piece: Uint8Array) => {
		length += piece.length;
		// Drop a line that is too long, and wait for its end.
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
			// Copy the rest: the stream may reuse its buffer.
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
	if (!isRecord(value)) return 'expected an object';
	if (value.jsonrpc !== '2.0') return 'expected "jsonrpc": "2.0"';
	if ('id' in value && !isId(value.id)) return 'expected an id that is text or a whole number';
	if ('method' in value) {
		if (typeof value.method !== 'string') return 'expected a method that is text';
		return value.params === undefined || isRecord(value.params) ? null : 'expected params that are an object';
	}
	if ('id' in value && (isRecord(value.result) || isRecord(value.error))) return null;
	return 'expected a method, or an id with a result or an error';
}

function idOf(value: unknown): unknown {
	return isRecord(value) && isId(value.id) ? value.id : null;
}

function isId(id: unknown): boolean {
	return typeof id === 'string' || Number.isSafeInteger(id);
}
