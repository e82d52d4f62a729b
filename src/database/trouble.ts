import { Failure, reasonOf } from '../process/failure.ts';

interface DriverError {
	code?: string;
	errno?: string | number;
}

const damaged = 'restore a backup with "pointrelease restore"; to start over, use another state folder';

/** Turns an error of the SQLite driver into one line that names the file. */
export function sqliteFailure(thrown: unknown, file: string): Failure {
	if (thrown instanceof Failure) return thrown;
	const code = (thrown as DriverError | null)?.code ?? '';
	const reason = reasonOf(thrown);
	if (code.startsWith('SQLITE_CONSTRAINT')) return new Failure('database-conflict', reason);
	if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
		return new Failure('database-busy', `the database ${file} is locked by another process`);
	if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
		return new Failure('database-damaged', `the database ${file} is damaged (${reason}): ${damaged}`);
	if (/no such (table|column)|has no column named/.test(reason))
		return new Failure('database-damaged', `the database ${file} lacks parts of its schema (${reason})`);
	// SQLite cannot make its shared memory file on a full disk.
	if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE')
		return new Failure('database-full', `no space left for the database ${file}: free some and try again`);
	if (code.startsWith('SQLITE_READONLY'))
		return new Failure(
			'database-read-only',
			`the database ${file} cannot be written: check its owner and mode`,
		);
	if (code.startsWith('SQLITE_CANTOPEN'))
		return new Failure('database-unreachable', `the database ${file} cannot be opened: check its folder`);
	return new Failure('database-error', `the database ${file} failed: ${reason}`);
}

const postgresCodes: Record<string, [code: string, advice: string]> = {
	'23505': ['database-conflict', 'a row exists already'],
	'28P01': ['database-refused', 'user name or password of DATABASE_URL are wrong'],
	'28000': ['database-refused', 'the server refuses this user'],
	'3D000': ['database-missing', 'the database named in DATABASE_URL does not exist: create it'],
	'42501': ['database-refused', 'this user lacks the rights on its schema'],
	'42P01': ['database-damaged', 'parts of its schema are missing'],
	'42703': ['database-damaged', 'parts of its schema are missing'],
	'42P07': ['database-foreign', 'it holds tables of another program: use a separate database'],
	'53100': ['database-full', 'its disk is full'],
	'25006': ['database-read-only', 'it is read-only (is it a standby?)'],
	'57014': ['database-timeout', 'it took too long to answer'],
	'40P01': ['database-busy', 'two transactions waited for each other'],
	'55P03': ['database-busy', 'a lock was not free in time'],
};

/** Turns an error of the PostgreSQL driver into one line that names the host and nothing secret. */
export function postgresFailure(thrown: unknown, place: string): Failure {
	if (thrown instanceof Failure) return thrown;
	const { code = '', errno } = (thrown ?? {}) as DriverError;
	const trouble = postgresCodes[String(errno ?? '')];
	if (trouble) return new Failure(trouble[0], `the PostgreSQL at ${place}: ${trouble[1]}`);
	if (errno === undefined || /^(08|57P|53)/.test(String(errno)))
		return new Failure('database-unreachable', `cannot reach the PostgreSQL at ${place}: ${wordsFor(code)}`);
	return new Failure('database-error', `the PostgreSQL at ${place} failed: ${reasonOf(thrown)}`);
}

// Driver messages without a server code may quote the connection string, so only the code is shown.
function wordsFor(code: string): string {
	const words = code.replace(/^ERR_(POSTGRES_)?/, '').toLowerCase();
	return words.replaceAll('_', ' ') || 'no connection';
}
