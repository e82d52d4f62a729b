import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Answer } from '../api/answer.ts';
import { createAnswerBook } from '../api/answer-book.ts';
import { preflightHeaders } from '../api/headers.ts';
import { isPlain, pathOf, queryOf } from '../api/path.ts';
import { isProblem, type Problem, problem } from '../api/problem.ts';
import { cachedAdvice } from '../api/reads/advice.ts';
import { answerRead } from '../api/reads/reads.ts';
import { atomRoute, calendarRoute, matchRoute, type ServicePath } from '../api/routes.ts';
import { isSofaPath, keyOrPassword, sofaAnswer } from '../api/sofa.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Licenses } from '../licenses/licenses.ts';
import { dayAt, dayOfNumber } from '../text/day.ts';
import type { KeyedAnswer } from './dataset.ts';
import { atomRefusal, createLimits, type LimitParts } from './limits.ts';
import { createPosting } from './posts/answer-posts.ts';
import type { InTurn, OpenPosts } from './posts/post-answer.ts';
import { problemSender, sendAnswer } from './responses.ts';

/** An answer that needs no key. It is looked up by path, and made for each request. */
export type PublicAnswer = (request: Request) => Response;

export interface ServiceParts extends LimitParts {
	catalog: Catalog;
	licenses: Licenses;
	publicAnswers: { get(path: string): PublicAnswer | undefined };
	/** Draws a refusal as a page if a person opened the address in a browser; returns any other response unchanged. */
	forPeople?: (request: Request, response: Response) => Response;
	/** Answers behind the key that are not of the catalog alone, by path. */
	keyedAnswers?: ReadonlyMap<string, KeyedAnswer>;
	/** The Atom feed for a client that has its address, `self`. */
	atomOf?: (catalog: Catalog, self: string) => Answer;
	/** The calendar for the same address. */
	calendarOf?: (catalog: Catalog, self: string) => Answer;
	/** Today in UTC, YYYY-MM-DD; the clock's unless a test says otherwise. */
	today?: () => string;
	/** The policies that may be asked for by name. */
	policies?: NamedPolicies;
	/** The address at which the client of a request reaches the service. */
	publicAddress?: (request: Request) => string | null;
	/** Answers to POSTs, by path. */
	posts?: OpenPosts;
	/** Who may read the feed for tools that read SOFA's; absent for nobody. */
	sofaAccess?: 'key' | 'public';
}

/** The service without a socket: one request in, one response out. */
export interface Service {
	/** The straight line for `/items/{item}`: authorize, look up, answer. */
	item(request: Request, item: string): Response;
	/** The same for `/items/{version}/board_ids`. */
	boardIds(request: Request, version: string): Response;
	/** The same for `/advice/{board_version}`, if the answer is cached; else it is computed as any read is. */
	advice(request: Request, boardVersion: string): Response;
	/** A POST to a path that takes one, or a read that waits for the database; null for any other request. */
	post(request: Request, inTurn?: InTurn): Response | Promise<Response> | null;
	/** Any other request. */
	handle(request: Request): Response;
	/** Serves another state of the data from the next request on. */
	swap(catalog: Catalog): void;
	readonly catalog: Catalog;
}

/** Finds an answer by the part of the path that names it; undefined if it has to be computed. */
type LookUp = (name: string, request: Request) => Answer | Problem | undefined;

