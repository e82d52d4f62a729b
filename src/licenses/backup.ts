import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { lookAt, refusalOf } from '../database/identity.ts';
import { migrate, newerFailure } from '../database/migrate.ts';
import { openAsItIs } from '../database/open.ts';
import { migrations } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';
import { databaseFile, ensureFolder } from '../database/state-folder.ts';
import { copySingles, copyTable, fingerprintOf, isSingle, tablesOf } from '../database/tables.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import {
	type BackupState,
	backupFile,
	checkCopy,
	copyToNew,
	inCopy,
	inMigratedCopy,
	removeDatabase,
} from './backup-file.ts';
import { unseal } from './sealing/seal.ts';
import { sealingKeysAtHand, secretsOf, writeSecrets } from './sealing/sealing-keys.ts';

/**
 * Writes the database and the encryption key to a folder, while services run. The database of a backup is always a file
 * of SQLite, so that a backup of PostgreSQL needs no tools of PostgreSQL, and can be verified anywhere.
 */
export async function makeBackup(settings: Settings, folder: string): Promise<void> {
	const { stateFolder, databaseUrl } = settings;
	if (databaseUrl === null && !existsSync(databaseFile(stateFolder)))
		throw new Failure('no-database', `there is no database in ${stateFolder}`);
	const copy = databaseFile(ensureFolder(folder, 'backup folder', 'choose another'));
	if (existsSync(copy))
		throw new Failure('backup-exists', `${copy} already exists: use a new folder for each backup`);
	const database = await openWithAnySchema(settings);
	try {
		// SQLite fills an existing empty file, so the backup is private from its first byte.
		closeSync(openSync(copy, 'wx', 0o600));
		const before = secretsOf(stateFolder);
		// VACUUM INTO writes a consistent state while others write; copying the file would miss its journal.
		if (database.kind === 'sqlite') await database.rows('VACUUM INTO $1', [copy]);
		else await copyPostgres(database, copy);
		writeSecrets(folder, secretsOfCopy(before, secretsOf(stateFolder)));
	} catch (thrown) {
		removeDatabase(copy);
		throw new Failure('backup-failed', `the backup failed: ${reasonOf(thrown)}`);
	} finally {
		await database.close();
	}
}

/** A backup never changes a database, because the service that uses it may be an older release. */
async function openWithAnySchema(settings: Settings): Promise<Database> {
	const database = (await openAsItIs(settings))!;
	try {
		const state = await lookAt(database);
		const refusal = refusalOf(state, database.place, settings);
		if (refusal) throw refusal;
		if (state.version === null)
			throw new Failure(
				'no-database',
				`the database ${database.place} is empty: there is nothing to back up`,
			);
		return database;
	} catch (thrown) {
		await database.close();
		throw thrown;
	}
}

/** Copies every row in one transaction that sees one moment, into a file with the same version of the schema. */
async function copyPostgres(source: Database, copy: string): Promise<void> {
	const target = await openSqlite(copy);
	try {
		await source.transaction(async (queries) => {
			await queries.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
			const { version } = await lookAt({ ...source, ...queries });
			if (version! > migrations.length) throw newerFailure(source.place, version!);
			const steps = migrations.slice(0, version!);
			await migrate(target, { steps });
			const tables = tablesOf(steps);
			await target.transaction(async (to) => {
				for (const table of tables.filter((each) => !isSingle(each))) await copyTable(queries, to, table);
				await copySingles(queries, to, tables.filter(isSingle));
			});
		});
	} finally {
		await target.close();
	}
}

/**
 * During a rotation the copy may contain keys that are encrypted with the old secret and keys encrypted with the new
 * one.
 */
function secretsOfCopy(before: readonly string[], after: readonly string[]): string[] {
	const secrets = [...new Set([...before, ...after])];
	if (secrets.length <= 2) return secrets;
	throw new Failure('backup-failed', 'the encryption key changed during the backup: try again');
}

/** What was read of a backup. */
export interface Verified extends BackupState {
	/** How many rows of all tables could be read. */
	readonly rows: number;
	/** How many stored keys were decrypted with the encryption key of the backup, or the secret that is set here. */
	readonly decrypted: number;
}

/**
 * Restores a backup into a temporary folder, brings it to the schema of this release, reads every row, and decrypts the
 * oldest and the newest key. Fails with the reason if any of this is impossible. Changes nothing.
 */
export async function verifyBackup(settings: Settings, folder: string): Promise<Verified> {
	const backup = backupFile(folder);
	const temporary = mkdtempSync(join(tmpdir(), 'pointrelease-verify-'));
	const draft = databaseFile(temporary);
	try {
		copyToNew(backup, draft);
		const state = await inCopy(draft, (database) => checkCopy(database, backup));
		return await inMigratedCopy(draft, async (database) => {
			let rows = 0;
			for (const table of tablesOf()) rows += (await fingerprintOf(database, table)).rows;
			return { ...state, rows, decrypted: await decryptSome(database, { ...settings, stateFolder: folder }) };
		});
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

async function decryptSome(database: Database, settings: Settings): Promise<number> {
	const keys = sealingKeysAtHand(settings);
	const copies = await database.rows<{ id: string; sealed: Uint8Array; sealKey: string }>(
		`SELECT id, sealed, seal_key AS "sealKey" FROM licenses
			WHERE number IN (SELECT min(number) FROM licenses UNION SELECT max(number) FROM licenses)`,
	);
	for (const { id, sealed, sealKey } of copies) {
		const key = keys.find((each) => each.id === sealKey);
		if (!key)
			throw new Failure(
				'sealing-key-lost',
				`the keys in ${settings.stateFolder} are encrypted with ${sealKey}, which is neither in the backup nor set here: set POINTRELEASE_SECRET as the service has it`,
			);
		if (unseal(sealed, id, key) === null)
			throw new Failure('database-damaged', `the stored key of ${id} in ${settings.stateFolder} was changed`);
	}
	return copies.length;
}
