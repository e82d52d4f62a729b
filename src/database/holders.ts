import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Whether another process has the file or its journal open, whatever is in it: SQLite cannot tell that of a damaged
 * one. Linux tells, of processes that belong to others by the locks they hold; elsewhere nothing is known.
 */
export function isHeld(file: string): boolean {
	// Its journal too, and a file that was moved aside meanwhile.
	const path = join(realpathSync(dirname(file)), basename(file));
	return (
		hasLocks([file, `${file}-shm`]) ||
		processes().some((pid) => filesOf(pid).some((open) => open.startsWith(path)))
	);
}

function processes(): string[] {
	const own = String(process.pid);
	return namesIn('/proc').filter((name) => /^\d+$/.test(name) && name !== own);
}

function filesOf(pid: string): string[] {
	return namesIn(`/proc/${pid}/fd`).map((name) => {
		try {
			return readlinkSync(`/proc/${pid}/fd/${name}`);
		} catch {
			return '';
		}
	});
}

/** Empty where there is no such folder, or where it belongs to somebody else. */
function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** A connection holds a lock on the file, or on its index, for as long as it is open. */
function hasLocks(files: readonly string[]): boolean {
	const inodes = files.flatMap((file) => statSync(file, { throwIfNoEntry: false })?.ino ?? []);
	try {
		const held = readFileSync('/proc/locks', 'utf8');
		return inodes.some((inode) => new RegExp(`:${inode} `).test(held));
	} catch {
		return false;
	}
}
