import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, fileTrouble } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { makePrivateFile, readPrivateFile } from './private-file.ts';
import { ensureFolder, movedFile, sealingKeyPath } from './state-folder.ts';

/*
 * Each database has an identity in its ledger, and a state folder records the identity of the database it belongs to.
 * So the service never mistakes an empty database, or another one, for the one whose keys customers use.
 */

/** The version, identity and size of a database, read without changing anything. */
export interface DatabaseState {
	/** The version of its schema; null if the database is empty. */
	version: number | null;
	/** Null if the database is empty. */
	identity: string | null;
	licenses: number;
}

export const noDatabase: DatabaseState = { version: null, identity: null, licenses: 0 };

export async function lookAt(database: Database): Promise<DatabaseState> {
	const version = await schemaVersion(database);
	if (version === null) return noDatabase;
	const [row] = await database.rows<Pick<DatabaseState, 'identity' | 'licenses'>>(
		'SELECT licenses, identity FROM ledger',
	);
	if (!row)
		throw new Failure('database-damaged', `the database ${database.place} is damaged: its ledger is empty`);
	return { version, ...row };
}

export function identityFile(stateFolder: string): string {
	return join(stateFolder, 'database.id');
}

/** The database that the state folder belongs to, or null while it belongs to none. */
export function storedIdentity(stateFolder: string): string | null {
	const file = identityFile(stateFolder);
	try {
		const text = readPrivateFile(file).toString('utf8').trim();
		if (/^[0-9A-Z]{8}$/.test(text)) return text;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		const { code } = thrown as NodeJS.ErrnoException;
		// ENOTDIR: the folder does not exist. The code that needs the folder reports that in better words.
		if (code === 'ENOENT' || code === 'ENOTDIR') return null;
		throw new Failure('bad-identity', `${file} cannot be read (${fileTrouble(thrown)})`);
	}
	throw new Failure('bad-identity', `${file} is damaged: remove it if the database is the right one`);
}

/** Records that the state folder belongs to this database. */
export function storeIdentity(stateFolder: string, identity: string): void {
	const file = identityFile(stateFolder);
	try {
		makePrivateFile(join(ensureFolder(stateFolder), 'database.id'), `${identity}\n`);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('state-unwritable', `${file} cannot be written (${fileTrouble(thrown)})`);
	}
}

/** Why the database must not be used with this state folder, or null. */
export function refusalOf(state: DatabaseState, place: string, settings: Settings): Failure | null {
	const { stateFolder, databaseUrl } = settings;
	const expected = storedIdentity(stateFolder);
	const key = sealingKeyPath(stateFolder);
	const startOver = `to start over, use another state folder than ${stateFolder}`;
	if (state.version === null) {
		if (expected === null && !existsSync(key)) return null;
		if (!databaseUrl && existsSync(movedFile(place)))
			return new Failure(
				'database-moved',
				`the database ${place} was moved to PostgreSQL, where it may have changed since: set DATABASE_URL to serve from there (${movedFile(place)} is what it was then)`,
			);
		const owner =
			expected === null
				? `${key} was used to encrypt license keys`
				: `${stateFolder} belongs to the database ${expected}`;
		return new Failure(
			'database-missing',
			databaseUrl
				? `the PostgreSQL at ${place} is empty, but ${owner}: restore it, correct DATABASE_URL, or migrate the embedded database with "pointrelease move"; ${startOver}`
				: `there is no database ${place}, but ${owner}: set DATABASE_URL if it is in PostgreSQL, put it back, or restore a backup with "pointrelease restore"; ${startOver}`,
		);
	}
	if (expected !== null && state.identity !== expected)
		return new Failure(
			'database-other',
			`the database ${place} is another one (${state.identity}) than ${stateFolder} belongs to (${expected}): put the right one back, or use another state folder; if the change is intended, remove ${identityFile(stateFolder)}`,
		);
	// The state folder records its database before it encrypts the first license key. Without the record, either this is
	// not the database that had those licenses, or it lost them.
	if (expected === null && state.licenses === 0 && existsSync(key))
		return new Failure(
			'database-empty',
			`the database ${place} has no licenses, but ${key} encrypted license keys: restore a backup; ${startOver}`,
		);
	return null;
}
