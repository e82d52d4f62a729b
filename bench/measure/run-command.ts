import { readFileSync } from 'node:fs';

const megabyte = 1024 * 1024;

export interface Run {
	readonly seconds: number;
	readonly megabytes: number;
}

/** Runs a program of Bun to its end, and tells how long it took and how much memory it had at most. */
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
 * The most bytes that a running process had in memory so far; 0 for one that has ended. The maximum that the system
 * reports when a child ends is useless: it begins with the memory of the parent at the start.
 */
export function mostResident(pid: number): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}
