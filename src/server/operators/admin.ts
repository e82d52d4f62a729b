import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { exposition, expositionType, type Metric } from '../../process/exposition.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { AdminAddress } from '../../settings/setting-readers.ts';
import { bracketed } from '../addresses.ts';
import { usualBodyBytes } from '../posts/read-body.ts';

export interface Admin {
	readonly address: string;
	stop(): Promise<void>;
}

/** The answers at other paths than that of the metrics; null if there is none. */
export type MoreAnswers = (request: Request, peer: string | undefined) => Promise<Response> | null;

/** Serves the metrics. It asks for no key, so keep the address off the internet. */
export function listenForAdmin(
	{ host, port }: AdminAddress,
	names: readonly string[],
	metrics: readonly Metric[],
	more: MoreAnswers = () => null,
): Admin {
	const isOwn = ownHosts(host, names);
	try {
		const server = Bun.serve({
			hostname: host,
			port,
			development: false,
			// Bun shares ports by default, so a port in use would go unnoticed.
			reusePort: false,
			idleTimeout: 30,
			maxRequestBodySize: usualBodyBytes,
			routes: {
				'/metrics': {
					GET: (request) =>
						isOwn(request.headers.get('host'))
							? new Response(exposition(metrics), {
									headers: { 'Content-Type': expositionType, 'Cache-Control': 'no-store' },
								})
							: new Response('this host name is not allowed: add it to ADMIN_HOSTS\n', {
									status: 421,
								}),
				},
			},
			fetch: (request, server) =>
				more(request, server.requestIP(request)?.address) ??
				new Response('metrics are at /metrics\n', { status: 404 }),
			error: () => new Response('the metrics could not be read\n', { status: 500 }),
		});
		return {
			address: `http://${bracketed(host)}:${server.port}/metrics`,
			stop: () => server.stop(true),
		};
	} catch (thrown) {
		throw new Failure(
			'cannot-listen',
			`cannot listen on ADMIN_ADDRESS ${host} port ${port}: ${wayOut(thrown)}`,
		);
	}
}

function wayOut(thrown: unknown): string {
	if ((thrown as NodeJS.ErrnoException).code === 'EADDRINUSE')
		return 'the port is in use: stop the other program, or choose another port';
	return `${reasonOf(thrown)}: name an address of this machine and a free port, such as 127.0.0.1:9090`;
}

/**
 * Whether the `Host` of a request is allowed. A page on the internet can point its own name to an internal address and make
 * a browser send requests there (DNS rebinding), but the browser then sends that name. IP addresses are always allowed.
 */
function ownHosts(listening: string, named: readonly string[]): (host: string | null) => boolean {
	const allowed = new Set([listening, 'localhost', hostname(), ...named].map((name) => name.toLowerCase()));
	return (host) => {
		const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host ?? '') ?? [];
		return isIP(bracketed ?? plain) !== 0 || allowed.has(plain.toLowerCase());
	};
}
