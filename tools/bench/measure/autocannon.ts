import autocannon from 'autocannon';
import type { Generator, Requests } from './load.ts';

/**
 * Replaces wrk if that is not installed. It needs several times the processor time of wrk and so limits the
 * throughput: ratios of processor time remain valid, latency and answers per second do not.
 */
export function autocannonGenerator(): Generator {
	return {
		name: 'autocannon',
		async load(port, requests, seconds, { connections }) {
			const result = await autocannon({
				url: `http://127.0.0.1:${port}`,
				// Each connection copies the requests.
				connections: Math.min(connections, mostConnections),
				duration: seconds,
				requests: requestsOf(requests),
			});
			return {
				requests: result.requests.total,
				seconds: result.duration,
				refused: result['4xx'] + result['5xx'],
				failed: result.errors + result.timeouts,
				p50: result.latency.p50 * 1000,
				p99: result.latency.p99 * 1000,
				max: result.latency.max * 1000,
				// It runs in the process of the bench, whose own use is subtracted anyway.
				generatorCpu: 0,
			};
		},
	};
}

const mostConnections = 32;
/** Every connection goes through the whole list, so the list is short. */
const mostRequests = 2_000;

function requestsOf({ paths, keys, header = '' }: Requests): autocannon.Request[] {
	const [name, value] = header.split(': ') as [string, string | undefined];
	return paths.slice(0, mostRequests).map((path, at) => {
		const key = keys[at % keys.length]!;
		return { path, headers: { Authorization: key, ...(value !== undefined && { [name]: value }) } };
	});
}
