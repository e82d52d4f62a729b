import type { Addresses } from './addresses.ts';
import type { AnswerCache } from './cache.ts';
import { PointreleaseProblem, PointreleaseUnreachable, readProblem } from './problem.ts';
import { wait, waitBefore } from './waiting.ts';

/** The part of `fetch` that the client uses. */
export type Send = (input: string, init: RequestInit) => Promise<Response>;

export interface Connection {
	readonly addresses: Addresses;
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

/** Why one address did not answer. Another one may, or the same one later. */
interface Failure {
	readonly address: string;
	readonly error: PointreleaseProblem | PointreleaseUnreachable;
	readonly retryAfter: string | null;
}

/** Repeats a request until an address answers or no tries are left. */
async function askUntilAnswered(
	connection: Connection,
	question: Question,
	{ signal }: CallOptions = {},
): Promise<Arrived> {
	// They cannot be encoded, and the request would be for another path.
	if (/\/\.\.?(?:[/?]|$)/.test(question.path))
		throw new TypeError('an argument is . or .., which is no name');
	let addresses = connection.addresses.inOrder();
	for (let tries = 1; ; tries++) {
		const outcome = await askEach(connection, addresses, question, signal);
		if (!Array.isArray(outcome)) return outcome;
		const pauses = outcome.map(({ retryAfter }) => waitBefore(tries, retryAfter));
		// An address that asks for a longer wait than the caller would want is not asked again.
		const refused = new Set(outcome.flatMap(({ address }, place) => (pauses[place] === null ? address : [])));
		addresses = addresses.filter((address) => !refused.has(address));
		if (tries >= connection.tries || refused.size === outcome.length) throw asOne(outcome);
		await wait(Math.max(...pauses.map((pause) => pause ?? 0)), signal);
	}
}

/** Asks the addresses in turn: the answer of the first that gives one, or why none did. */
async function askEach(
	connection: Connection,
	addresses: readonly string[],
	question: Question,
	signal: AbortSignal | undefined,
): Promise<Arrived | Failure[]> {
	const failures: Failure[] = [];
	for (const address of addresses) {
		signal?.throwIfAborted();
		const outcome = await attempt(connection, address, question, signal);
		if (outcome instanceof PointreleaseUnreachable) {
			failures.push({ address, error: outcome, retryAfter: null });
			continue;
		}
		const { status, text, retryAfter } = outcome;
		const isAnswer = status === 200 || question.also?.includes(status);
		if (isAnswer || status < 500) connection.addresses.answered(address);
		if (isAnswer) return outcome;
		const problem = readProblem(text);
		const error = problem
			? new PointreleaseProblem(problem)
			: new PointreleaseUnreachable(`the answer of status ${status} is not from a pointrelease service`, {
					status,
				});
		const failure = { address, error, retryAfter };
		// A limit holds at every address.
		if (status === 429) return [failure];
		if (status < 500) throw error;
		failures.push(failure);
	}
	return failures;
}

/** What the caller gets: with several addresses the reason of each. */
function asOne(failures: readonly Failure[]): Error {
	const [first, ...others] = failures;
	if (first && others.length === 0) return first.error;
	const reasons = failures.map(({ address, error }) =>
		error.message.includes(address) ? error.message : `${error.message}: ${address}`,
	);
	const cause = new AggregateError(failures.map(({ error }) => error));
	return new PointreleaseUnreachable(`no address answered: ${reasons.join('; ')}`, { cause });
}

/** One request; a 304 is replaced by the cached answer. */
async function attempt(
	connection: Connection,
	address: string,
	{ path, type, body }: Question,
	signal: AbortSignal | undefined,
): Promise<Arrived | PointreleaseUnreachable> {
	const { key, timeout } = connection;
	const cache = body === undefined ? connection.cache : null;
	const cached = cache?.get(path);
	const headers: Record<string, string> = { Accept: type };
	if (key !== null) headers.Authorization = key;
	if (cached) headers['If-None-Match'] = cached.etag;
	if (body) headers['Content-Type'] = 'application/json';
	const late = AbortSignal.timeout(timeout);
	let response: Response;
	let text: string;
	try {
		response = await connection.fetch(`${address}${path}`, {
			headers,
			...(body !== undefined && { method: 'POST', body }),
			// The service never redirects, and the key must not be sent to another address. Workers refuse 'error'.
			redirect: 'manual',
			signal: signal ? AbortSignal.any([signal, late]) : late,
		});
		text = isRedirect(response) ? '' : await response.text();
	} catch (cause) {
		signal?.throwIfAborted();
		const reason = late.aborted ? `no answer within ${timeout} ms` : 'no connection, or it broke off';
		return new PointreleaseUnreachable(`${reason}: ${address}${withoutToken(path)}`, { cause });
	}
	if (isRedirect(response)) throw redirected(response, connection, address, path);
	const { status } = response;
	const etag = response.headers.get('etag');
	const retryAfter = response.headers.get('retry-after');
	if (status === 304 && cached) return { status: 200, etag, retryAfter, text: cached.text };
	if (status === 200 && etag !== null) cache?.set(path, { etag, text });
	return { status, etag, retryAfter, text };
}

/** Browsers hide the status and the Location of a redirect. */
function isRedirect({ type, status }: Response): boolean {
	return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}

/**
 * A redirect is a wrong address, most often http for https. Neither another try nor another address mends it, so the
 * caller is told at once.
 */
function redirected(
	response: Response,
	{ key }: Connection,
	address: string,
	path: string,
): PointreleaseUnreachable {
	// An unread body would keep the connection open.
	response.body?.cancel().catch(() => {});
	const from = address || 'the address';
	const status = response.status || null;
	const location = response.headers.get('location');
	const base = address || undefined;
	const place = location && URL.canParse(location, base) ? new URL(location, base) : null;
	if (!place)
		return new PointreleaseUnreachable(`${from} redirects: use the address that it redirects to`, { status });
	// Without the user, the password and the query of the Location.
	const named = `${place.origin}${place.pathname}`;
	const rest = path.split('?')[0]!;
	const isElsewhere = named !== `${address}${rest}`;
	const reason =
		isElsewhere && named.endsWith(rest)
			? `redirects to ${named.slice(0, -rest.length)}: use that as the address`
			: `redirects to ${withoutToken(named)}: is this the address of a pointrelease service?`;
	// A server that got the key could write it into the Location.
	return new PointreleaseUnreachable(`${from} ${key === null ? reason : reason.replaceAll(key, '…')}`, {
		status,
	});
}

/** The addresses of feeds and calendars contain a secret. */
function withoutToken(path: string): string {
	return path.replace(/(\/feeds\/)[^/]+/, '$1…');
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
