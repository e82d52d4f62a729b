import { readFileSync } from 'node:fs';

/**
 * The most memory that a process holds until it ends, in bytes. The system counts what the tests held when they started it as
 * its peak, too: this is the peak since then.
 */
export async function peakMemory({
	pid,
	exited,
}: {
	pid: number;
	exited: Promise<unknown>;
}): Promise<number> {
	let peak = 0;
	const watcher = setInterval(() => {
		peak = Math.max(peak, peakOf(pid));
	}, 5);
	await exited;
	clearInterval(watcher);
	return peak;
}

function peakOf(pid: number): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}
