import { checkedPolicies } from '../advice/policy/checked-terms.ts';
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
import { sentKey } from '../api/sent-key.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { tablesOf } from '../catalog/make-catalog.ts';
import { base64Url } from '../text/bytes.ts';
import { checkedDay, millisecondsOfDay } from '../text/day.ts';
import { sha256 } from '../text/sha256.ts';

/** What the answers of a handler are made of. */
export interface HandlerOptions {
	/** The data. Make a new handler for newer data. */
	readonly catalog: Catalog;
	/**
	 * Whether to answer a request with this `Authorization` header, or null without one; of `/export`, the password of HTTP
	 * Basic is given like a header. Only `true` opens the door; without this function every request is refused.
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
 * headers of the service. The platform compresses, and leaves the body of an answer to HEAD out, as it tells its length.
 */
export function handler({
	catalog,
	authorize,
	today,
	policies: givenPolicies = builtInPolicies,
}: HandlerOptions): FetchHandler {
	const policies = checkedPolicies(givenPolicies);
	const lastModified = Date.parse(catalog.changed);
	const dayOfRequest = () => checkedDay(typeof today === 'function' ? today() : today);
	if (typeof today !== 'function') dayOfRequest();

	const sendProblem = ({ status, body }: Problem, headers: Headers): Response =>
		new Response(body, { status, headers });

	const refuse = (request: Request): Response => {
		const refusal = authorize ? keyRefusal(sentKey(request)) : closedToAll;
		return sendProblem(refusal, problemHeaders(catalog));
	};

	const answer = (request: Request): Response => {
		const day = dayOfRequest();
		const refusal = notOffered(catalog, request);
		if (refusal) return sendProblem(refusal, problemHeaders(catalog));
		const outcome =
			madeCompressible(answerRead(catalog, request, { today: () => day, policies })) ??
			answerOperation(catalog, pathOf(request.url));
		if (!isRead(request) && !isNowhere(outcome))
			return sendProblem(onlyReadsAllowed, problemHeaders(catalog, { Allow: 'GET, HEAD' }));
		if (isProblem(outcome)) return sendProblem(outcome, problemHeaders(catalog));
		const etag = etagOf(outcome.body);
		const headers = new Headers([...answerFields(catalog, outcome.fields), ['ETag', etag]]);
		const changed = outcome.changed ?? lastModified;
		// The end of the day, because there is no clock here. What was sent as Last-Modified is never in the future.
		const now = () => Math.max(Date.parse(day) + millisecondsOfDay - 1, changed);
		return isFresh(request.headers, etag, changed, now)
			? new Response(null, { status: 304, headers })
			: new Response(outcome.body, { headers });
	};

	return (request) => {
		if (hasSeveralHosts(request)) return sendProblem(severalHosts, problemHeaders(null));
		if (isPreflight(request)) return new Response(null, { status: 204, headers: preflightHeaders() });
		const admitted = authorize?.(sentKey(request), request) ?? false;
		const respond = (isAdmitted: boolean) => (isAdmitted === true ? answer(request) : refuse(request));
		return typeof admitted === 'boolean' ? respond(admitted) : Promise.resolve(admitted).then(respond);
	};
}

const closedToAll = problem('key-refused', 'no key is accepted here: the handler was made without authorize');

/** Why a path that the service answers is not answered here; null for any other path. */
function notOffered(catalog: Catalog, { url }: Request): Problem | null {
	const segments = decodeSegments(pathOf(url));
	const route = segments && routes[matchRoute(segments)];
	if (!route || route.answeredBy === 'operation') return null;
	if (route.answeredBy !== 'read') return problem('not-offered', `only the service answers ${route.path}`);
	// Facts that are not there would read as facts that nobody knows.
	return isWhole(catalog) ? null : problem('not-offered', `${route.path} ${needsAll}`);
}

const needsAll =
	'needs all of the data: give openCatalog lookup.json, names.json, security.json and sources.json';

/** Whether the catalog was made of the whole data: what is in one document alone has rows. */
function isWhole(catalog: Catalog): boolean {
	const { machines, securityFixes, sources } = tablesOf(catalog);
	return [machines, securityFixes, sources].every((rows) => rows.length > 0);
}

function madeCompressible(outcome: Answer | Problem | null): Answer | Problem | null {
	return outcome && !isProblem(outcome) ? { ...outcome, fields: compressible(outcome.fields) } : outcome;
}

/** The same tag as the service gives. */
function etagOf(body: string): string {
	return `"${base64Url(sha256(body)).slice(0, 22)}"`;
}
