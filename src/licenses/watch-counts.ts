import type { Database, Queries } from '../database/database.ts';

/** How often the counts are read for whoever watches them. */
const countEvery = 15_000;

export interface WatchedCounts<T> {
	/** Null until they were counted once. */
	latest(): T | null;
	close(): void;
}

/** The latest counts, for metrics that are asked for at any moment. */
export function watchCounts<T>(
	database: Database,
	count: (queries: Queries) => Promise<T>,
): WatchedCounts<T> {
	let latest: T | null = null;
	const read = async () => {
		// A database that is away is told elsewhere; the last counts stay.
		latest = await count(database).catch(() => latest);
	};
	void read();
	const timer = setInterval(read, countEvery);
	return { latest: () => latest, close: () => clearInterval(timer) };
}
