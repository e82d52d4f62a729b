import { existsSync } from 'node:fs';
import type { Catalog } from '../catalog/catalog.ts';
import { loadShipped } from '../catalog/load.ts';
import { openDatabase } from '../database/open.ts';
import { databaseFile } from '../database/state-folder.ts';
import { Knowledge } from '../learning/knowledge.ts';
import { silentLog } from '../log.ts';
import type { Settings } from '../settings.ts';

/**
 * The shipped data with what a service on this machine learnt. Where no service ever ran there is nothing learnt, and
 * a command that only reads makes no database.
 */
export async function knownCatalog(settings: Settings): Promise<Catalog> {
	const shipped = loadShipped(settings.dataFolder);
	if (!settings.databaseUrl && !existsSync(databaseFile(settings.stateFolder))) return shipped.catalog;
	const database = await openDatabase(settings);
	try {
		const knowledge = new Knowledge(shipped, database, silentLog);
		await knowledge.refresh();
		return knowledge.catalog;
	} finally {
		await database.close();
	}
}
