import { readdirSync, readFileSync } from 'node:fs';

/** The descriptors of the files and sockets that this process has open; empty on systems other than Linux. */
export function openFiles(): string[] {
	try {
		return readdirSync('/proc/self/fd');
	} catch {
		return [];
	}
}

/** How many files this process may have open at a time; null on systems other than Linux. */
export function openFileLimit(): number | null {
	try {
		const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
		return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
	} catch {
		return null;
	}
}
