import { existsSync, statSync } from 'node:fs';
import { Failure } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database, Queries } from './database.ts';
import {
	type DatabaseState,
	lookAt,
	noDatabase,
	refusalOf,
	storedIdentity,
	storeIdentity,
} from './identity.ts';
import { type Migration, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { refuseLink } from './private-file.ts';
import { openSqlite } from './sqlite.ts';
import { databaseFile, ensureFolder } from './state-folder.ts';

export interface Opening {
	/** Make the database at the very first start. Without this, a missing database is an error. */
	make?: boolean;
	/** Reports a migration, after which older releases refuse the database. By default, one line on standard error. */
	onMigrated?(migration: Migration, place: string): void;
}

function writeMigrated({ from, to }: Migration, place: string): void {
	process.stderr.write(
		`pointrelease: migrated the database ${place} from schema ${from} to ${to}: older releases refuse it now\n`,
	);
}

/**
 * Opens the database of the settings with its schema up to date. Refuses an empty or another database if the state
 * folder belongs to one with licenses: every key would stop working.
 */
export async function openDatabase(
	settings: Settings,
	{ make = false, onMigrated = writeMigrated }: Opening = {},
): Promise<Database> {
	if (!settings.databaseUrl) checkFile(settings, make);
	const database = await connectDatabase(settings);
	try {
		const state = await lookAt(database);
		refuse(state, database.place, settings, make);
		const migration = await migrate(database);
		if (migration) onMigrated(migration, database.place);
		const { identity } = await lookAt(database);
		if (identity === null)
			throw new Failure('database-damaged', `the database ${database.place} has no identity`);
		recordIdentity(settings, identity, make);
		return guarded(database, identity);
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}

/** Opens the database without changing anything; null if there is no file. */
export async function openAsItIs(settings: Settings): Promise<Database | null> {
	if (!settings.databaseUrl) refuseLink(databaseFile(settings.stateFolder));
	if (!settings.databaseUrl && !hasFile(settings)) return null;
	return connectDatabase(settings);
}

async function connectDatabase({ databaseUrl, stateFolder }: Settings): Promise<Database> {
	return databaseUrl ? openPostgres(databaseUrl) : openSqlite(databaseFile(stateFolder));
}

/** Checks before opening, because opening would create the file. */
function checkFile(settings: Settings, make: boolean): void {
	refuseLink(databaseFile(settings.stateFolder));
	if (hasFile(settings)) return;
	refuse(noDatabase, databaseFile(settings.stateFolder), settings, make);
	ensureFolder(settings.stateFolder);
}

/** Whether the file has content: a start that was killed may have left an empty one. */
function hasFile({ stateFolder }: Settings): boolean {
	const file = databaseFile(stateFolder);
	return existsSync(file) && (statSync(file).size > 0 || existsSync(`${file}-wal`));
}

function refuse(state: DatabaseState, place: string, settings: Settings, make: boolean): void {
	const refusal = refusalOf(state, place, settings);
	if (refusal) throw refusal;
	if (!make && (state.version ?? 0) === 0)
		throw new Failure(
			'no-database',
			`there is no database ${place} yet: set POINTRELEASE_STATE to the folder of your service, or start a new one there (pointrelease serve)`,
		);
}

function recordIdentity(
	{ stateFolder, databaseUrl, secret }: Settings,
	identity: string,
	make: boolean,
): void {
	if (storedIdentity(stateFolder) !== null) return;
	// If licenses and secret are both stored elsewhere, the state folder is optional, and a command writes nothing to it.
	const optional = databaseUrl !== null && secret !== null;
	if (optional && !make) return;
	try {
		storeIdentity(stateFolder, identity);
	} catch (thrown) {
		if (!optional) throw thrown;
	}
}

/** Refuses every write once another database answers in place of the one that was opened. */
function guarded(database: Database, identity: string): Database {
	const check = async (queries: Queries) => {
		const [row] = await queries.rows<{ identity: string | null }>('SELECT identity FROM ledger');
		if (row?.identity !== identity)
			throw new Failure(
				'database-other',
				`the database ${database.place} was replaced by another one: nothing was written to it`,
			);
	};
	return {
		...database,
		transaction: (work) =>
			database.transaction(async (queries) => {
				await check(queries);
				return work(queries);
			}),
	};
}
