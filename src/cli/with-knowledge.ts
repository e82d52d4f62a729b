import { loadShipped } from '../catalog/load.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { Knowledge } from '../learning/knowledge.ts';
import { silentLog } from '../process/log.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Opens the database of the settings, with what was learnt up to date, for the time of the work. Whoever looks after
 * the data may have no service, so the embedded database is made; where a PostgreSQL is, there is one.
 */
export async function withKnowledge<T>(
	settings: Settings,
	work: (database: Database, knowledge: Knowledge) => Promise<T>,
	{ make = settings.databaseUrl === null } = {},
): Promise<T> {
	const shipped = loadShipped(settings.dataFolder);
	const database = await openDatabase(settings, { make });
	try {
		const knowledge = new Knowledge(shipped, database, silentLog);
		await knowledge.refresh();
		return await work(database, knowledge);
	} finally {
		await database.close();
	}
}
