import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { makeEmptyFile } from '../database/private-file.ts';
import { refuseForeignFile } from '../database/sqlite-file.ts';
import { ensureFolder } from '../database/state-folder.ts';
import { sqliteFailure } from '../database/trouble.ts';
import { Failure } from '../process/failure.ts';

/** A lock that lasts as long as the process: the system releases it even if the process is killed. */
export interface WatchLock {
	release(): void;
}

/** Refuses a second watch of a state folder: two would pull and write at the same time. */
export function lockWatch(stateFolder: string): WatchLock {
	const file = join(ensureFolder(stateFolder), 'watch.lock');
	refuseForeignFile(file);
	makeEmptyFile(file);
	const database = new Database(file, { readwrite: true });
	try {
		database.run('PRAGMA busy_timeout = 0');
		database.run('BEGIN EXCLUSIVE');
	} catch (thrown) {
		database.close();
		if (!String((thrown as { code?: string }).code).startsWith('SQLITE_BUSY'))
			throw sqliteFailure(thrown, file);
		throw new Failure(
			'watch-running',
			`another watch is running in the state folder ${stateFolder}: stop it, or set POINTRELEASE_STATE to another folder`,
		);
	}
	return { release: () => database.close() };
}
