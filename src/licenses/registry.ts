import type { Database } from '../database/database.ts';
import { type Opening, openDatabase } from '../database/open.ts';
import type { Settings } from '../settings/settings.ts';
import { type Actor, ownActor } from './audit.ts';
import { openSealingKeys, type SealingKeys } from './sealing/sealing-keys.ts';

/** The store of licenses, and the keys that seal the stored copies of license keys. */
export interface Registry {
	database: Database;
	sealingKeys: SealingKeys;
	/** Who uses it, for the audit log. */
	actor: Actor;
	close(): Promise<void>;
}

interface RegistryOpening extends Opening {
	actor?: Actor;
}

export async function openRegistry(
	settings: Settings,
	{ actor = ownActor, ...opening }: RegistryOpening = {},
): Promise<Registry> {
	// Open the database first: an existing sealing key later proves that there was a database.
	const database = await openDatabase(settings, opening);
	try {
		return { database, sealingKeys: openSealingKeys(settings), actor, close: () => database.close() };
	} catch (thrown) {
		await database.close().catch(() => {});
		throw thrown;
	}
}

/** Opens the registry for the time of the work, for one-shot commands. */
export async function withRegistry<T>(
	settings: Settings,
	work: (registry: Registry) => Promise<T>,
	opening: RegistryOpening = {},
): Promise<T> {
	const registry = await openRegistry(settings, opening);
	try {
		return await work(registry);
	} finally {
		await registry.close();
	}
}
