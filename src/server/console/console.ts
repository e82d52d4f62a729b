import { decodeSegments, pathOf, queryOf } from '@pointrelease/core/src/api/path.ts';
import { fits, parametersOf, segmentsOf } from '@pointrelease/core/src/api/route.ts';
import { limitPerAddress } from '../../licenses/admission/rate-limits.ts';
import { consoleAssets, consoleDocument } from '../../page/assets.ts';
import { reasonOf } from '../../process/failure.ts';
import { clientAddress } from '../../settings/client-address.ts';
import { usualLostKeyRate } from '../../settings/setting-readers.ts';
import { bundledFile } from '../pages/bundled-file.ts';
import {
	consoleActor,
	endSession,
	findSession,
	type Session,
	type SessionSecrets,
	sealedNow,
	sessionLives,
	useCode,
} from './access.ts';
import { notFound, onlyMethod, readJson, refuse, refuseFailure, sendJson, tooMany } from './answers.ts';
import { createApi } from './api/api.ts';
import { describeApi } from './api/api-description.ts';
import { apiRoutes } from './api/api-routes.ts';
import { sessionCookie, setCookie } from './cookies.ts';
import type { Asked } from './data-route.ts';
import type { ConsoleParts } from './parts.ts';
import type { Place } from './place.ts';
import { dataRoutes } from './routes.ts';

/** The console for operators: its page, its sessions, and the data behind them. */
export interface Console {
	/** The answer to a request at a place of the console; `peer` is the address at the other end of its connection. */
	answer(request: Request, place: Place, peer: string | undefined): Promise<Response>;
}

export function openConsole(parts: ConsoleParts): Console {
	const { settings, licenses, log, visits } = parts;
	const { database } = licenses;
	const client = clientAddress(settings.trustedProxies);
	const attempts = limitPerAddress(usualLostKeyRate);
	const files = new Map(
		[consoleDocument, ...consoleAssets].map((asset) => [asset.path, bundledFile(asset, parts.read)]),
	);
	const answerApi = createApi(parts);
	/** Another secret ends all sessions. */
	const sealedWith = () => sealedNow(licenses);

	const sessionOf = async (request: Request, place: Place) => {
		const cookie = sessionCookie(request.headers, place);
		const token = request.headers.get('console-token');
		if (cookie === null || token === null) return null;
		const session = await findSession(database, { cookie, token }, sealedWith());
		return session && { session, secrets: { cookie, token } };
	};

	const signIn = async (request: Request, place: Place, address: string): Promise<Response> => {
		const body = await readJson(request);
		if (body instanceof Response) return body;
		const code = typeof body.code === 'string' ? body.code : '';
		const signedIn = await useCode(database, code, sealedWith());
		if (!signedIn) {
			const wait = attempts.take(address);
			if (wait > 0) return tooMany(wait);
			return refuse(
				403,
				'link-refused',
				'this link was used already or is older than ten minutes: make another one with "pointrelease console --for NAME"',
			);
		}
		log.info('signed in to the console', { who: signedIn.session.name, client: address });
		// A session that this browser had is not needed any more.
		const before = await sessionOf(request, place);
		if (before) await endSession(database, before.secrets, before.session);
		const { session, secrets } = signedIn;
		return sendJson({ ...sessionJson(session), token: secrets.token }, 200, {
			'Set-Cookie': setCookie(place, secrets.cookie, sessionLives / 1000),
		});
	};

	const answerSignedIn = async (
		request: Request,
		place: Place,
		path: string,
		{ session, secrets }: { session: Session; secrets: SessionSecrets },
	): Promise<Response> => {
		if (path === '/console/session')
			return request.method === 'GET' ? sendJson(sessionJson(session)) : onlyMethod('GET');
		const isPost = request.method === 'POST';
		if (path === '/console/sign-out') {
			if (!isPost) return onlyMethod('POST');
			await endSession(database, secrets, session);
			return sendJson({}, 200, { 'Set-Cookie': setCookie(place, null, 0) });
		}
		const segments = decodeSegments(path.slice('/console/data'.length));
		// No name has a NUL, and PostgreSQL would fail.
		const isName = !path.includes('%00');
		const there =
			segments && isName ? dataRoutes.filter((route) => fits(segmentsOf(route.path), segments)) : [];
		const route = there.find(({ method }) => method === request.method);
		if (!segments || there.length === 0) return notFound();
		if (!route) return onlyMethod(there.map(({ method }) => method).join(', '));
		if (route.access === 'writes' && !session.mayWrite)
			return refuse(403, 'may-only-read', `${session.name} may only read: the link was made with --read`);
		const body = isPost ? await readJson(request) : {};
		if (body instanceof Response) return body;
		const actor: Asked['actor'] = (why) => consoleActor(session, why);
		const asked: Asked = {
			session,
			parameters: parametersOf(route, segments),
			query: new URLSearchParams(queryOf(request.url)),
			body,
			actor,
			registry: (why) => licenses.registry(actor(why)),
		};
		const answer = await route.answer(asked, parts);
		return answer instanceof Response ? answer : sendJson(answer ?? null);
	};

	const answerIn = async (request: Request, place: Place, address: string): Promise<Response> => {
		const path = pathOf(request.url);
		const file = files.get(path);
		if (file)
			return request.method === 'GET' || request.method === 'HEAD'
				? sendFile(request, file)
				: onlyMethod('GET');
		if (path === '/console/openapi.json')
			return request.method === 'GET' ? sendJson(describeApi(place.origin)) : onlyMethod('GET');
		if (path.startsWith('/console/api/'))
			return answerApi(request, path.slice('/console/api'.length), address);
		const isData = path.startsWith('/console/data/');
		if (!isData && !sessionPaths.includes(path)) return notFound();
		const foreign = refuseForeign(request, place);
		if (foreign) return foreign;
		if (path === '/console/sign-in')
			return request.method === 'POST' ? signIn(request, place, address) : onlyMethod('POST');
		const signedIn = await sessionOf(request, place);
		if (!signedIn) return refuse(401, 'signed-out', 'nobody is signed in, or the session has ended');
		return answerSignedIn(request, place, path, signedIn);
	};

	return {
		async answer(request, place, peer) {
			const address = client(peer ?? '', request.headers.get('x-forwarded-for'));
			const wait = visits.take(address);
			if (wait > 0) return tooMany(wait);
			const started = performance.now();
			const response = await answerIn(request, place, address)
				.catch(refuseFailure)
				.catch((thrown) => {
					log.error('internal error', { reason: reasonOf(thrown), path: shownPath(request) });
					return refuse(500, 'internal-error', 'this failed; the reason is in the log of the service');
				});
			if (settings.accessLog)
				log.info('request', {
					client: address,
					method: request.method,
					path: shownPath(request),
					status: response.status,
					microseconds: Math.round((performance.now() - started) * 1000),
				});
			return response;
		},
	};
}

