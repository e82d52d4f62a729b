import { builtInPolicies, type NamedPolicies } from '../advice/policy/named-policies.ts';
import type { Answer } from '../api/answer.ts';
import { answerFields, compressible, preflightHeaders, problemHeaders } from '../api/headers.ts';
import { keyRefusal } from '../api/key-refusal.ts';
import { answerOperation } from '../api/operations.ts';
import { decodeSegments, pathOf } from '../api/path.ts';
import {
	isNowhere,
	isProblem,
	onlyReadsAllowed,
	type Problem,
	problem,
	severalHosts,
} from '../api/problem.ts';
import { answerRead } from '../api/reads/reads.ts';
import { hasSeveralHosts, isFresh, isPreflight, isRead } from '../api/request-headers.ts';
import { matchRoute, routes } from '../api/routes.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { base64Url } from '../text/bytes.ts';
import { isDay, millisecondsOfDay } from '../text/day.ts';
import { sha256 } from '../text/sha256.ts';

/** What the answers of a handler are made of. */
export interface HandlerOptions {
	/** The data. Make a new handler for newer data. */
	readonly catalog: Catalog;
	/**
	 * Whether to answer a request with this `Authorization` header, or null without one. Only `true` opens the door; without
	 * this function every request is refused.
	 */
	readonly authorize?: (key: string | null, request: Request) => boolean | Promise<boolean>;
	/** Today in UTC, such as `2026-11-19`. Pass a function if the handler lives longer than a day. */
	readonly today: string | (() => string);
	/** The policies that may be asked for by name; by default the two built-in ones. */
	readonly policies?: NamedPolicies;
}

/** Answers a request as the service does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * A `fetch` handler of the five operations and of the reads that need no database, with the statuses, bodies, tags and
 * headers of the service. It compresses nothing: the platform does.
 */
export function handler({
	catalog,
	authorize,
	today,
	policies = builtInPolicies,
}: HandlerOptions): FetchHandler {
	const lastModified = Date.parse(catalog.changed);
	const dayOfRequest = () => checkedDay(typeof today === 'function' ? today() : today);
	if (typeof today !== 'function') dayOfRequest();

	const sendProblem = (request: Request, { status, body }: Problem, headers: Headers): Response =>
		new Response(bodyFor(request, body), { status, headers });

	const refuse = (request: Request): Response => {
		const refusal = authorize ? keyRefusal(request.headers.get('authorization')) : closedToAll;
		return sendProblem(request, refusal, problemHeaders(catalog));
	};

	const answer = (request: Request): Response => {
		const day = dayOfRequest();
		const notOffered = elsewhere(request);
		if (notOffered) return sendProblem(request, notOffered, problemHeaders(catalog));
		const outcome =
			madeCompressible(answerRead(catalog, request, { today: () => day, policies })) ??
			answerOperation(catalog, pathOf(request.url));
		if (!isRead(request) && !isNowhere(outcome))
			return sendProblem(request, onlyReadsAllowed, problemHeaders(catalog, { Allow: 'GET, HEAD' }));
		if (isProblem(outcome)) return sendProblem(request, outcome, problemHeaders(catalog));
		const etag = etagOf(outcome.body);
		const headers = new Headers([...answerFields(catalog, outcome.fields), ['ETag', etag]]);
		const changed = outcome.changed ?? lastModified;
		// The end of the day, because there is no clock here. What was sent as Last-Modified is never in the future.
		const now = () => Math.max(Date.parse(day) + millisecondsOfDay - 1, changed);
		return isFresh(request.headers, etag, changed, now)
			? new Response(null, { status: 304, headers })
			: new Response(bodyFor(request, outcome.body), { headers });
	};

	return (request) => {
		if (hasSeveralHosts(request)) return sendProblem(request, severalHosts, problemHeaders(null));
		if (isPreflight(request)) return new Response(null, { status: 204, headers: preflightHeaders() });
		const admitted = authorize?.(request.headers.get('authorization'), request) ?? false;
		const respond = (isAdmitted: boolean) => (isAdmitted === true ? answer(request) : refuse(request));
		return typeof admitted === 'boolean' ? respond(admitted) : Promise.resolve(admitted).then(respond);
	};
}

const closedToAll = problem('key-refused', 'no key is accepted here: the handler was made without authorize');

/** A path that the service answers, and this handler cannot; null for any other. */
function elsewhere({ url }: Request): Problem | null {
	const segments = decodeSegments(pathOf(url));
	const route = segments && routes[matchRoute(segments)];
	if (!route || route.answeredBy === 'operation' || route.answeredBy === 'read') return null;
	return problem('not-offered', `only the service answers ${route.path}`);
}

function madeCompressible(outcome: Answer | Problem | null): Answer | Problem | null {
	return outcome && !isProblem(outcome) ? { ...outcome, fields: compressible(outcome.fields) } : outcome;
}

/** The same tag as the service gives. */
function etagOf(body: string): string {
	return `"${base64Url(sha256(body)).slice(0, 22)}"`;
}

function bodyFor({ method }: Request, body: string): string | null {
	return method === 'HEAD' ? null : body;
}

function checkedDay(day: string): string {
	if (typeof day === 'string' && isDay(day)) return day;
	throw new TypeError(`today is ${JSON.stringify(day)}: expected a day such as 2026-11-19`);
}
