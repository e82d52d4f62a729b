import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generator, Load, Requests } from './load.ts';

/** More than the service answers. Building more requests would only take time of the generator. */
const mostPerSecond = 100_000;
const script = new URL('./requests.lua', import.meta.url).pathname;

/** Runs `wrk`. The requests are in a file, because a million keys do not fit on a command line. */
export function wrkGenerator(): Generator {
	/** How many requests were sent so far: the next load continues there, so that all are sent in the end. */
	const sentCounts = new WeakMap<Requests, number>();
	return {
		name: 'wrk',
		async load(port, requests, seconds, { connections, threads = 1 }) {
			const folder = mkdtempSync(join(tmpdir(), 'bench-requests-'));
			try {
				const file = join(folder, 'requests');
				writeFileSync(file, textOf(requests, sentCounts.get(requests) ?? 0, seconds * mostPerSecond));
				const pressure = [`-t${threads}`, `-c${connections}`, `-d${seconds}s`];
				const command = ['wrk', ...pressure, '--latency', '-s', script];
				const wrk = Bun.spawn([...command, `http://127.0.0.1:${port}`], {
					env: { ...process.env, BENCH_REQUESTS: file },
					stdout: 'pipe',
					stderr: 'inherit',
					timeout: (seconds + 30) * 1000,
				});
				const output = await new Response(wrk.stdout).text();
				await wrk.exited;
				const load = parse(output, Number(wrk.resourceUsage()?.cpuTime.total ?? 0));
				// Each thread goes through the same list.
				sentCounts.set(requests, (sentCounts.get(requests) ?? 0) + Math.floor(load.requests / threads));
				return load;
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		},
	};
}

function textOf(requests: Requests, first: number, most: number): string {
	const { paths, keys, header = '', count } = requests;
	const length = count ?? paths.length;
	const lines = Array.from({ length: Math.min(length, most) }, (_, step) => {
		const at = (first + step) % length;
		const key = keys[at % keys.length];
		// Lua stores equal strings once: if paths repeat, a number makes each request a different string.
		const number = count === undefined ? '' : ` ${1_000_000 + at}`;
		return `${paths[at % paths.length]} ${key}${number}`;
	});
	return [header, ...lines, ''].join('\n');
}

function parse(output: string, generatorCpu: number): Load {
	const line = /^RESULT (.*)$/m.exec(output)?.[1];
	if (!line) throw new Error(`wrk gave no result: ${output}`);
	const [requests, duration, refused, failed, p50, p99, max] = line.split(' ').map(Number) as number[];
	return {
		requests: requests!,
		seconds: duration! / 1e6,
		refused: refused!,
		failed: failed!,
		p50: p50!,
		p99: p99!,
		max: max!,
		generatorCpu,
	};
}
