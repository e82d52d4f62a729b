import { lookup } from 'node:dns/promises';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { type DatabaseState, refusalOf } from '../../database/identity.ts';
import { migrateAdvice, newerFailure } from '../../database/migrate.ts';
import { migrations } from '../../database/schema.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import { type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import type { Settings } from '../../settings/settings.ts';

export const firstStart = 'there is none yet: the first start creates it';
const otherTroubles = 'see "Database" in "pointrelease manual troubleshooting"';
const restore = 'restore it from a backup: see "Restore" in "pointrelease manual backup"';
const early = 'see "From a program before 0.4.0" in "pointrelease manual backup"';
const ownDatabase = 'give pointrelease a database of its own: correct DATABASE_URL or POINTRELEASE_STATE';

/** What to do, by the code of the failure. Only damage needs a backup. */
const advices: Record<'sqlite' | 'postgres', Record<string, string>> = {
	postgres: {
		'database-unreachable':
			'start PostgreSQL, or correct host and port in DATABASE_URL; check the firewall and listen_addresses of the server',
		'database-timeout': 'look at the load and the log of the PostgreSQL server; the data is not affected',
		'database-refused':
			'correct user and password in DATABASE_URL, or pg_hba.conf at the server; the user needs all rights on its schema',
		'database-missing': 'create it ("createdb NAME"), or correct the name at the end of DATABASE_URL',
		'database-read-only': 'point DATABASE_URL to the primary server',
		'database-full': 'free space on the disk of the PostgreSQL server',
		'database-busy': 'try again; if it repeats, look for long transactions at the server',
		'database-foreign': ownDatabase,
		'database-early': early,
		'database-damaged': restore,
	},
	sqlite: {
		'database-unreachable': 'check owner and mode of the file and its folder',
		'state-unwritable': 'give the file to the user of the service (chown, chmod 600)',
		'database-read-only': 'check owner and mode of the file and its folder',
		'database-busy': 'wait for the other process, or stop it',
		'database-full': 'free space on its disk',
		'database-foreign': ownDatabase,
		'database-early': early,
		'database-damaged': restore,
	},
};

/** The finding for a database that could not be opened or read. */
export async function troubleFinding(thrown: unknown, { databaseUrl }: Settings): Promise<Finding> {
	const code = thrown instanceof Failure ? thrown.code : '';
	const host = databaseUrl && code === 'database-unreachable' ? hostOf(databaseUrl) : null;
	// The driver reports a name without an address as a refused connection.
	if (host && !(await hasAddress(host)))
		return problem(
			'database',
			`the host ${host} of DATABASE_URL has no address`,
			'correct the host in DATABASE_URL, or the name service of this machine',
		);
	const advice = advices[databaseUrl ? 'postgres' : 'sqlite'][code] ?? otherTroubles;
	return problem('database', reasonOf(thrown), advice);
}

function hostOf(url: string): string {
	return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

async function hasAddress(host: string): Promise<boolean> {
	return lookup(host).then(
		() => true,
		() => false,
	);
}

/** What to do about a database that must not be used with this state folder. */
const refusals: Record<string, string> = {
	'database-moved': 'give every service and command the DATABASE_URL',
	'database-other':
		'start no service on it: correct DATABASE_URL or POINTRELEASE_STATE, or put the right one back',
	'database-missing':
		'start no service on it: correct DATABASE_URL or POINTRELEASE_STATE, or restore a backup',
	'database-empty': 'start no service on it: correct DATABASE_URL or POINTRELEASE_STATE, or restore a backup',
};

/** The finding for a database that cannot be read any further, or null. */
export async function unfitness(
	state: DatabaseState,
	database: Database | null,
	place: string,
	settings: Settings,
): Promise<Finding | null> {
	const refusal = refusalOf(state, place, settings);
	if (refusal) return problem('database', refusal.message, refusals[refusal.code] ?? otherTroubles);
	if (!database) return ok('database', firstStart);
	if (state.version === null) {
		const tables = await tablesOfOthers(database);
		if (tables === 0) return ok('database', firstStart);
		return warning(
			'database',
			`the PostgreSQL at ${place} has no licenses, but ${counted(tables, 'table')} of another program`,
			ownDatabase,
		);
	}
	if (state.version > migrations.length)
		return problem('database', newerFailure(place, state.version).message, otherTroubles);
	if (state.version === migrations.length) return null;
	return warning(
		'database',
		`${place} has the schema of an older release (${state.version} of ${migrations.length}), ${counted(state.licenses, 'license')}`,
		migrateAdvice(database.kind),
	);
}

/** In PostgreSQL a start works beside the tables of another program. In SQLite it does not: see `schemaVersion`. */
async function tablesOfOthers(database: Database): Promise<number> {
	if (database.kind === 'sqlite') return 0;
	const [row] = await database.tuples<[number | string]>(
		'SELECT count(*) FROM pg_tables WHERE schemaname = ANY (current_schemas(false))',
	);
	return Number(row?.[0]);
}
