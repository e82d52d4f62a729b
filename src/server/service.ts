import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Answer, SentBody } from '../api/answer.ts';
import { createAnswerBook } from '../api/answer-book.ts';
import { isUnchangedSince, matchesTag } from '../api/conditional.ts';
import { dataProblemHeaders, isBrowser, preflightHeaders } from '../api/headers.ts';
import { pathOf, queryOf } from '../api/path.ts';
import { isProblem, type Problem, problem } from '../api/problem.ts';
import { cachedAdvice } from '../api/reads/advice.ts';
import { answerRead } from '../api/reads/reads.ts';
import { atomRoute, calendarRoute, matchRoute, type ServicePath } from '../api/routes.ts';
import { isPlain } from '../api/segment-cache.ts';
import { isSofaPath, keyOrPassword, sofaAnswer } from '../api/sofa.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type AddressLimit, noAddressLimit } from '../licenses/admission/address-limit.ts';
import type { Licenses } from '../licenses/licenses.ts';
import { counted } from '../text/counted.ts';
import { dayAt, dayOfNumber } from '../text/day.ts';
import type { KeyedAnswer } from './dataset.ts';
import type { OpenPost, OpenPosts } from './post-answer.ts';
import { readBody } from './post-body.ts';
import { limitRate } from './rate.ts';
import { atomRefusal, refusalOf } from './refusal.ts';

/** An answer that needs no key. Looked up by path, made anew for each request. */
export type PublicAnswer = (request: Request) => Response;

export interface ServiceParts {
	catalog: Catalog;
	licenses: Licenses;
	/** The limit on refusals (403) of one client address. */
	refusals: AddressLimit;
	/** The same on what needs no key, health excepted; absent for none. */
	visits?: AddressLimit;
	publicAnswers: { get(path: string): PublicAnswer | undefined };
	/** Draws a refusal as a page for a person who went to an address that is none; leaves any other as it is. */
	forPeople?: (request: Request, response: Response) => Response;
	/** Answers behind the key that are not of the catalog alone, by path. */
	keyedAnswers?: ReadonlyMap<string, KeyedAnswer>;
	/** The Atom feed for whoever has the address of one: `self` is that address. */
	atomOf?: (catalog: Catalog, self: string) => Answer;
	/** The calendar for the same address. */
	calendarOf?: (catalog: Catalog, self: string) => Answer;
	/** The client's address, for the limits where no license answers for a request. */
	addressOf(request: Request): string;
	/** Today in UTC, YYYY-MM-DD; the clock's unless a test says otherwise. */
	today?: () => string;
	/** The policies that may be asked for by name. */
	policies?: NamedPolicies;
	/** Under which address whoever sent the request reaches the service. */
	publicAddress?: (request: Request) => string | null;
	/** What takes a POST, by path. */
	posts?: OpenPosts;
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
	/** A POST where one is taken; null anywhere else. */
	post(request: Request): Response | Promise<Response> | null;
	/** Any other request, however it is spelt. */
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
	const { visits = noAddressLimit, posts } = parts;
	const { limiter, readShare } = licenses;
	let book = createAnswerBook(parts.catalog);
	let lastModified = Date.parse(parts.catalog.changed);
	// Shared by all problems that add nothing: making them anew costs half as much as the whole answer.
	let plain = dataProblemHeaders(parts.catalog);

	const sendProblem = ({ status, body }: Problem, extra?: Record<string, string>): Response =>
		new Response(body, { status, headers: extra ? dataProblemHeaders(book.catalog, extra) : plain });

	const methodNotAllowed = (besides?: 'POST'): Response =>
		besides
			? sendProblem(problem('method-not-allowed', 'only GET, HEAD and POST are allowed here'), {
					Allow: 'GET, HEAD, POST',
				})
			: sendProblem(problem('method-not-allowed', 'only GET and HEAD are allowed here'), {
					Allow: 'GET, HEAD',
				});

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

	const tooMany = (detail: string, seconds: number): Response =>
		sendProblem(problem('too-many-requests', `${detail}: try again in ${counted(seconds, 'second')}`), {
			'Retry-After': String(seconds),
		});

	const refuse = (request: Request, refusal?: Problem): Response => {
		const wait = refusals.take(addressOf(request));
		if (wait > 0) return tooMany('too many refused requests from this address', wait);
		return sendProblem(refusal ?? refusalOf(request.headers.get('authorization')));
	};

	/** What needs no key, within the limit of the client's address. */
	const visit = <R>(request: Request, respond: () => R): R | Response => {
		const wait = visits.take(addressOf(request));
		if (wait > 0) return tooMany('too many requests from this address', wait);
		readShare?.note(nobody);
		return respond();
	};

	/** What a license asks for, within its rate where an operator set one. */
	const inRate = (slot: number, respond: () => Response): Response => {
		readShare?.note(slot);
		return limiter ? limitRate(limiter, slot, respond, sendProblem) : respond();
	};

	/** What is worked out when it is asked for, in the license's share of time. */
	const inShare = (slot: number, respond: () => Response): Response => {
		if (!readShare) return respond();
		const wait = readShare.wait(slot);
		if (wait === 0) return readShare.charge(slot, respond);
		return tooMany('this license has used its share of processor time', wait);
	};

	/** Everything that is not a plain GET of a well-spelt path. */
	const answerUnusual = (request: Request, slot: number): Response =>
		inShare(slot, () => workOut(request, slot));

	const workOut = (request: Request, slot: number): Response => {
		const path = pathOf(request.url);
		const keyed = keyedAnswers?.get(path);
		const answer =
			keyed?.(book.catalog, request) ?? answerRead(book.catalog, request, readSetting) ?? book.answer(path);
		const names = !isProblem(answer) || (answer.code !== 'not-found' && answer.code !== 'bad-encoding');
		if (names && !isRead(request)) {
			licenses.count(slot);
			return methodNotAllowed();
		}
		return respond(request, answer, slot);
	};

