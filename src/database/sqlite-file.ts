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
 * Refuses a link, and a file that is neither empty nor a database. SQLite takes what is shorter than its header for an empty
 * database, and writes over it.
 */
export function refuseForeignFile(file: string): void {
	refuseLink(file);
	const start = firstBytes(file, header.length);
	if (start === null || start === '' || start === header) return;
	throw sqliteFailure({ code: 'SQLITE_NOTADB', message: 'file is not a database' }, file);
}

/** Null where there is no file, or it cannot be read, which whoever opens it for its work says in better words. */
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
 * What was committed last lies in the file `-wal` beside the database, and whoever has the database open has that file
 * open as well. If it is deleted meanwhile, a process that opens the database anew makes another journal: from then
 * on each of the two commits where the other never looks.
 */

/** How long another process may take between opening the database and making its journal. */
const patience = 2_000;

export function journalOf(file: string): string {
	return `${file}-wal`;
}

/** Which file a path names now, or null. */
export function fileIdentity(path: string): string | null {
	const found = statSync(path, { throwIfNoEntry: false });
	return found ? `${found.dev}:${found.ino}` : null;
}

/** What changes when a file is written or replaced: a commit writes to the journal, a checkpoint to the database. */
export function fileMark(path: string): string {
	const found = statSync(path, { throwIfNoEntry: false });
	return found ? `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}` : 'absent';
}

/** Returns once it is certain that nobody works with a journal that is not there any more. */
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

/** Whether any process has the database open: nobody else may, for the moment in which this asks for all of it. */
export function isOpen(file: string): boolean {
	let database: Sqlite | undefined;
	try {
		database = new Sqlite(file, { readwrite: true, create: false });
		database.run('PRAGMA locking_mode = EXCLUSIVE');
		database.query('SELECT count(*) FROM sqlite_master').get();
		return false;
	} catch (thrown) {
		// Any other trouble is told by whoever opens the database for its work.
		return String((thrown as { code?: string }).code).startsWith('SQLITE_BUSY');
	} finally {
		database?.close();
	}
}

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
