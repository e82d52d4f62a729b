import { loadShipped } from '../catalog/load.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { Knowledge } from '../learning/knowledge.ts';
import { silentLog } from '../log.ts';
import type { Settings } from '../settings.ts';

/** Opens the database of the settings, with what was learnt up to date, for the time of the work. */
export async function withKnowledge(
	settings: Settings,
	work: (database: Database, knowledge: Knowledge) => Promise<void>,
): Promise<void> {
	const shipped = loadShipped(settings.dataFolder);
	// Whoever looks after the data has no service; where a PostgreSQL is, there is one.
	const database = await openDatabase(settings, { make: settings.databaseUrl === null });
	try {
		const knowledge = new Knowledge(shipped, database, silentLog);
		await knowledge.refresh();
		await work(database, knowledge);
	} finally {
		await database.close();
	}
}
