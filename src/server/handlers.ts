import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { problem, severalHosts } from '@pointrelease/core/src/api/problem.ts';
import { hasSeveralHosts } from '@pointrelease/core/src/api/request-headers.ts';
import { advicePattern, operationPatterns, type ServicePath } from '@pointrelease/core/src/api/routes.ts';
import { isPageAddress } from '../page/addresses.ts';
import { createFairness, createOneATurn } from './fairness.ts';
import { livez, readyz } from './health.ts';
import type { InTurn } from './posts/post-answer.ts';
import { sendProblem } from './responses.ts';
import type { Service } from './service.ts';

/** The functions that Bun's router calls for a request. */
export interface Handlers {
	readonly routes: Record<string, Record<'GET' | 'HEAD', Handler>>;
	readonly fetch: Handler;
}

// Bun's type of a request has parameters only if the path is written beside it.
// biome-ignore lint/suspicious/noExplicitAny: each route reads the parameters that its path names
type Handler = (request: any) => Response | Promise<Response>;

/** The handlers for each stage of the service's life. */
interface HandlersOfLife {
	readonly starting: Handlers;
	open(service: Service, elsewhere?: AnswerElsewhere): Handlers;
	/** The same answers, but each asks the client to connect elsewhere. */
	draining(service: Service, elsewhere?: AnswerElsewhere): Handlers;
}

/** Answers requests that are not for the service, but for another host name; null for all others. */
export type AnswerElsewhere = (request: Request) => Promise<Response> | null;

/** `secured` is called last, with every response. */
export function createHandlers(secured: (response: Response) => Response): HandlersOfLife {
	const fairly = createFairness();
	const oneATurn = createOneATurn();
	const inTurn: InTurn = (work) => Promise.resolve(oneATurn(work));
	const give = (response: Response) => fairly(secured(response));
	const giveCostly = (response: Response) => fairly(secured(response), true);
	/** Operations and reads; `last` is called with each request and its response. */
	const answering = (
		service: Service,
		last: (request: Request, response: Response) => Response,
		elsewhere: AnswerElsewhere = () => null,
	): Handlers => {
		const finish = (request: Request, response: Response) =>
			giveCostly(last(request, closedAfterConnect(request, dated(request, response))));
		const withOneHost =
			(answer: Handler): Handler =>
			(request: Request) => {
				if (hasSeveralHosts(request)) return give(closed(sendProblem(severalHosts)));
				const other = elsewhere(request);
				return other ? other.then((response) => finish(request, response)) : answer(request);
			};
		const any = withOneHost((request: Request) => {
			const isPosted = request.method === 'POST' || isAwaited(request);
			const posted = isPosted ? service.post(request, inTurn) : null;
			const handle = () => service.handle(request);
			const place = placeOf(request);
			const response = posted ?? (place ? oneATurn(handle, place) : handle());
			return response instanceof Promise
				? response.then((response) => finish(request, response))
				: finish(request, response);
		});
		return {
			routes: {
				[operationPatterns.item]: {
					GET: withOneHost((request) => give(last(request, service.item(request, request.params.item)))),
					HEAD: any,
				},
				[operationPatterns.boardIds]: {
					GET: withOneHost((request) =>
						give(last(request, service.boardIds(request, request.params.version))),
					),
					HEAD: any,
				},
				[advicePattern]: {
					GET: withOneHost((request) =>
						giveCostly(last(request, service.advice(request, request.params.board_version))),
					),
					HEAD: any,
				},
			},
			fetch: any,
		};
	};
	return {
		starting: { routes: {}, fetch: (request) => secured(answerStarting(request)) },
		open: (service, elsewhere) => answering(service, ending, elsewhere),
		draining: (service, elsewhere) => answering(service, (_, response) => closed(response), elsewhere),
	};
}

/** Reads that are computed for each request and take up to two milliseconds. */
const longReads = ['/advice', '/exposure/', '/search'];

/** Whether this is `/license`, the only read that waits for the database. */
function isAwaited({ url }: Request): boolean {
	return pathOf(url) === licensePath;
}

/** The turn of a request that may take long: reads of licenses first, pages for everybody last. Null for any other. */
function placeOf({ url }: Request): 'first' | 'last' | null {
	const path = pathOf(url);
	if (longReads.some((read) => path.startsWith(read))) return 'first';
	return isPageAddress(path) ? 'last' : null;
}

const licensePath: ServicePath = '/license';

function closed(response: Response): Response {
	response.headers.set('Connection', 'close');
	return response;
}

/** Bun 1.4.4 sets `Date` on every answer except those to HEAD. */
function dated(request: Request, response: Response): Response {
	if (request.method === 'HEAD') response.headers.set('Date', new Date().toUTCString());
	return response;
}

/** A server that closes a connection must say so (RFC 9112, section 9.6). Bun 1.4.4 does not if the client asked for it. */
function ending(request: Request, response: Response): Response {
	const options = request.headers.get('connection');
	return options !== null && closing.test(options) ? closed(response) : response;
}

/** `close` among the options of one Connection header or several. */
const closing = /(?:^|,)\s*close\s*(?:,|$)/i;

/** After CONNECT Bun 1.4.4 leaves the connection open but reads nothing more from it, so the answer closes it. */
function closedAfterConnect(request: Request, response: Response): Response {
	return request.method === 'CONNECT' ? closed(response) : response;
}

function answerStarting(request: Request): Response {
	const path = pathOf(request.url);
	if (path === '/livez') return livez();
	if (path === '/readyz') return readyz({ ready: false, reasons: ['starting'] }, null);
	return sendProblem(problem('not-ready', 'the service is starting: try again in a second'), {
		'Retry-After': '1',
	});
}
