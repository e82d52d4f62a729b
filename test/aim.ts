import { makeDatabase } from './make-database.ts';

/**
 * What tests start in place of the sources with SQLite, so that the same tests attack every form of the program and both stores.
 * `test/shipping/attacked.test.ts` sets it for the files that it runs.
 */
export interface Aim {
	/** The words that run the program. */
	readonly program?: readonly string[];
	/** The PATH of its user. */
	readonly path?: string;
	/** The address of a PostgreSQL without a database: each service gets its own. */
	readonly postgres?: string;
}

const variable = 'POINTRELEASE_TEST_AIM';

export const aim: Aim = JSON.parse(process.env[variable] ?? '{}');

/** Whether a test starts something else than the sources. */
export const isAimed = variable in process.env;

export function aimedAt(at: Aim): Record<string, string> {
	return { [variable]: JSON.stringify(at) };
}

const databases = new Map<string, Promise<string>>();

/** The settings of the store that is aimed at: a database for each state folder, which a second start finds again. */
export async function aimedStore(stateFolder: string): Promise<Record<string, string>> {
	if (!aim.postgres) return {};
	const database = databases.get(stateFolder) ?? makeDatabase(aim.postgres);
	databases.set(stateFolder, database);
	return { DATABASE_URL: await database };
}
