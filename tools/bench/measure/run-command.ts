import { readFileSync } from 'node:fs';

const megabyte = 1024 * 1024;

export interface Run {
	readonly seconds: number;
	readonly megabytes: number;
}

/** Runs a Bun program to its end, and measures its time and its peak memory. */
export async function run(
	words: readonly string[],
	env: Record<string, string> = {},
	statuses = [0],
): Promise<Run> {
	const start = performance.now();
	const child = Bun.spawn([process.execPath, ...words], {
		env: { ...process.env, ...env },
		stdout: 'ignore',
		stderr: 'inherit',
	});
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, mostResident(child.pid));
	}, 20);
	const code = await child.exited;
	clearInterval(watch);
	if (!statuses.includes(code)) throw new Error(`${words[0]} ended with status ${code}`);
	const seconds = (performance.now() - start) / 1000;
	return { seconds, megabytes: most / megabyte };
}

/**
 * The peak resident bytes of a running process so far; 0 if it has ended. The peak that the system reports after the
 * end is useless: it includes the memory of the parent at the start.
 */
export function mostResident(pid: number): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}
