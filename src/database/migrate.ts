import { randomBytes } from 'node:crypto';
import { Failure } from '../process/failure.ts';
import type { Database, Queries } from './database.ts';
import { migrations } from './schema.ts';
import { tablesOf } from './tables.ts';

// Any fixed number that no other program in the same database is likely to use.
const advisoryLock = 706_573_121;

/** Holds the version of the schema. Programs before 0.4.0 had another table, and other schemas under the same numbers. */
const versionTable = 'pointrelease_database';
const earlyTable = 'pointrelease_schema';

/** The versions of the schema before and after. */
export interface Migration {
	readonly from: number;
	readonly to: number;
	/** The file with the database as it was; null if none was made. */
	readonly copy: string | null;
}

interface Migrating {
	readonly steps?: typeof migrations;
	/** Called once the lock is held, before an older schema is changed. Returns the path of a copy. */
	keep?(version: number): string | null;
}

/**
 * Brings the schema up to date; null if there was nothing to migrate. Several nodes may do this at once: one holds the
 * lock and works, the others wait for it and then find nothing left to do.
 */
export async function migrate(
	database: Database,
	{ steps = migrations, keep = () => null }: Migrating = {},
): Promise<Migration | null> {
	let before = steps.length;
	let copy: string | null = null;
	if ((await versionOf(database, database)) !== steps.length)
		await database.transaction(async (queries) => {
			if (database.kind === 'postgres')
				await queries.rows('SELECT pg_advisory_xact_lock($1)::text', [advisoryLock]);
			const version = await versionOf(database, queries);
			if (version === null) await refuseOthers(database, queries);
			before = version ?? 0;
			if (before > steps.length) throw newerFailure(database.place, before, steps.length);
			if (before > 0 && before < steps.length) copy = keep(before);
			for (const statement of steps.slice(before).flat())
				await queries.rows(typeof statement === 'string' ? statement : statement[database.kind]);
			if (version === null) {
				await queries.rows(`CREATE TABLE ${versionTable} (schema INTEGER NOT NULL)`);
				await queries.rows(`INSERT INTO ${versionTable} (schema) VALUES ($1)`, [steps.length]);
				const ledger = 'INSERT INTO ledger (single, change, licenses, identity) VALUES (1, 0, 0, $1)';
				await queries.rows(ledger, [newIdentity()]);
			} else await queries.rows(`UPDATE ${versionTable} SET schema = $1`, [steps.length]);
		});
	// Reads no row, and fails if a table or a column is missing.
	for (const { name, columns } of tablesOf(steps))
		await database.rows(`SELECT ${columns.join(', ')} FROM ${name} LIMIT 0`);
	// Version 0 means that this call created the schema: there was nothing to migrate.
	return before === 0 || before === steps.length ? null : { from: before, to: steps.length, copy };
}

export function newerFailure(place: string, version: number, supported = migrations.length): Failure {
	return new Failure(
		'database-newer',
		`the database ${place} was made by a newer release of pointrelease (schema ${version}, ` +
			`this one knows ${supported}): upgrade pointrelease`,
	);
}

/** The refusal of a database that only `serve` and `pointrelease migrate` may change. */
export function olderFailure({ kind, place }: Pick<Database, 'kind' | 'place'>, version: number): Failure {
	const found = `the database ${place} has the schema of an older release (${version}, this one needs ${migrations.length})`;
	return new Failure('database-older', `${found}: ${migrateAdvice(kind)}`);
}

/** The refusal of a database whose licenses can only be exported by the program that made it. */
function earlyFailure({ kind, place }: Pick<Database, 'kind' | 'place'>): Failure {
	const empty = `POINTRELEASE_STATE to a new folder${kind === 'postgres' ? ' and DATABASE_URL to an empty database' : ''}`;
	return new Failure(
		'database-early',
		`the database ${place} was made by a program before 0.4.0, which this one cannot migrate: run "pointrelease license export --with-keys" ` +
			`with that program, set ${empty}, start this one, and run "pointrelease license import FILE"; orders, renewals, the audit log, ` +
			'feed addresses, learned facts and decisions, usage and the state of the watch do not come over',
	);
}

export function migrateAdvice(kind: Database['kind']): string {
	return kind === 'sqlite'
		? 'stop the older release, then run "pointrelease migrate" or start the service, which keep a copy of it first'
		: 'back it up with "pointrelease backup FOLDER", because no copy is kept, then run "pointrelease migrate --yes"';
}

/** Random, in the form of a license ID. */
function newIdentity(): string {
	return [...randomBytes(8)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('');
}

/** The schema's version, or null if there is no schema yet. */
export async function schemaVersion(database: Database): Promise<number | null> {
	const version = await versionOf(database, database);
	if (version === null) await refuseOthers(database, database);
	return version;
}

async function refuseOthers(database: Database, queries: Queries): Promise<void> {
	// A database with other tables is more likely a wrong path than a place for ours.
	if (database.kind === 'sqlite') {
		const [row] = await queries.rows<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_master');
		if (row?.tables !== 0)
			throw new Failure('database-foreign', `the database ${database.place} belongs to another program`);
	}
}

async function versionOf(database: Database, queries: Queries): Promise<number | null> {
	const present = await tablesAmong(database, queries, [versionTable, earlyTable]);
	if (present.includes(earlyTable)) throw earlyFailure(database);
	if (present.length === 0) return null;
	const rows = await queries.rows<{ schema: unknown }>(`SELECT schema FROM ${versionTable}`);
	const version = rows[0]?.schema;
	if (rows.length === 1 && Number.isSafeInteger(version) && (version as number) > 0) return version as number;
	throw new Failure('database-damaged', `the database ${database.place} has no schema version`);
}

async function tablesAmong(
	database: Database,
	queries: Queries,
	names: readonly string[],
): Promise<string[]> {
	const text =
		database.kind === 'sqlite'
			? "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ($1, $2)"
			: // Not to_regclass(): it may answer from a cache that is older than the lock just taken.
				'SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename IN ($1, $2)';
	return (await queries.rows<{ name: string }>(text, names)).map(({ name }) => name);
}
