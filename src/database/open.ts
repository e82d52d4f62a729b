import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { databaseFile, ensureFolder } from './state-folder.ts';

/** Opens the database the settings name, with its schema up to date. */
export async function openDatabase(settings: Settings): Promise<Database> {
	const database = settings.databaseUrl
		? openPostgres(settings.databaseUrl)
		: await openSqlite(databaseFile(ensureFolder(settings.stateFolder)));
	try {
		await migrate(database);
		return database;
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}