	/** What follows once the key was admitted. */
	const respond = (request: Request, found: Answer | Problem | undefined, slot: number): Response => {
		if (!found) return answerUnusual(request, slot);
		if (!isProblem(found)) return give(request, found, slot);
		licenses.count(slot);
		return sendProblem(found);
	};

	/** Authorise, look up, answer; the limits come between. */
	const answer = (request: Request, found: Answer | Problem | undefined): Response => {
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return refuse(request);
		readShare?.note(slot);
		if (!limiter) return respond(request, found, slot);
		return limitRate(limiter, slot, () => respond(request, found, slot), sendProblem);
	};

	/** Tools that read SOFA's feed send no header of ours: a key may come as the password of HTTP Basic, here alone. */
	const answerSofa = (request: Request): Response => {
		if (sofaIsPublic) return visit(request, () => sendSofa(request));
		const slot = licenses.admit(keyOrPassword(request.headers.get('authorization')));
		if (slot < 0) return refuse(request);
		return inRate(slot, () =>
			inShare(slot, () => {
				licenses.count(slot);
				return sendSofa(request);
			}),
		);
	};

	const sendSofa = (request: Request): Response => {
		if (!isRead(request)) return methodNotAllowed();
		const found = sofaAnswer(book.catalog, request, today());
		return isProblem(found) ? sendProblem(found) : send(request, found);
	};

	/** A feed reader cannot send a header: its address holds a token that opens feed and calendar and nothing else. */
	const answerAtom = (request: Request, path: string, token: string): Response => {
		const slot = licenses.admitAtom(token);
		const answerOf = path.endsWith('.ics') ? parts.calendarOf : parts.atomOf;
		if (slot < 0 || !answerOf) return refuse(request, atomRefusal);
		return inRate(slot, () =>
			inShare(slot, () =>
				isRead(request) ? give(request, answerOf(book.catalog, path), slot) : methodNotAllowed(),
			),
		);
	};

	/** The same line for what a license posts: authorise, then every limit, then the answer, for which it may wait. */
	const admitPost = (request: Request, post: OpenPost): Response | Promise<Response> => {
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return refuse(request);
		const passed = inRate(slot, () => inShare(slot, () => new Response(null)));
		if (!passed.ok) return passed;
		licenses.count(slot);
		const work = <T>(work: () => T): T => (readShare ? readShare.charge(slot, work) : work());
		return answerPost(request, post, work).then((response) => {
			for (const [name, value] of passed.headers) response.headers.set(name, value);
			return response;
		});
	};

	const answerPost = async (
		request: Request,
		{ answer, mostBytes }: OpenPost,
		work: <T>(work: () => T) => T,
	): Promise<Response> => {
		const client = addressOf(request);
		const body = await readBody(request, mostBytes);
		return body instanceof Response ? body : answer(request, { body, catalog: book.catalog, client, work });
	};

	const onlyPost = (request: Request, { access }: OpenPost): Response => {
		const refusal = () =>
			sendProblem(problem('method-not-allowed', 'only POST is allowed here'), { Allow: 'POST' });
		if (access === 'public') return visit(request, refusal);
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return refuse(request);
		return inRate(slot, () => {
			licenses.count(slot);
			return refusal();
		});
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
		post(request) {
			const post = request.method === 'POST' ? posts?.get(pathOf(request.url)) : undefined;
			if (!post) return null;
			if (post.access === 'key') return admitPost(request, post);
			return visit(request, () => answerPost(request, post, (work) => work()));
		},
		handle(request) {
			if (isPreflight(request)) return visit(request, answerPreflight);
			const path = pathOf(request.url);
			if (parts.sofaAccess && isSofaPath(path)) return answerSofa(request);
			const open = publicAnswers.get(path);
			const post = posts?.get(path);
			if (post && !open) return onlyPost(request, post);
			const token = open ? undefined : atomToken(path);
			if (token !== undefined) return answerAtom(request, path, token);
			if (!open) return forPeople(request, answer(request, undefined));
			const respond = () => (isRead(request) ? open(request) : methodNotAllowed(post && 'POST'));
			return healthPaths.has(path) ? respond() : visit(request, respond);
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

/** Whoever asks without a license is one more that asks. */
const nobody = -1;

/** A load balancer that was told to wait here would take the service for gone. */
const healthPaths: ReadonlySet<string> = new Set<ServicePath>(['/livez', '/readyz']);

/** The token in the address of a feed; undefined in all others. */
function atomToken(path: string): string | undefined {
	const segments = path.split('/').slice(1);
	const route = matchRoute(segments);
	return route === atomRoute || route === calendarRoute ? segments[1] : undefined;
}

function isFresh(request: Request, etag: string, lastModified: number, today: () => string): boolean {
	const tags = request.headers.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = request.headers.get('if-modified-since');
	if (since === null) return false;
	// The service's own day may be ahead of the clock in a test; a moment of it has come all the same.
	return isUnchangedSince(since, lastModified, Math.max(Date.now(), Date.parse(today())));
}

function answerPreflight(): Response {
	return new Response(null, { status: 204, headers: preflightHeaders() });
}

function isPreflight(request: Request): boolean {
	return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

function isRead(request: Request): boolean {
	return request.method === 'GET' || request.method === 'HEAD';
}

let [todayNumber, todayText] = [0, ''];

/** Written once a day: writing it takes five times as long as asking for the time. */
export function todayInUtc(): string {
	const number = dayAt(Date.now());
	if (number !== todayNumber) {
		todayNumber = number;
		todayText = dayOfNumber(number);
	}
	return todayText;
}
