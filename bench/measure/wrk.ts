import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generator, Load, Requests } from './load.ts';

const script = new URL('./requests.lua', import.meta.url).pathname;

/** Drives `wrk`. The requests lie in a file, because a million keys are too many for a command line. */
export function wrkGenerator(): Generator {
	return {
		name: 'wrk',
		async load(port, requests, seconds, connections) {
			const folder = mkdtempSync(join(tmpdir(), 'bench-requests-'));
			try {
				const file = join(folder, 'requests');
				writeFileSync(file, textOf(requests));
				const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script];
				const wrk = Bun.spawn([...command, `http://127.0.0.1:${port}`], {
					env: { ...process.env, BENCH_REQUESTS: file },
					stdout: 'pipe',
					stderr: 'inherit',
					timeout: (seconds + 30) * 1000,
				});
				const output = await new Response(wrk.stdout).text();
				await wrk.exited;
				return parse(output, Number(wrk.resourceUsage()?.cpuTime.total ?? 0));
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		},
	};
}

function textOf({ paths, keys, order = [], header = '' }: Requests): string {
	return [`${paths.length} ${keys.length} ${order.length}`, ...paths, ...keys, header, ...order, ''].join(
		'\n',
	);
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
