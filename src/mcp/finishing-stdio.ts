import { Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { messageLines } from './message-lines.ts';

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
