import { problem } from '@pointrelease/core/src/api/problem.ts';
import type { Server } from 'bun';
import { reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { type AnswerElsewhere, createHandlers, type Handlers } from './handlers.ts';
import { usualBodyBytes } from './posts/read-body.ts';
import { sendProblem } from './responses.ts';
import type { Service } from './service.ts';
import { close, provenFree, serve } from './socket.ts';
import type { Certificate } from './tls/certificate.ts';
import { tlsOptions } from './tls/options.ts';
import { createRenewal } from './tls/renewal.ts';

/** The socket of the service, and what it answers at each stage of its life. */
export interface Listener {
	/** The server that takes new connections now. */
	readonly server: Server<undefined>;
	/** The host names of its certificates; null without TLS. */
	readonly names: readonly string[] | null;
	/** Lets requests reach the service. */
	open(service: Service, elsewhere?: AnswerElsewhere): void;
	/** The certificates that new connections get; none without TLS. */
	readonly certificates: readonly Certificate[];
	/** Gives these certificates to new connections; open connections are served to their end. */
	renew(certificates: readonly Certificate[]): void;
	/** Answers for another moment, and asks every client to connect elsewhere. */
	drain(service: Service): Promise<void>;
	/** Answers requests that have arrived, finishes those in flight, refuses the rest. */
	stop(): Promise<void>;
}

export interface ListenOptions {
	/** The port is shared with other processes of this service. */
	readonly shared?: boolean;
	/** The longest body that any path takes. */
	readonly mostBodyBytes?: number;
	/** Speaks TLS with these; plain HTTP without. */
	readonly certificates?: readonly Certificate[] | null;
	/** Milliseconds after which a socket with an old certificate closes. */
	readonly retireAfter?: number;
}

/**
 * Ends idle connections after this many seconds (32 were measured). Before the first request, and for the first header, it
 * is 12 s (Bun 1.4.4), even if bytes trickle in. A client that reads slowly but steadily is not cut off.
 *
 * Nothing here counts connections, and `Bun.serve` has no hook for it. With 19,000 idle ones from one address the service has
 * 70 MB and another client a p99 of 13.0 ms instead of 11.8; with 9,000 over TLS 102 MB, and 8.5 ms instead of 10.8
 * (`npm run soak -- --idle`, on two busy cores). Beyond the limit on open files new connections wait, so behind strangers
 * belongs a reverse proxy that counts.
 */
export const idleSeconds = 30;
/** Milliseconds in which keep-alive clients are told to connect elsewhere before a stop, which would cut them off. */
const drainMilliseconds = 300;
/** After a renewal, clients that are connected learn with their next answer that they should connect again. */
const usualRetirement = 2_000;
/** One year: clients that have seen the service over TLS never use plain HTTP. */
const strictTransport = 'max-age=31536000';

/** Listens at once, so that a port in use is reported before any work, and answers "not ready" until a service opens. */
export function listen(host: string, port: number, log: Log, options: ListenOptions = {}): Listener {
	const { shared = false, mostBodyBytes = usualBodyBytes, retireAfter = usualRetirement } = options;
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
	const life = createHandlers((response) => {
		if (certificates) response.headers.set('Strict-Transport-Security', strictTransport);
		return response;
	});
	/** A renewed certificate does not change the handlers. */
	let handlers = life.starting;
	let opened: readonly [Service, AnswerElsewhere | undefined] | null = null;
	/** Bun shares the port by default if `development` is off: a second service would start unnoticed. */
	const serveOn = (free: number, reusePort: boolean): Server<undefined> =>
		serve(
			{ ...common, ...handlers, reusePort, hostname: host, port: free, ...tlsOptions(certificates) },
			host,
			free,
		);
	// With TLS the port is always shared, because a renewed certificate needs a second socket on it.
	let server = certificates && !shared ? serveOn(provenFree(host, port), true) : serveOn(port, shared);
	const answerWith = (next: Handlers) => {
		handlers = next;
		server.reload({ ...common, ...handlers });
	};
	const renewal = createRenewal({
		exchange(next) {
			const old = server;
			certificates = next;
			server = serveOn(old.port!, true);
			return old;
		},
		drain(socket) {
			if (opened) socket.reload({ ...common, ...life.draining(...opened) });
		},
		retireAfter,
		endAfter: (idleSeconds + 5) * 1_000,
	});
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
		open(service, elsewhere) {
			opened = [service, elsewhere];
			answerWith(life.open(service, elsewhere));
		},
		renew: renewal.renew,
		async drain(service) {
			answerWith(life.draining(service, opened?.[1]));
			await Bun.sleep(drainMilliseconds);
		},
		async stop() {
			await renewal.end();
			await close(server);
		},
	};
}
