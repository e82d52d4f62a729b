import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { copyWhole } from '../database/copy-database.ts';
import type { Database, Queries } from '../database/database.ts';
import { lookAt } from '../database/identity.ts';
import { migrate, newerFailure } from '../database/migrate.ts';
import { migrations } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';
import { databaseFile } from '../database/state-folder.ts';
import { Failure } from '../process/failure.ts';

/** The database in the folder of a backup. */
export function backupFile(folder: string): string {
	const file = databaseFile(folder);
	if (existsSync(file)) return file;
	throw new Failure('no-backup', `${folder} is not a backup: it has no ${basename(file)}`);
}

/** Copies a database into a new private file. */
export function copyToNew(from: string, to: string): void {
	closeSync(openSync(to, 'wx', 0o600));
	copyWhole(from, to);
}

/**
 * A session or a link of the console that ended after the backup must not come back with it. Returns how many tokens of
 * programs it has: without them shops would stop, so they stay.
 */
export async function endSessions(queries: Queries): Promise<number> {
	await queries.rows("DELETE FROM console_access WHERE kind <> 'token'");
	return (await queries.rows('SELECT name FROM console_access')).length;
}

export function removeDatabase(file: string): void {
	for (const part of ['', '-wal', '-shm', '-journal']) rmSync(file + part, { force: true });
}

/** Opens a copy for the time of the work. */
export async function inCopy<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
	const database = await openSqlite(file);
	try {
		return await work(database);
	} finally {
		await database.close();
	}
}

/** What a backup holds. */
export interface BackupState {
	readonly identity: string;
	readonly licenses: number;
	/** The version of its schema. */
	readonly schema: number;
}

/** Reads the copy of a backup whole, and fails if it is damaged, incomplete or of a newer release. */
export async function checkCopy(database: Database, backup: string): Promise<BackupState> {
	await database.inspect();
	const { version: schema, identity, licenses } = await lookAt({ ...database, place: backup });
	if (schema === null || identity === null)
		throw new Failure('no-backup', `${backup} is not a pointrelease database`);
	if (schema > migrations.length) throw newerFailure(backup, schema);
	const [counted] = await database.tuples<[number]>('SELECT count(*) FROM licenses');
	if (counted?.[0] !== licenses)
		throw new Failure(
			'database-damaged',
			`the backup ${backup} lacks ${licenses - (counted?.[0] ?? 0)} of ${licenses} licenses: nothing was changed`,
		);
	return { identity, licenses, schema };
}

/** Does the work in a copy with the schema of this release, which shows that the next start can serve the backup. */
export async function inMigratedCopy<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
	const migrated = `${file}.migrated`;
	removeDatabase(migrated);
	try {
		copyToNew(file, migrated);
		return await inCopy(migrated, async (database) => {
			await migrate(database);
			return work(database);
		});
	} finally {
		removeDatabase(migrated);
	}
}
