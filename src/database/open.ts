import { existsSync, statSync } from 'node:fs';
import { Failure } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { keepCopy } from './copy-database.ts';
import type { Database, Queries } from './database.ts';
import {
	type DatabaseState,
	lookAt,
	noDatabase,
	refusalOf,
	storedIdentity,
	storeIdentity,
} from './identity.ts';
import { type Migration, migrate, olderFailure } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { refuseLink } from './private-file.ts';
import { migrations } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { databaseFile, ensureFolder } from './state-folder.ts';

export interface Opening {
	/** Make the database at the very first start. Without this, a missing database is an error. */
	make?: boolean;
	/**
	 * What to do with the schema of an older release, whose service may still be running. `read`, the default: reads work
	 * as far as the schema has what they need, and changes are refused. `refuse`: for work that ends in changes. `migrate`:
	 * only `serve` and `pointrelease migrate`. It keeps a copy of an embedded database, and PostgreSQL has to be `confirmed`.
	 */
	older?: 'read' | 'refuse' | 'migrate' | 'confirmed';
	/** The clock of an embedded database; PostgreSQL has its own. */
	now?(): number;
	/** Reports a migration, after which older releases refuse the database. */
	onMigrated?(migration: Migration, place: string): void;
}

/**
 * Opens the database of the settings. Refuses an empty or another database if the state folder belongs to one with
 * licenses: every key would stop working.
 */
export async function openDatabase(
	settings: Settings,
	{ make = false, older = 'read', now, onMigrated = () => {} }: Opening = {},
): Promise<Database> {
	if (!settings.databaseUrl) checkFile(settings, make);
	const database = await connectDatabase(settings, now);
	try {
		const state = await lookAt(database);
		refuse(state, database.place, settings, make);
		if (isOlder(state) && older === 'read') return readingOlder(database, state.version!);
		const migration = await migrate(database, {
			keep(version) {
				if (older !== 'confirmed' && (older !== 'migrate' || database.kind === 'postgres'))
					throw olderFailure(database, version);
				return database.kind === 'sqlite' ? keepCopy(database.place, version) : null;
			},
		});
		if (migration) onMigrated(migration, database.place);
		const { identity } = await lookAt(database);
		recordIdentity(settings, identity!, make);
		return guarded(database, identity!);
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}

function isOlder({ version }: DatabaseState): boolean {
	return version !== null && version < migrations.length;
}

const reading = /^\s*(?:SELECT|WITH)\b/i;
const changing = /\b(?:INSERT|UPDATE|DELETE)\b/i;

/** Reads a database whose schema may lack what this release asks for, and never writes to it. */
function readingOlder(database: Database, version: number): Database {
	const failure = () => olderFailure(database, version);
	const read = async <T>(text: string, query: () => Promise<T>): Promise<T> => {
		if (!reading.test(text) || changing.test(text)) throw failure();
		return query().catch((thrown) => {
			throw thrown instanceof Failure && thrown.code === 'database-damaged' ? failure() : thrown;
		});
	};
	return {
		...database,
		rows: (text, values) => read(text, () => database.rows(text, values)),
		tuples: (text, values) => read(text, () => database.tuples(text, values)),
		transaction: async () => {
			throw failure();
		},
	};
}

/** Opens the database without changing anything; null if there is no file. */
export async function openAsItIs(settings: Settings): Promise<Database | null> {
	if (!settings.databaseUrl) refuseLink(databaseFile(settings.stateFolder));
	if (!settings.databaseUrl && !hasFile(settings)) return null;
	return connectDatabase(settings);
}

/** Opens the database for reading alone; null if there is none. Unlike `openDatabase`, takes any database. */
export async function openToRead(settings: Settings): Promise<Database | null> {
	const database = await openAsItIs(settings);
	if (!database) return null;
	try {
		const state = await lookAt(database);
		return isOlder(state) ? readingOlder(database, state.version!) : database;
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}

async function connectDatabase(
	{ databaseUrl, stateFolder }: Settings,
	now?: () => number,
): Promise<Database> {
	return databaseUrl ? openPostgres(databaseUrl) : openSqlite(databaseFile(stateFolder), now);
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
	if (!make && state.version === null)
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
		const [row] = await queries.rows<{ identity: string }>('SELECT identity FROM ledger');
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
