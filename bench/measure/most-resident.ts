import { readFileSync } from 'node:fs';

/**
 * The most bytes that a running process had in memory so far; 0 for one that has ended. What the system tells at the end of
 * a child is no measure: it begins with what its parent had when it was started.
 */
export function mostResident(pid: number): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}
