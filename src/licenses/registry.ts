import type { Database } from '../database/database.ts';
import { type Opening, openDatabase } from '../database/open.ts';
import type { Settings } from '../settings/settings.ts';
import { openSealingKeys, type SealingKeys } from './sealing/sealing-keys.ts';

/** Where licenses are kept, and the keys that seal the copies of theirs. */
export interface Registry {
	database: Database;
	sealingKeys: SealingKeys;
	close(): Promise<void>;
}

export async function openRegistry(settings: Settings, opening: Opening = {}): Promise<Registry> {
	// First: that there is a sealing key tells later that there was a database.
	const database = await openDatabase(settings, opening);
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
	opening: Opening = {},
): Promise<T> {
	const registry = await openRegistry(settings, opening);
	try {
		return await work(registry);
	} finally {
		await registry.close();
	}
}
