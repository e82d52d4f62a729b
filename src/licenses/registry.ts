import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { Settings } from '../settings.ts';
import { openSealingKeys, type SealingKeys } from './sealing/sealing-keys.ts';

/** Where licenses are kept, and the keys that seal the copies of theirs. */
export interface Registry {
	database: Database;
	sealingKeys: SealingKeys;
	close(): Promise<void>;
}

export async function openRegistry(settings: Settings): Promise<Registry> {
	const database = await openDatabase(settings);
	try {
		return { database, sealingKeys: openSealingKeys(settings), close: () => database.close() };
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}

/** Opens the registry for the time of the work, for one-shot commands. */
export async function withRegistry<T>(
	settings: Settings,
	work: (registry: Registry) => Promise<T>,
): Promise<T> {
	const registry = await openRegistry(settings);
	try {
		return await work(registry);
	} finally {
		await registry.close();
	}
}
