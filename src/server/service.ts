import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Answer, SentBody } from '../api/answer.ts';
import { createAnswerBook } from '../api/answer-book.ts';
import { isUnchangedSince, matchesTag } from '../api/conditional.ts';
import { dataProblemHeaders, isBrowser, preflightHeaders } from '../api/headers.ts';
import { pathOf, queryOf } from '../api/path.ts';
import { type Problem, problem } from '../api/problem.ts';
import { cachedAdvice } from '../api/reads/advice.ts';
import { answerRead } from '../api/reads/reads.ts';
import { atomRoute, matchRoute } from '../api/routes.ts';
import { isPlain } from '../api/segment-cache.ts';
import { isSofaPath, keyOrPassword, sofaAnswer } from '../api/sofa.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Refusals } from '../licenses/admission/refusals.ts';
import type { Licenses } from '../licenses/licenses.ts';
import type { KeyedAnswer } from './dataset.ts';
import { limitRate } from './rate.ts';
import { atomRefusal, refusalOf } from './refusal.ts';

/** An answer that needs no key. Looked up by path, made anew for each request. */
export type PublicAnswer = (request: Request) => Response;

export interface ServiceParts {
	catalog: Catalog;
	licenses: Licenses;
	refusals: Refusals;
	publicAnswers: { get(path: string): PublicAnswer | undefined };
	/** Draws a refusal as a page for a person who went to an address that is none; leaves any other as it is. */
	forPeople?: (request: Request, response: Response) => Response;
	/** Answers behind the key that are not of the catalog alone, by path. */
	keyedAnswers?: ReadonlyMap<string, KeyedAnswer>;
	/** The Atom feed for whoever has the address of one: `self` is that address. */
	atomOf?: (catalog: Catalog, self: string) => Answer;
	/** The client's address, for the limit on refusals. */
	addressOf(request: Request): string;
	/** Today in UTC, YYYY-MM-DD; the clock's unless a test says otherwise. */
	today?: () => string;
	/** The policies that may be asked for by name. */
	policies?: NamedPolicies;
	/** Under which address whoever sent the request reaches the service. */
	publicAddress?: (request: Request) => string | null;
	/** Who may read the feed for tools that read SOFA's; absent for nobody. */
	sofaAccess?: 'key' | 'public';
}

/** The service without a socket: one request in, one response out. */
export interface Service {
	/** The straight line for `/items/{item}`: authorise, look up, answer. */
	item(request: Request, item: string): Response;
	/** The same for `/items/{version}/board_ids`. */
	boardIds(request: Request, version: string): Response;
	/** The same for `/advice/{board_version}`, where the answer is kept; else it is worked out as any read is. */
	advice(request: Request, boardVersion: string): Response;
	/** Any request, however it is spelt. */
	handle(request: Request): Response;
	/** Serves another state of the data from the next request on. */
	swap(catalog: Catalog): void;
	readonly catalog: Catalog;
}

