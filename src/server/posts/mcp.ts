import { classifyInboundRequest, createMcpHandler } from '@modelcontextprotocol/server';
import { answerOffline, type OfflineAnswer } from '@pointrelease/core/src/api/offline.ts';
import type { ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { createServer, prepare } from '../../mcp/server.ts';
import { answeringSource } from '../../mcp/source.ts';
import { tools } from '../../mcp/tools.ts';
import { isFromElsewhere } from './own-origin.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';
import { answerToPost } from './read-body.ts';
import { type Reply, ToolList } from './tool-list.ts';

/** The most messages in one POST, and the most bytes of all answers to them. */
const mostMessages = 20;
const mostAnswerBytes = 2_000_000;

/**
 * The tools for agents over HTTP, by the protocol's streamable transport, without sessions. Offers only the tools that
 * read the data; those that read files are in the command.
 *
 * Each message counts as a request, has its own turn, and all of its time is charged: the library waits for nothing
 * outside, so it finishes a message before the next turn.
 */
export function mcpAnswer({ addresses, reads }: PostParts): PostAnswer {
	const answersOf = perCatalog(reads);
	const toolList = new ToolList();
	prepare(tools);
	return async (request, { body, catalog, work, takeMore, inTurn }) => {
		// Refuse a page of another site that makes a browser ask here (DNS rebinding). Programs send no origin.
		if (isFromElsewhere(request, addresses())) return failure(403, -32_000, otherSite);
		const source = answeringSource('this service', answersOf(catalog));
		const handler = createMcpHandler(() => createServer(source, tools), {
			// There are no changes to which a client could subscribe.
			maxSubscriptions: 0,
		});
		const answerOne = (message: unknown, bytes?: Uint8Array<ArrayBuffer>): Promise<Reply> =>
			inTurn(() =>
				work(async () => {
					const before = toolList.find(request, message);
					if (before) return before;
					const { url, headers } = request;
					const messageRequest = new Request(url, { method: 'POST', headers, ...(bytes && { body: bytes }) });
					const reply = await replyOf(
						await handler.fetch(messageRequest, bytes ? {} : { parsedBody: message }),
					);
					toolList.store(request, message, reply);
					return reply;
				}),
			);
		const message = work(() => parsed(body));
		// Text that is not JSON is left to the library.
		if (message === undefined) return responseOf(await answerOne(null, body));
		if (!Array.isArray(message) || isRefused(message)) return responseOf(await answerOne(message));
		if (message.length > mostMessages) return failure(400, -32_600, tooMany(message.length));
		const refused = takeMore(message.length - 1);
		return refused ?? responseOf(await answerAll(message, answerOne));
	};
}

const otherSite = 'Invalid Origin: pages of other addresses than PUBLIC_URL are refused';
const tooMany = (count: number) =>
	`Invalid Request: ${count} messages in one POST, at most ${mostMessages} are allowed`;
const tooLong = `The answers of this POST are longer than ${mostAnswerBytes} bytes: ask in several`;

/** Answers the messages of a batch one after the other. */
async function answerAll(
	messages: readonly unknown[],
	answerOne: (message: unknown) => Promise<Reply>,
): Promise<Reply> {
	const events: string[] = [];
	let bytes = 0;
	for (const message of messages) {
		const reply = bytes > mostAnswerBytes ? null : await answerOne(message);
		// A notification has no answer.
		if (reply?.body === '') continue;
		const event = reply ? eventOf(reply) : '';
		bytes += Buffer.byteLength(event);
		events.push(bytes > mostAnswerBytes ? eventOf(errorReply(200, -32_000, tooLong, idOf(message))) : event);
	}
	if (events.length === 0) return { status: 202, type: '', body: '' };
	return { status: 200, type: 'text/event-stream', body: events.join('') };
}

function eventOf({ type, body }: Reply): string {
	return type === 'text/event-stream' ? body : `event: message\ndata: ${body}\n\n`;
}

function idOf(message: unknown): unknown {
	return (message as { id?: unknown } | null)?.id ?? null;
}

/** The JSON of a body; undefined for anything else. */
function parsed(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
	} catch {
		return undefined;
	}
}

/** Whether the protocol refuses a batch like this one. The library then says why. */
function isRefused(batch: readonly unknown[]): boolean {
	return classifyInboundRequest({ httpMethod: 'POST', body: batch }).kind === 'reject';
}

async function replyOf(response: Response): Promise<Reply> {
	const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
	return { status: response.status, type, body: await response.text() };
}

function responseOf({ status, type, body }: Reply): Response {
	const headers = { ...answerToPost, ...(type && { 'Content-Type': type }) };
	return new Response(body === '' ? null : body, { status, headers });
}

/** An error in the protocol's own form, because agents read that. */
function errorReply(status: number, code: number, message: string, id: unknown = null): Reply {
	const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
	return { status, type: 'application/json', body };
}

function failure(status: number, code: number, message: string): Response {
	return responseOf(errorReply(status, code, message));
}

/** The answers of a state of the data, prepared once for each state. */
function perCatalog(setting: ReadSetting): (catalog: Catalog) => (path: string) => OfflineAnswer {
	const answers = new WeakMap<Catalog, (path: string) => OfflineAnswer>();
	return (catalog) => {
		const answer = answers.get(catalog) ?? answerOffline(catalog, setting);
		answers.set(catalog, answer);
		return answer;
	};
}
