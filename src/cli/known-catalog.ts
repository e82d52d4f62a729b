import { existsSync } from 'node:fs';
import type { Catalog } from '../catalog/catalog.ts';
import { loadCatalog } from '../catalog/load.ts';
import { databaseFile } from '../database/state-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { withKnowledge } from './with-knowledge.ts';

/**
 * The shipped data with what a service on this machine learnt. Where no service ever ran there is nothing learnt, and
 * a command that only reads makes no database.
 */
export async function knownCatalog(settings: Settings): Promise<Catalog> {
	if (!settings.databaseUrl && !existsSync(databaseFile(settings.stateFolder)))
		return loadCatalog(settings.dataFolder);
	return withKnowledge(settings, async (_, { catalog }) => catalog, { make: false });
}
