import { pathOf, queryOf } from '@pointrelease/core/src/api/path.ts';
import { problem } from '@pointrelease/core/src/api/problem.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import { sendProblem } from '../responses.ts';

interface Redirect {
	stop(): Promise<void>;
}

/**
 * Redirects plain HTTP to the same path over TLS. The host is always that of the service, never the one that a request
 * names: a link to this port must not lead to another site.
 */
export function redirectToTls(host: string, port: number, secureAddress: string): Redirect {
	try {
		const server = Bun.serve({
			hostname: host,
			port,
			development: false,
			reusePort: true,
			idleTimeout: 10,
			maxRequestBodySize: 1024,
			fetch({ method, url }) {
				if (method !== 'GET' && method !== 'HEAD')
					return sendProblem(problem('method-not-allowed', 'only GET and HEAD are allowed here'), {
						Allow: 'GET, HEAD',
						Connection: 'close',
					});
				const query = queryOf(url);
				const path = `${pathOf(url)}${query === '' ? '' : `?${query}`}`;
				return new Response(null, {
					status: 308,
					headers: { Location: secureAddress + path, Connection: 'close' },
				});
			},
			error: () => new Response(null, { status: 400, headers: { Connection: 'close' } }),
		});
		return { stop: () => server.stop(true) };
	} catch (thrown) {
		throw new Failure(
			'cannot-listen',
			`cannot listen on TLS_REDIRECT_PORT ${port} of ${host}: ${reasonOf(thrown)}`,
		);
	}
}
