import autocannon from 'autocannon';
import type { Generator, Requests } from './load.ts';

/**
 * Stands in where wrk is not installed. It runs in a process of its own but needs several times the processor
 * time of wrk, so that it, and not the server, sets the pace: ratios of processor time still hold, latency does not.
 */
export function autocannonGenerator(): Generator {
	return {
		name: 'autocannon',
		async load(port, requests, seconds, { connections }) {
			const cpuBefore = process.cpuUsage();
			const result = await autocannon({
				url: `http://127.0.0.1:${port}`,
				connections,
				duration: seconds,
				requests: requestsOf(requests),
			});
			const used = process.cpuUsage(cpuBefore);
			return {
				requests: result.requests.total,
				seconds: result.duration,
				refused: result['4xx'] + result['5xx'],
				failed: result.errors + result.timeouts,
				p50: result.latency.p50 * 1000,
				p99: result.latency.p99 * 1000,
				max: result.latency.max * 1000,
				generatorCpu: used.user + used.system,
			};
		},
	};
}

/** Every connection walks through this list, so it is kept short. */
const mostRequests = 5_000;

function requestsOf({ paths, keys, order = [], header = '' }: Requests): autocannon.Request[] {
	const [name, value] = header.split(': ') as [string, string | undefined];
	return paths.slice(0, mostRequests).map((path, at) => {
		const key = keys[order.length > 0 ? order[at % order.length]! : at % keys.length]!;
		return { path, headers: { Authorization: key, ...(value !== undefined && { [name]: value }) } };
	});
}
