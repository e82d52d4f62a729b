import type { Server } from 'bun';
import { pathOf } from '../api/path.ts';
import { problem } from '../api/problem.ts';
import { advicePattern, operationPatterns } from '../api/routes.ts';
import { reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { createFairness } from './fairness.ts';
import { livez, readyz } from './health.ts';
import { usualBodyBytes } from './post-body.ts';
import { sendProblem } from './problem-response.ts';
import type { Service } from './service.ts';
import { close, provenFree, serve } from './socket.ts';
import type { Certificate } from './tls/certificate.ts';
import { tlsOptions } from './tls/options.ts';
import { type PortSharers, type Retiring, retire } from './tls/retire.ts';
import { steerToNewest } from './tls/steer.ts';

/** What listens on the port, and what it answers with at each stage of its life. */
export interface Listener {
	/** The socket that takes new connections now. */
	readonly server: Server<undefined>;
	/** The host names that its certificates stand for; null without TLS. */
	readonly names: readonly string[] | null;
	/** From here on requests reach the service. */
	open(service: Service): void;
	/** The certificates that new connections get; none without TLS. */
	readonly certificates: readonly Certificate[];
	/** From here on new connections get these certificates; those that are open are served to their end. */
	renew(certificates: readonly Certificate[], sharers?: PortSharers): Promise<void>;
	/** For a moment still answers what is asked, and asks every client to connect elsewhere. */
	drain(service: Service): Promise<void>;
	/** Answers what has arrived, finishes what is in flight, refuses the rest. */
	stop(): Promise<void>;
}

export interface ListenOptions {
	/** The port is shared with other processes of this service. */
	readonly shared?: boolean;
	/** The longest body that any path takes. */
	readonly mostBodyBytes?: number;
	/** Speaks TLS with these; plain HTTP without. */
	readonly certificates?: readonly Certificate[] | null;
	/** Milliseconds after which a socket with an old certificate has no connection left. */
	readonly retireAfter?: number;
}

/** Ends slow headers and idle connections; a client that reads slowly but steadily is not cut off. */
export const idleSeconds = 30;
/** Under load a stop alone cuts keep-alive clients off; this long they are told to connect elsewhere first. */
const drainMilliseconds = 300;
/** One year: whoever has seen the service over TLS does not ask it any other way. */
const strictTransport = 'max-age=31536000';

/** Listens at once and says "not ready" until a service is opened: a taken port is known before any work. */
export function listen(host: string, port: number, log: Log, options: ListenOptions = {}): Listener {
	const { shared = false, mostBodyBytes = usualBodyBytes, retireAfter = (idleSeconds + 5) * 1_000 } = options;
	let certificates = options.certificates ?? null;
	const common = {
		development: false,
		maxRequestBodySize: mostBodyBytes,
		idleTimeout: idleSeconds,
		error(thrown: unknown) {
			log.error('internal error', { reason: reasonOf(thrown) });
			return sendProblem(
				problem('internal-error', 'the request failed; the reason is in the log of the service'),
			);
		},
	} as const;
	const fairly = createFairness();
	const secured = (response: Response): Response => {
		if (certificates) response.headers.set('Strict-Transport-Security', strictTransport);
		return response;
	};
	const give = (response: Response) => fairly(secured(response));
	const giveCostly = (response: Response) => fairly(secured(response), true);
	/** What is answered now; another certificate does not change it. */
	let handlers: Handlers = { routes: {}, fetch: (request) => secured(answerStarting(request)) };
	/** Bun shares the port whenever `development` is off, so that a second service would start unnoticed. */
	const serveOn = (free: number, reusePort: boolean): Server<undefined> =>
		serve(
			{ ...common, ...handlers, reusePort, hostname: host, port: free, ...tlsOptions(certificates) },
			host,
			free,
		);
	// With TLS the port is shared even with nobody else: a renewed certificate needs a second socket on it.
	let server = certificates && !shared ? serveOn(provenFree(host, port), true) : serveOn(port, shared);
	let retiring: Retiring | null = null;
	/** Certificates that came while others are being put in place: the newest are next. */
	let waiting: { certificates: readonly Certificate[]; sharers: PortSharers } | null = null;
	let renewing: Promise<void> | null = null;
	const answerWith = (next: Handlers) => {
		handlers = next;
		server.reload({ ...common, ...handlers });
	};
	/** The same operations and reads; `last` sees what each request is answered with. */
	const answering = (
		service: Service,
		last: (request: Request, response: Response) => Response,
	): Handlers => {
		const finish = (request: Request, response: Response) =>
			giveCostly(last(request, unheard(request, dated(request, response))));
		const any = (request: Request) => {
			const posted = request.method === 'POST' ? service.post(request) : null;
			if (posted instanceof Promise) return posted.then((response) => finish(request, response));
			return finish(request, posted ?? service.handle(request));
		};
		return {
			routes: {
				[operationPatterns.item]: {
					GET: (request) => give(last(request, service.item(request, request.params.item))),
					HEAD: any,
				},
				[operationPatterns.boardIds]: {
					GET: (request) => give(last(request, service.boardIds(request, request.params.version))),
					HEAD: any,
				},
				[advicePattern]: {
					GET: (request) => giveCostly(last(request, service.advice(request, request.params.board_version))),
					HEAD: any,
				},
			},
			fetch: any,
		};
	};
	const draining = (service: Service) =>
		answering(service, (_, response) => {
			response.headers.set('Connection', 'close');
			return response;
		});
	let opened: Service | null = null;
	const renew = (next: readonly Certificate[], sharers: PortSharers): Promise<void> => {
		waiting = { certificates: next, sharers };
		renewing ??= renewAll().finally(() => {
			renewing = null;
		});
		return renewing;
	};
	const renewAll = async (): Promise<void> => {
		while (waiting) {
			// At most two sockets at a time: the one before goes now.
			await retiring?.hasten();
			if (waiting) await exchange(waiting.certificates, waiting.sharers);
		}
	};
	const exchange = async (next: readonly Certificate[], sharers: PortSharers): Promise<void> => {
		waiting = null;
		certificates = next;
		const old = server;
		server = serveOn(old.port!, true);
		await steerToNewest(old.port!, sharers.size);
		// Another process may have counted the sockets before this one was there: once more, when all are.
		if (sharers.size > 1) setTimeout(() => void steerToNewest(server.port!, sharers.size), 1_000).unref();
		if (opened) old.reload({ ...common, ...draining(opened) });
		retiring = retire(old, retireAfter, sharers, () => {
			retiring = null;
		});
	};
	return {
		get server() {
			return server;
		},
		get names() {
			return certificates?.flatMap(({ names }) => names) ?? null;
		},
		get certificates() {
			return certificates ?? [];
		},
		open(service) {
			opened = service;
			answerWith(answering(service, ending));
		},
		renew: (certificates, sharers = { size: 1, place: 1 }) => renew(certificates, sharers),
		async drain(service) {
			answerWith(draining(service));
			await Bun.sleep(drainMilliseconds);
		},
		async stop() {
			waiting = null;
			await retiring?.end();
			await close(server);
		},
	};
}

interface Handlers {
	readonly routes: Record<string, Record<'GET' | 'HEAD', Handler>>;
	readonly fetch: Handler;
}

// Bun's own type of a request tells its parameters only where the path is written beside it.
// biome-ignore lint/suspicious/noExplicitAny: each route reads the parameters that its path names
type Handler = (request: any) => Response | Promise<Response>;

/** Bun 1.4.4 gives every answer the time but those to HEAD. */
function dated(request: Request, response: Response): Response {
	if (request.method === 'HEAD') response.headers.set('Date', new Date().toUTCString());
	return response;
}

/** RFC 9112, section 9.6: whoever closes says so. Bun 1.4.4 closes when the client asks for it without a word. */
function ending(request: Request, response: Response): Response {
	const options = request.headers.get('connection');
	if (options !== null && closing.test(options)) response.headers.set('Connection', 'close');
	return response;
}

/** One of the options of a Connection header, or of several. */
const closing = /(?:^|,)\s*close\s*(?:,|$)/i;

/** After CONNECT Bun 1.4.4 keeps a connection open on which it hears nothing any more: the client is told to leave it. */
function unheard(request: Request, response: Response): Response {
	if (request.method === 'CONNECT') response.headers.set('Connection', 'close');
	return response;
}

function answerStarting(request: Request): Response {
	const path = pathOf(request.url);
	if (path === '/livez') return livez();
	if (path === '/readyz') return readyz({ ready: false, reasons: ['starting'] }, null);
	return sendProblem(problem('not-ready', 'the service is starting: try again in a second'), {
		'Retry-After': '1',
	});
}
