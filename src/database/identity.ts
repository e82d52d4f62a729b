import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, fileTrouble } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './migrate.ts';
import { makePrivateFile, readPrivateFile } from './private-file.ts';
import { identitySince } from './schema.ts';
import { ensureFolder, movedFile, sealingKeyPath } from './state-folder.ts';

/*
 * Each database has an identity in its ledger, and a state folder knows the identity of the database it belongs to.
 * So an empty database, or another one, is never taken for the one whose keys people hold.
 */

/** The version, identity and size of a database, read without changing anything. */
export interface FoundDatabase {
	/** The version of its schema; null if the database is empty. */
	version: number | null;
	/** Null if it has none yet. */
	identity: string | null;
	licenses: number;
}

export const nothingFound: FoundDatabase = { version: null, identity: null, licenses: 0 };

export async function lookAt(database: Database): Promise<FoundDatabase> {
	const version = await schemaVersion(database);
	if (version === null || version === 0) return { ...nothingFound, version };
	// Older schemas have no identity. Use the one that the migration will give: the ID of the first license.
	const identity =
		version >= identitySince ? 'identity' : '(SELECT id FROM licenses WHERE number = 1) AS identity';
	const [row] = await database.rows<{ identity: string | null; licenses: number }>(
		`SELECT licenses, ${identity} FROM ledger`,
	);
	if (!row)
		throw new Failure('database-damaged', `the database ${database.place} is damaged: its ledger is empty`);
	return { version, ...row };
}

export function identityFile(stateFolder: string): string {
	return join(stateFolder, 'database.id');
}

/** The database that the state folder belongs to, or null while it belongs to none. */
export function knownIdentity(stateFolder: string): string | null {
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

/** From now on the state folder belongs to this database. */
export function keepIdentity(stateFolder: string, identity: string): void {
	const file = identityFile(stateFolder);
	try {
		makePrivateFile(join(ensureFolder(stateFolder), 'database.id'), `${identity}\n`);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('state-unwritable', `${file} cannot be written (${fileTrouble(thrown)})`);
	}
}

/** Why the database must not be used with this state folder, or null. */
export function refusalOf(found: FoundDatabase, place: string, settings: Settings): Failure | null {
	const { stateFolder, databaseUrl } = settings;
	const known = knownIdentity(stateFolder);
	const key = sealingKeyPath(stateFolder);
	const anew = `to start over, use another state folder than ${stateFolder}`;
	if (found.version === null || found.version === 0) {
		if (known === null && !existsSync(key)) return null;
		if (!databaseUrl && existsSync(movedFile(place)))
			return new Failure(
				'database-moved',
				`the database ${place} was moved to PostgreSQL, where it may have changed since: set DATABASE_URL to serve from there (${movedFile(place)} is what it was then)`,
			);
		const owner =
			known === null
				? `${key} was used to encrypt license keys`
				: `${stateFolder} belongs to the database ${known}`;
		return new Failure(
			'database-missing',
			databaseUrl
				? `the PostgreSQL at ${place} is empty, but ${owner}: restore it, correct DATABASE_URL, or migrate the embedded database with "pointrelease move"; ${anew}`
				: `there is no database ${place}, but ${owner}: put it back, or restore a backup with "pointrelease restore"; ${anew}`,
		);
	}
	if (known !== null && found.identity !== known)
		return new Failure(
			'database-other',
			`the database ${place} is another one (${found.identity ?? 'without licenses'}) than ${stateFolder} belongs to (${known}): put the right one back, or use another state folder; if the change is intended, remove ${identityFile(stateFolder)}`,
		);
	// The state folder learns its database before the first key is sealed. So this database was lost, or its licenses
	// were.
	if (known === null && found.licenses === 0 && existsSync(key))
		return new Failure(
			'database-empty',
			`the database ${place} has no licenses, but ${key} encrypted license keys: restore a backup; ${anew}`,
		);
	return null;
}
