import { randomBytes } from 'node:crypto';
import { Failure } from '../process/failure.ts';
import type { Database, Queries } from './database.ts';
import { migrations } from './schema.ts';
import type { Statement } from './statements.ts';
import { tables } from './tables.ts';

// Any fixed number that no other program in the same database is likely to use.
const advisoryLock = 706_573_121;

/** The versions of the schema before and after. */
export interface Migration {
	readonly from: number;
	readonly to: number;
	/** The file with the database as it was; null if none was made. */
	readonly copy: string | null;
}

export interface Migrating {
	readonly steps?: readonly (readonly Statement[])[];
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
			const version = (await versionOf(database, queries)) ?? (await begin(database, queries));
			before = version;
			if (version > steps.length) throw newerFailure(database.place, version, steps.length);
			if (version > 0 && version < steps.length) copy = keep(version);
			for (const statement of steps.slice(version).flat())
				await queries.rows(typeof statement === 'string' ? statement : statement[database.kind]);
			await queries.rows('UPDATE pointrelease_schema SET version = $1', [steps.length]);
			if (steps === migrations)
				await queries.rows('UPDATE ledger SET identity = $1 WHERE identity IS NULL', [newIdentity()]);
		});
	if (steps === migrations)
		// Reads no row, and fails if a table or a column is missing.
		for (const { name, columns } of tables)
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

export function migrateAdvice(kind: Database['kind']): string {
	return kind === 'sqlite'
		? 'stop the older release, then run "pointrelease migrate" or start the service, which keep a copy of it first'
		: 'dump it with "pg_dump --format=custom --file=FILE", because no copy is kept, then run "pointrelease migrate --yes"';
}

/** Random, in the form of a license ID: a database that had licenses before schema 5 has the ID of its first one. */
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
	if (!(await hasTable(database, queries, 'pointrelease_schema'))) return null;
	const rows = await queries.rows<{ version: unknown }>('SELECT version FROM pointrelease_schema');
	const version = rows[0]?.version;
	if (rows.length === 1 && Number.isSafeInteger(version) && (version as number) >= 0)
		return version as number;
	throw new Failure('database-damaged', `the database ${database.place} has no schema version`);
}

async function begin(database: Database, queries: Queries): Promise<number> {
	await refuseOthers(database, queries);
	await queries.rows('CREATE TABLE pointrelease_schema (version INTEGER NOT NULL)');
	await queries.rows('INSERT INTO pointrelease_schema (version) VALUES (0)');
	return 0;
}

async function hasTable(database: Database, queries: Queries, name: string): Promise<boolean> {
	const text =
		database.kind === 'sqlite'
			? "SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = $1"
			: // Not to_regclass(): it may answer from a cache that is older than the lock just taken.
				'SELECT 1 AS one FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename = $1';
	return (await queries.rows(text, [name])).length > 0;
}
