import { closeSync, constants, openSync, readSync } from 'node:fs';
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
