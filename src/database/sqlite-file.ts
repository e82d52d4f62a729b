import { Database as Sqlite } from 'bun:sqlite';
import {
	closeSync,
	constants,
	existsSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	readSync,
	realpathSync,
	statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../process/failure.ts';
import { refuseLink } from './private-file.ts';
import { sqliteFailure } from './trouble.ts';

/** The first sixteen bytes of every database (https://www.sqlite.org/fileformat2.html, section 1.3). */
const header = 'SQLite format 3\0';

/**
 * Refuses a link, and a file that is neither empty nor a database. SQLite treats a file shorter than its header as an
 * empty database and overwrites it.
 */
export function refuseForeignFile(file: string): void {
	refuseLink(file);
	const start = firstBytes(file, header.length);
	if (start === null || start === '' || start === header) return;
	throw sqliteFailure({ code: 'SQLITE_NOTADB', message: 'file is not a database' }, file);
}

/** Null if the file is missing or unreadable: opening it for work reports the reason in better words. */
function firstBytes(file: string, count: number): string | null {
	let handle: number | null = null;
	try {
		handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const bytes = Buffer.alloc(count);
		return bytes.toString('latin1', 0, readSync(handle, bytes, 0, count, 0));
	} catch {
		return null;
	} finally {
		if (handle !== null) closeSync(handle);
	}
}

/*
 * The latest commits are in the file `-wal` beside the database, and every process that has the database open has that
 * file open, too. If somebody deletes it, the next process that opens the database makes another journal: from then on
 * the processes write to two journals and never see the commits of each other.
 */

/** How long another process may take between opening the database and making its journal. */
const patience = 2_000;

export function journalOf(file: string): string {
	return `${file}-wal`;
}

/** Which file a path names now, or null. */
export function fileIdentity(path: string): string | null {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats ? `${stats.dev}:${stats.ino}` : null;
}

/** Returns once no process can still use a journal that was deleted. */
export async function awaitJournal(file: string): Promise<void> {
	if (!existsSync(file) || statSync(file).size === 0) return;
	const deadline = performance.now() + patience;
	while (!existsSync(journalOf(file)) && isOpen(file)) {
		if (performance.now() > deadline) throw journalLost(file);
		await Bun.sleep(20);
	}
}

export function journalLost(file: string): Failure {
	return new Failure(
		'database-journal-lost',
		`${journalOf(file)} was deleted while a process has the database open: restart the service, then try again`,
	);
}

/** Whether any process has the database open. Takes an exclusive lock for a moment, which only works if none has. */
export function isOpen(file: string): boolean {
	let database: Sqlite | undefined;
	try {
		database = new Sqlite(file, { readwrite: true, create: false });
		database.run('PRAGMA locking_mode = EXCLUSIVE');
		database.query('SELECT count(*) FROM sqlite_master').get();
		return false;
	} catch (thrown) {
		// Opening the database for work reports any other trouble.
		return String((thrown as { code?: string }).code).startsWith('SQLITE_BUSY');
	} finally {
		database?.close();
	}
}

/**
 * Whether another process has the file or its journal open. For a damaged file SQLite cannot tell. Linux can: open files
 * show processes of this user, and locks show those of other users. On other systems the answer is always no.
 */
export function isHeld(file: string): boolean {
	// Compared as a prefix, to match the journal and a file that was moved aside meanwhile.
	const path = join(realpathSync(dirname(file)), basename(file));
	return (
		hasLocks([file, `${file}-shm`]) ||
		processes().some((pid) => filesOf(pid).some((open) => open.startsWith(path)))
	);
}

function processes(): string[] {
	const thisProcess = String(process.pid);
	return namesIn('/proc').filter((name) => /^\d+$/.test(name) && name !== thisProcess);
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

/** Empty if the folder is missing or unreadable. */
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
		const locks = readFileSync('/proc/locks', 'utf8');
		return inodes.some((inode) => new RegExp(`:${inode} `).test(locks));
	} catch {
		return false;
	}
}
