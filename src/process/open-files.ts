import { readdirSync, readFileSync } from 'node:fs';

/** The descriptors of the files and sockets that this process has open; empty where the system does not tell (not Linux). */
export function openFiles(): string[] {
	try {
		return readdirSync('/proc/self/fd');
	} catch {
		return [];
	}
}

/** Files other than connections: the database, the log, the listening sockets, and those that workers share. */
const otherFiles = 64;

/** How many files this process may have open at a time; null where the system does not tell. */
export function openFileLimit(): number | null {
	try {
		const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
	} catch {
		return null;
	}
}

/** How many connections, each of which is an open file, that leaves room for. */
export function connectionsWithinFileLimit(): number {
	return Math.max(otherFiles, (openFileLimit() ?? Number.POSITIVE_INFINITY) - otherFiles);
}
