import type { Server } from 'bun';
import { pathOf } from '../api/path.ts';
import { problem } from '../api/problem.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import { stopLimits } from '../stop-limits.ts';
import { yieldTurn } from '../yield-turn.ts';
import { createFairness } from './fairness.ts';
import { livez, readyz } from './health.ts';
import { sendProblem } from './problem-response.ts';
import type { Service } from './service.ts';

/** What listens on the port, and what it answers with at each stage of its life. */
export interface Listener {
	readonly server: Server<undefined>;
	/** From here on requests reach the service. */
	open(service: Service): void;
	/** For a moment still answers what is asked, and asks every client to connect elsewhere. */
	drain(service: Service): Promise<void>;
	/** Answers what has arrived, finishes what is in flight, refuses the rest. */
	stop(): Promise<void>;
}

/** Requests carry no body, so a larger one is not worth reading. */
const mostBodyBytes = 16 * 1024;
/** Ends slow headers and idle connections; a client that reads slowly but steadily is not cut off. */
const idleSeconds = 30;
/** Under load a stop alone cuts keep-alive clients off; this long they are told to connect elsewhere first. */
const drainMilliseconds = 300;

/** Listens at once and says "not ready" until a service is opened: a taken port is known before any work. */
export function listen(host: string, port: number, log: Log, shared = false): Listener {
	const common = {
		development: false,
		// Bun shares the port whenever `development` is off, so that a second service would start unnoticed.
		reusePort: shared,
		maxRequestBodySize: mostBodyBytes,
		idleTimeout: idleSeconds,
		error(thrown: unknown) {
			log.error('internal error', { reason: reasonOf(thrown) });
			return sendProblem(
				problem('internal-error', 'the request could not be answered; the log of the service says why'),
			);
		},
	} as const;
	const server = serve({ ...common, hostname: host, port, fetch: answerStarting }, host, port);
	const fairly = createFairness();
	return {
		server,
		open(service) {
			const any = (request: Request) => fairly(dated(request, service.handle(request)));
			server.reload({
				...common,
				routes: {
					'/items/:item': { GET: (request) => fairly(service.item(request, request.params.item)), HEAD: any },
					'/items/:version/board_ids': {
						GET: (request) => fairly(service.boardIds(request, request.params.version)),
						HEAD: any,
					},
				},
				fetch: any,
			});
		},
		async drain(service) {
			server.reload({
				...common,
				routes: {},
				fetch: (request: Request) => {
					const response = dated(request, service.handle(request));
					response.headers.set('Connection', 'close');
					return fairly(response);
				},
			});
			await Bun.sleep(drainMilliseconds);
		},
		async stop() {
			await lookOnce();
			await Promise.race([server.stop(), Bun.sleep(stopLimits.requests)]);
			await server.stop(true);
		},
	};
}

/** Bun 1.4.4 gives every answer the time but those to HEAD. */
function dated(request: Request, response: Response): Response {
	if (request.method === 'HEAD') response.headers.set('Date', new Date().toUTCString());
	return response;
}

/**
 * Lets the process read what has arrived. Bun closes idle connections when it stops, even one whose next request
 * is there and was not read yet: it would be reset instead of answered.
 */
async function lookOnce(): Promise<void> {
	// Sockets are looked at between two of these.
	for (let round = 0; round < 2; round++) await yieldTurn();
}

function serve(options: Parameters<typeof Bun.serve>[0], host: string, port: number): Server<undefined> {
	try {
		return Bun.serve(options) as Server<undefined>;
	} catch (thrown) {
		const code = (thrown as { code?: string }).code;
		if (code === 'EADDRINUSE') {
			throw new Failure(
				'port-in-use',
				`port ${port} on ${host} is in use: stop what listens there, or set PORT to another one`,
			);
		}
		throw new Failure(
			'cannot-listen',
			`cannot listen on ${host} port ${port}: ${reasonOf(thrown)}: set HOST to an address of this machine`,
		);
	}
}

function answerStarting(request: Request): Response {
	const path = pathOf(request.url);
	if (path === '/livez') return livez();
	if (path === '/readyz') return readyz({ ready: false, reasons: ['starting'] }, null);
	return sendProblem(problem('not-ready', 'the service is starting: try again in a second'), {
		'Retry-After': '1',
	});
}
