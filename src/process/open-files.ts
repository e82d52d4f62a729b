import { readdirSync, readFileSync } from 'node:fs';

/** The descriptors of the files and sockets that this process has open; empty on systems other than Linux. */
export function openFiles(): string[] {
	try {
		return readdirSync('/proc/self/fd');
	} catch {
		return [];
	}
}

/** Reserved for files other than connections: the database, the log, listening sockets, files that workers share. */
const otherFiles = 64;

/** How many files this process may have open at a time; null on systems other than Linux. */
export function openFileLimit(): number | null {
	try {
		const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
	} catch {
		return null;
	}
}

/** How many connections the limit on open files leaves room for: each connection is an open file. */
export function connectionsWithinFileLimit(): number {
	return Math.max(otherFiles, (openFileLimit() ?? Number.POSITIVE_INFINITY) - otherFiles);
}