export function createService(parts: ServiceParts): Service {
	const { licenses, publicAnswers, keyedAnswers, sofaAccess, today = todayInUtc } = parts;
	const {
		policies = new Map(),
		posts = new Map(),
		publicAddress: address,
		forPeople = (_, response) => response,
	} = parts;
	const sofaIsPublic = sofaAccess === 'public';
	const readSetting = { today, policies, sofaIsPublic, ...(address && { address }) };
	const { limiter } = licenses;
	let { book, times, sendProblem } = stateOf(parts.catalog, today);
	const limits = createLimits(parts, (problem, extra) => sendProblem(problem, extra));
	const { refuse, visit, inRate, inShare, note } = limits;

	const only = (methods: string, words: string) => (): Response =>
		sendProblem(problem('method-not-allowed', `only ${words} allowed here`), { Allow: methods });
	const onlyReads = only('GET, HEAD', 'GET and HEAD are');
	const onlyReadsAndPosts = only('GET, HEAD, POST', 'GET, HEAD and POST are');
	const posting = createPosting({
		...parts,
		posts,
		limits,
		catalog: () => book.catalog,
		onlyPosts: only('POST', 'POST is'),
		onlyReads,
	});

	/** Authorize, check the limits, look up, answer. */
	const answer = (request: Request, name: string, lookUp: LookUp): Response => {
		const slot = licenses.admit(request.headers.get('authorization'));
		if (slot < 0) return refuse(request);
		if (limiter) return inRate(slot, () => respond(request, slot, lookUp(name, request)));
		note(slot);
		return respond(request, slot, lookUp(name, request));
	};

	const respond = (request: Request, slot: number, outcome: Answer | Problem | undefined): Response => {
		if (!outcome) return inShare(slot, () => workOut(request, slot));
		licenses.count(slot);
		return send(request, outcome);
	};

	const send = (request: Request, outcome: Answer | Problem): Response =>
		isProblem(outcome) ? sendProblem(outcome) : sendAnswer(request, outcome, times);

	/** Any request that is not a plain GET of a well-spelled path. */
	const workOut = (request: Request, slot: number): Response => {
		const path = pathOf(request.url);
		const outcome =
			keyedAnswers?.get(path)?.(book.catalog, request) ??
			answerRead(book.catalog, request, readSetting) ??
			book.answer(path);
		licenses.count(slot);
		return isRead(request) || isNowhere(outcome) ? send(request, outcome) : onlyReads();
	};

	/** Answers a license that was not admitted by the `Authorization` header. */
	const answerAdmitted = (request: Request, slot: number, lookUp: () => Answer | Problem): Response =>
		inRate(slot, () =>
			inShare(slot, () => {
				licenses.count(slot);
				return isRead(request) ? send(request, lookUp()) : onlyReads();
			}),
		);

	/** Tools that read SOFA's feed send no header of ours: a key may come as the password of HTTP Basic, here alone. */
	const answerSofa = (request: Request): Response => {
		const lookUp = () => sofaAnswer(book.catalog, request, today());
		if (sofaIsPublic) return visit(request, () => (isRead(request) ? send(request, lookUp()) : onlyReads()));
		const slot = licenses.admit(keyOrPassword(request.headers.get('authorization')));
		return slot < 0 ? refuse(request) : answerAdmitted(request, slot, lookUp);
	};

	/** A feed reader cannot send a header: its address holds a token that opens feed and calendar and nothing else. */
	const answerAtom = (request: Request, path: string, token: string): Response => {
		const slot = licenses.admitAtom(token);
		const answerOf = path.endsWith('.ics') ? parts.calendarOf : parts.atomOf;
		if (slot < 0 || !answerOf) return refuse(request, atomRefusal);
		return answerAdmitted(request, slot, () => answerOf(book.catalog, path));
	};

	const findItem: LookUp = (item) => book.item(item);
	const findBoardIds: LookUp = (version) => book.boardIds(version);
	const findAdvice: LookUp = (board_version, { url, headers }) =>
		isPlain(board_version)
			? cachedAdvice(book.catalog, {
					parameters: { board_version },
					query: queryOf(url),
					accept: headers.get('accept'),
					today: today(),
					policies,
				})
			: undefined;
	const findNothing: LookUp = () => undefined;

	return {
		item: (request, item) => forPeople(request, answer(request, item, findItem)),
		boardIds: (request, version) => forPeople(request, answer(request, version, findBoardIds)),
		advice: (request, boardVersion) => forPeople(request, answer(request, boardVersion, findAdvice)),
		post: posting.answer,
		handle(request) {
			if (isPreflight(request)) return visit(request, answerPreflight);
			const path = pathOf(request.url);
			if (sofaAccess && isSofaPath(path)) return answerSofa(request);
			const open = publicAnswers.get(path);
			const post = posts.get(path);
			if (post && !open) return posting.refuseOther(request, post);
			const token = open ? undefined : atomToken(path);
			if (token !== undefined) return answerAtom(request, path, token);
			if (!open) return forPeople(request, answer(request, path, findNothing));
			const respond = () => (isRead(request) ? open(request) : post ? onlyReadsAndPosts() : onlyReads());
			return healthPaths.has(path) ? respond() : visit(request, respond);
		},
		swap(catalog) {
			({ book, times, sendProblem } = stateOf(catalog, today));
		},
		get catalog() {
			return book.catalog;
		},
	};
}

/** The parts that depend on the state of the data. */
function stateOf(catalog: Catalog, today: () => string) {
	return {
		book: createAnswerBook(catalog),
		times: { lastModified: Date.parse(catalog.changed), today },
		sendProblem: problemSender(catalog),
	};
}

/** Without limits: a load balancer that gets 429 here would take the service for dead. */
const healthPaths: ReadonlySet<string> = new Set<ServicePath>(['/livez', '/readyz']);

/** The token in the address of a feed; undefined in all others. */
function atomToken(path: string): string | undefined {
	const segments = path.split('/').slice(1);
	const route = matchRoute(segments);
	return route === atomRoute || route === calendarRoute ? segments[1] : undefined;
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

/** Whether the path does not exist, for any method. */
function isNowhere(outcome: Answer | Problem): boolean {
	return isProblem(outcome) && (outcome.code === 'not-found' || outcome.code === 'bad-encoding');
}

let [todayNumber, todayText] = [0, ''];

/** Today in UTC, YYYY-MM-DD. Formatted once a day: formatting takes five times as long as reading the clock. */
export function todayInUtc(): string {
	const number = dayAt(Date.now());
	if (number !== todayNumber) {
		todayNumber = number;
		todayText = dayOfNumber(number);
	}
	return todayText;
}