export function createService(parts: ServiceParts): Service {
	const { licenses, refusals, publicAnswers, keyedAnswers, addressOf, today = todayInUtc } = parts;
	const { policies = new Map(), publicAddress: address, forPeople = (_, response) => response } = parts;
	const sofaIsPublic = parts.sofaAccess === 'public';
	const readSetting = { today, policies, sofaIsPublic, ...(address && { address }) };
	const { limiter } = licenses;
	let book = createAnswerBook(parts.catalog);
	let lastModified = Date.parse(parts.catalog.changed);
	// Shared by all problems that add nothing: making them anew costs half as much as the whole answer.
	let plain = dataProblemHeaders(parts.catalog);

	const sendProblem = ({ status, body }: Problem, extra?: Record<string, string>): Response =>
		new Response(body, { status, headers: extra ? dataProblemHeaders(book.catalog, extra) : plain });

	const methodNotAllowed = (): Response =>
		sendProblem(problem('method-not-allowed', 'only GET and HEAD are answered here'), { Allow: 'GET, HEAD' });

	/** Gives the answer that was found to a request whose key was admitted. */
	const give = (request: Request, answer: Answer, slot: number): Response => {
		licenses.count(slot);
		return send(request, answer);
	};

	const send = (request: Request, answer: Answer): Response => {
		const { body, etag, headers } =
			answer.forClient?.(request.headers.get('accept-encoding')) ?? (answer as SentBody);
		const { forBrowsers } = headers;
		const used = forBrowsers === headers || !isBrowser(request.headers) ? headers : forBrowsers;
		return isFresh(request, etag, answer.changed ?? lastModified, today)
			? used.respondUnchanged(etag)
			: used.respond(body, etag);
	};

	const refuse = (request: Request, refusal = refusalOf(request.headers.get('authorization'))): Response => {
		const address = addressOf(request);
		if (!refusals.allowed(address)) {
			const seconds = String(refusals.retryAfter(address));
			const detail = `too many refused requests from this address: wait ${seconds} s`;
			return sendProblem(problem('too-many-requests', detail), { 'Retry-After': seconds });
		}
		refusals.note(address);
		return sendProblem(refusal ?? refusalOf(request.headers.get('authorization')));
	};

	/** Everything that is not a plain GET of a well-spelt path: it is worked out now, in the license's share of time. */
	const answerUnusual = (request: Request, slot: number): Response => {
		const { readShare } = licenses;
		if (!readShare) return workOut(request, slot);
		const wait = readShare.wait(slot);
		if (wait === 0) return readShare.charge(slot, () => workOut(request, slot));
		const detail = `the reads of this license have taken their share of this service: wait ${wait} s`;
		return sendProblem(problem('too-many-requests', detail), { 'Retry-After': String(wait) });
	};

	const workOut = (request: Request, slot: number): Response => {
		const path = pathOf(request.url);
		const keyed = keyedAnswers?.get(path);
		const answer =
			keyed?.(book.catalog) ?? answerRead(book.catalog, request, readSetting) ?? book.answer(path);
		const names = !('code' in answer) || (answer.code !== 'not-found' && answer.code !== 'bad-encoding');
		if (names && !isRead(request)) {
			licenses.count(slot);
			return methodNotAllowed();
		}
		return respond(request, answer, slot);
	};

	/** What follows once the key was admitted. */
	const respond = (request: Request, found: Answer | Problem | undefined, slot: number): Response => {
		if (!found) return answerUnusual(request, slot);
		if (!('code' in found)) return give(request, found, slot);
		licenses.count(slot);
		return sendProblem(found);
	};

	/** Authorise, look up, answer; the rate limit comes between where an operator turned it on. */
	const answer = (request: Request, found: Answer | Problem | undefined): Response => {
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return refuse(request);
		if (!limiter) return respond(request, found, slot);
		return limitRate(limiter, slot, () => respond(request, found, slot), sendProblem);
	};

	/** Tools that read SOFA's feed send no header of ours: a key may come as the password of HTTP Basic, here alone. */
	const answerSofa = (request: Request): Response => {
		const slot =
			parts.sofaAccess === 'public'
				? -1
				: licenses.admit(keyOrPassword(request.headers.get('authorization')));
		if (slot < 0 && parts.sofaAccess !== 'public') return refuse(request);
		if (!isRead(request)) return methodNotAllowed();
		const found = sofaAnswer(book.catalog, request, today());
		if (slot >= 0) return respond(request, found, slot);
		return 'code' in found ? sendProblem(found) : send(request, found);
	};

	/** A feed reader cannot send a header: its address holds a token that opens the feed and nothing else. */
	const answerAtom = (request: Request, path: string, token: string): Response => {
		const slot = licenses.admitAtom(token);
		if (slot < 0 || !parts.atomOf) return refuse(request, atomRefusal);
		if (!isRead(request)) return methodNotAllowed();
		const respondAtom = () => give(request, parts.atomOf!(book.catalog, path), slot);
		return limiter ? limitRate(limiter, slot, respondAtom, sendProblem) : respondAtom();
	};

	return {
		item: (request, item) => answer(request, book.item(item)),
		boardIds: (request, version) => answer(request, book.boardIds(version)),
		advice: (request, board_version) =>
			answer(
				request,
				isPlain(board_version)
					? cachedAdvice(book.catalog, {
							parameters: { board_version },
							query: queryOf(request.url),
							accept: request.headers.get('accept'),
							today: today(),
							policies,
						})
					: undefined,
			),
		handle(request) {
			if (isPreflight(request)) return new Response(null, { status: 204, headers: preflightHeaders() });
			const path = pathOf(request.url);
			if (parts.sofaAccess && isSofaPath(path)) return answerSofa(request);
			const open = publicAnswers.get(path);
			const token = open ? undefined : atomToken(path);
			if (token !== undefined) return answerAtom(request, path, token);
			if (!open) return forPeople(request, answer(request, undefined));
			return isRead(request) ? open(request) : methodNotAllowed();
		},
		swap(catalog) {
			book = createAnswerBook(catalog);
			lastModified = Date.parse(catalog.changed);
			plain = dataProblemHeaders(catalog);
		},
		get catalog() {
			return book.catalog;
		},
	};
}

/** The token in the address of a feed; undefined in all others. */
function atomToken(path: string): string | undefined {
	const segments = path.split('/').slice(1);
	return matchRoute(segments) === atomRoute ? segments[1] : undefined;
}

function isFresh(request: Request, etag: string, lastModified: number, today: () => string): boolean {
	const tags = request.headers.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = request.headers.get('if-modified-since');
	if (since === null) return false;
	// The service's own day may be ahead of the clock in a test; a moment of it has come all the same.
	return isUnchangedSince(since, lastModified, Math.max(Date.now(), Date.parse(today())));
}

function isPreflight(request: Request): boolean {
	return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

function isRead(request: Request): boolean {
	return request.method === 'GET' || request.method === 'HEAD';
}

let [todayNumber, todayText] = [0, ''];

/** Written once a day: writing it takes five times as long as asking for the time. */
function todayInUtc(): string {
	const number = Math.floor(Date.now() / 86_400_000);
	if (number !== todayNumber) {
		todayNumber = number;
		todayText = new Date(number * 86_400_000).toISOString().slice(0, 10);
	}
	return todayText;
}
