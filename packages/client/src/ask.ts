import type { AnswerCache } from './cache.ts';
import { PointreleaseProblem, PointreleaseUnreachable, readProblem } from './problem.ts';
import { wait, waitBefore } from './waiting.ts';

/** The part of `fetch` that the client uses. */
export type Send = (input: string, init: RequestInit) => Promise<Response>;

export interface Connection {
	readonly address: string;
	readonly key: string | null;
	readonly timeout: number;
	readonly tries: number;
	readonly cache: AnswerCache | null;
	readonly fetch: Send;
}

export interface CallOptions {
	/** Ends the call when it aborts, also between two tries; the call then rejects with its reason. */
	signal?: AbortSignal | undefined;
}

/** A request. With a body it is a POST; every POST of the service can be repeated, so it is retried like a GET. */
interface Question {
	readonly path: string;
	readonly type: string;
	/** JSON; empty for paths that take no body. */
	readonly body?: string;
	/** Statuses besides 200 that count as answers. */
	readonly also?: readonly number[];
}

interface Arrived {
	readonly status: number;
	readonly etag: string | null;
	readonly retryAfter: string | null;
	readonly text: string;
}

/** Requests a path and parses the JSON of the answer. `also` are further statuses that count as answers. */
export async function ask<T>(
	connection: Connection,
	path: string,
	call?: CallOptions,
	also: readonly number[] = [],
): Promise<T> {
	return parse<T>(await askUntilAnswered(connection, { path, type: 'application/json', also }, call));
}

/** Posts to a path that takes no body, and parses the JSON of the answer. */
export async function post<T>(connection: Connection, path: string, call?: CallOptions): Promise<T> {
	return parse<T>(await askUntilAnswered(connection, { path, type: 'application/json', body: '' }, call));
}

/**
 * Posts one JSON-RPC message. Errors are answers with status 400; a message that needs no answer is accepted with
 * 202.
 */
export async function postMessage(
	connection: Connection,
	path: string,
	message: object,
	call?: CallOptions,
): Promise<string> {
	const type = 'application/json, text/event-stream';
	const question = { path, type, body: JSON.stringify(message), also: [202, 400] };
	return (await askUntilAnswered(connection, question, call)).text;
}

/** Requests a path whose answer is text of another type. */
export async function askText(
	connection: Connection,
	path: string,
	type: string,
	call?: CallOptions,
): Promise<string> {
	return (await askUntilAnswered(connection, { path, type }, call)).text;
}

/** Repeats a request until there is an answer or no tries are left. */
async function askUntilAnswered(
	connection: Connection,
	question: Question,
	{ signal }: CallOptions = {},
): Promise<Arrived> {
	for (let tries = 1; ; tries++) {
		signal?.throwIfAborted();
		const outcome = await attempt(connection, question, signal);
		if (outcome instanceof PointreleaseUnreachable) {
			if (tries >= connection.tries) throw outcome;
			await wait(waitBefore(tries, null)!, signal);
			continue;
		}
		const { status, text } = outcome;
		if (status === 200 || question.also?.includes(status)) return outcome;
		const problem = readProblem(text);
		const failure = problem
			? new PointreleaseProblem(problem)
			: new PointreleaseUnreachable(`the answer of status ${status} is not from a pointrelease service`, {
					status,
				});
		const pause = isPassing(status) ? waitBefore(tries, outcome.retryAfter) : null;
		if (pause === null || tries >= connection.tries) throw failure;
		await wait(pause, signal);
	}
}

/** One request; a 304 is replaced by the cached answer. */
async function attempt(
	connection: Connection,
	{ path, type, body }: Question,
	signal: AbortSignal | undefined,
): Promise<Arrived | PointreleaseUnreachable> {
	const { address, key, timeout } = connection;
	const cache = body === undefined ? connection.cache : null;
	const cached = cache?.get(path);
	const headers: Record<string, string> = { Accept: type };
	if (key !== null) headers.Authorization = key;
	if (cached) headers['If-None-Match'] = cached.etag;
	if (body) headers['Content-Type'] = 'application/json';
	const late = AbortSignal.timeout(timeout);
	try {
		const response = await connection.fetch(`${address}${path}`, {
			headers,
			...(body !== undefined && { method: 'POST', body }),
			// The service never redirects, and the key must not be sent to another address.
			redirect: 'error',
			signal: signal ? AbortSignal.any([signal, late]) : late,
		});
		const { status } = response;
		const etag = response.headers.get('etag');
		const retryAfter = response.headers.get('retry-after');
		if (status === 304 && cached) return { status: 200, etag, retryAfter, text: cached.text };
		const text = await response.text();
		if (status === 200 && etag !== null) cache?.set(path, { etag, text });
		return { status, etag, retryAfter, text };
	} catch (cause) {
		signal?.throwIfAborted();
		const reason = late.aborted ? `no answer within ${timeout} ms` : 'no connection, or it broke off';
		return new PointreleaseUnreachable(`${reason}: ${address}${path}`, { cause });
	}
}

function parse<T>({ status, text }: Arrived): T {
	try {
		// Parsed again each time, so that callers may change what they get.
		return JSON.parse(text) as T;
	} catch (cause) {
		throw new PointreleaseUnreachable('the answer is not JSON: is this a pointrelease service?', {
			status,
			cause,
		});
	}
}

/** Whether a later try may succeed. */
function isPassing(status: number): boolean {
	return status === 429 || status >= 500;
}
