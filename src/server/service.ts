import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { preflightHeaders } from '@pointrelease/core/src/api/headers.ts';
import { isPlain, pathOf } from '@pointrelease/core/src/api/path.ts';
import { isPreflight, isRead } from '@pointrelease/core/src/api/request-headers.ts';
import { matchRoute, type ServicePath, tokenRoutes } from '@pointrelease/core/src/api/routes.ts';
import { sentKey } from '@pointrelease/core/src/api/sent-key.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { createReadAnswers } from '../api/read-answers.ts';
import type { ReadyAnswer } from '../api/ready-answer.ts';
import { kitReads } from '../kit/kit-reads.ts';
import type { Licenses } from '../licenses/licenses.ts';
import { createAnswering, type LookUp, methodRefusals, servedData } from './answering.ts';
import type { KeyedAnswer, MacFeed } from './dataset.ts';
import { createLimits, type LimitParts } from './limits.ts';
import { createPosting } from './posts/answer-posts.ts';
import type { InTurn, OpenPosts } from './posts/post-answer.ts';
import type { SendProblem } from './responses.ts';

/** An answer that needs no key. It is looked up by path, and made for each request. */
export type PublicAnswer = (request: Request) => Response;

export interface ServiceParts extends LimitParts {
	catalog: Catalog;
	licenses: Licenses;
	publicAnswers: { get(path: string): PublicAnswer | undefined };
	/** Draws a refusal as a page if a person opened the address in a browser; returns any other response unchanged. */
	forPeople?: (request: Request, response: Response) => Response;
	/** Answers that need a key and are made from more than the catalog, by path. */
	keyedAnswers?: ReadonlyMap<string, KeyedAnswer>;
	/** The Atom feed, for a client that sends its token in the path `self`. */
	atomOf?: (catalog: Catalog, self: string) => ReadyAnswer;
	/** The calendar, for the same token. */
	calendarOf?: (catalog: Catalog, self: string) => ReadyAnswer;
	/** The feed and the calendar of one Mac. */
	macFeedOf?: MacFeed;
	/** Today in UTC, YYYY-MM-DD, by the clock; tests set another day. */
	today?: () => string;
	/** The policies that may be asked for by name. */
	policies?: NamedPolicies;
	/** The address at which the client of a request reaches the service. */
	publicAddress?: (request: Request) => string | null;
	/** Answers to POSTs, by path. */
	posts?: OpenPosts;
	/** Who may read the feed for tools that read SOFA; absent for nobody. */
	sofaAccess?: 'key' | 'public';
	/** Who may read the minimum versions of policies; absent for nobody. */
	minimumAccess?: 'key' | 'public';
}

/** The service without a socket: one request in, one response out. */
export interface Service {
	/** The straight line for `/items/{item}`: authorize, look up, answer. */
	item(request: Request, item: string): Response;
	/** The same for `/items/{version}/board_ids`. */
	boardIds(request: Request, version: string): Response;
	/** The same for `/advice/{board_version}` if the answer is cached; otherwise it is computed like any read. */
	advice(request: Request, boardVersion: string): Response;
	/** A POST to a path that takes one, or a read that waits for the database; null for any other request. */
	post(request: Request, inTurn?: InTurn): Response | Promise<Response> | null;
	/** Any other request. */
	handle(request: Request): Response;
	/** Serves another state of the data from the next request on. */
	swap(catalog: Catalog): void;
	readonly catalog: Catalog;
}

export function createService(parts: ServiceParts): Service {
	const { publicAnswers, today = todayInUtc, policies = new Map(), posts = new Map() } = parts;
	const { forPeople = (_, response) => response, publicAddress: address } = parts;
	const sofaIsPublic = parts.sofaAccess === 'public';
	const reads = createReadAnswers({
		today,
		policies,
		sofaIsPublic,
		...(address && { address }),
		more: kitReads,
	});
	let data = servedData(parts.catalog, today);
	const sendProblem: SendProblem = (problem, extra) => data.sendProblem(problem, extra);
	const limits = createLimits(parts, sendProblem);
	const refusals = methodRefusals(sendProblem);
	const answering = createAnswering({ ...parts, policies, limits, refusals, reads, data: () => data, today });
	const posting = createPosting({ ...parts, ...refusals, posts, limits, catalog: () => data.book.catalog });

	const findItem: LookUp = (item) => data.book.item(item);
	const findBoardIds: LookUp = (version) => data.book.boardIds(version);
	const findAdvice: LookUp = (boardVersion, request) =>
		isPlain(boardVersion) ? reads.stored(data.book.catalog, request) : undefined;
	const findNothing: LookUp = () => undefined;
	const answer = (request: Request, name: string, lookUp: LookUp, key?: string | null): Response =>
		forPeople(request, answering.withKey(request, name, lookUp, key));

	const handle = (request: Request): Response => {
		if (isPreflight(request)) return limits.visit(request, answerPreflight);
		const path = pathOf(request.url);
		const opened = answering.withSofa(request, path) ?? answering.withMinimum(request, path);
		if (opened) return opened;
		const open = publicAnswers.get(path);
		const post = posts.get(path);
		if (post && !open) return posting.refuseOther(request, post);
		const token = open ? undefined : atomToken(path);
		if (token !== undefined) return answering.withToken(request, path, token);
		if (!open) return answer(request, path, findNothing, sentKey(request));
		const respond = () => {
			if (isRead(request)) return open(request);
			return post ? refusals.onlyReadsAndPosts() : refusals.onlyReads();
		};
		return healthPaths.has(path) ? respond() : limits.visit(request, respond);
	};

	return {
		item: (request, item) => answer(request, item, findItem),
		boardIds: (request, version) => answer(request, version, findBoardIds),
		advice: (request, boardVersion) => answer(request, boardVersion, findAdvice),
		post: posting.answer,
		handle,
		swap(catalog) {
			data = servedData(catalog, today);
		},
		get catalog() {
			return data.book.catalog;
		},
	};
}

/** Without limits: a load balancer that gets 429 here would take the service for dead. */
const healthPaths: ReadonlySet<string> = new Set<ServicePath>(['/livez', '/readyz']);

/** The token in the address of a feed; undefined in all others. */
function atomToken(path: string): string | undefined {
	const segments = path.split('/').slice(1);
	return tokenRoutes.has(matchRoute(segments)) ? segments[1] : undefined;
}

function answerPreflight(): Response {
	return new Response(null, { status: 204, headers: preflightHeaders() });
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