/**
 * Refuses requests that a page of another site, or of another port of this host, made a browser send. Browsers say so
 * in `Sec-Fetch-Site`, and name the page of a POST in `Origin`.
 */
function refuseForeign({ method, headers }: Request, { origin }: Place): Response | null {
	const site = headers.get('sec-fetch-site');
	const named = headers.get('origin');
	const isOwn =
		(site === null || site === 'same-origin') &&
		(method === 'POST' ? named === origin : named === null || named === origin);
	return isOwn ? null : refuse(403, 'other-site', 'this request does not come from a page of the console');
}

const sessionPaths = ['/console/session', '/console/sign-in', '/console/sign-out'];
const ownPaths = [
	...sessionPaths,
	'/console/openapi.json',
	...[consoleDocument, ...consoleAssets].map(({ path }) => path),
];

/** The path as the log shows it: what it names is left out, because somebody may search for a key. */
function shownPath({ url }: Request): string {
	const path = pathOf(url);
	const [, kind = '', rest = ''] = /^\/console\/(data|api)(\/.*)$/.exec(path) ?? [];
	if (kind === '') return ownPaths.includes(path) ? path : '[other]';
	const segments = segmentsOf(rest);
	const route = [...(kind === 'data' ? dataRoutes : apiRoutes)].find(({ path }) =>
		fits(segmentsOf(path), segments),
	);
	return route ? `/console/${kind}${route.path}` : '[other]';
}

function sessionJson({ name, mayWrite, ends }: Session) {
	return { name, may_write: mayWrite, ends: new Date(ends).toISOString() };
}

function sendFile(request: Request, file: ReturnType<typeof bundledFile>): Response {
	const form = file(request.headers.get('accept-encoding'));
	if (!form)
		return refuse(503, 'not-ready', 'the page is being built: reload it in a few seconds', {
			'Retry-After': '3',
			Refresh: '3',
		});
	return request.headers.get('if-none-match') === form.etag
		? new Response(null, { status: 304, headers: form.headers })
		: new Response(form.body, { headers: form.headers });
}
