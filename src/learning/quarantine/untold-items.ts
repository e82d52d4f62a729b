import type { Database } from '../../database/database.ts';
import { readItems, type StoredItem } from './quarantine-store.ts';

/** Takes the open items that the operator was not told of: each is taken once, by whichever node asks first. */
export async function takeUntold(database: Database, now: string): Promise<StoredItem[]> {
	return database.transaction(async (queries) => {
		const taken = await queries.rows<{ id: string }>(
			"UPDATE quarantine SET told = $1 WHERE told IS NULL AND state = 'open' RETURNING id",
			[now],
		);
		const ids = new Set(taken.map(({ id }) => id));
		return ids.size === 0 ? [] : (await readItems(queries)).filter(({ id }) => ids.has(id));
	});
}

/** The operator was not told after all. */
export async function giveBack(database: Database, items: readonly StoredItem[]): Promise<void> {
	await database.transaction(async (queries) => {
		for (const { id } of items) await queries.rows('UPDATE quarantine SET told = NULL WHERE id = $1', [id]);
	});
}
