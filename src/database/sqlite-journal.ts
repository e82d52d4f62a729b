import { Database as Sqlite } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { Failure } from '../process/failure.ts';

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
