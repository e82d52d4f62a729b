import type { Queries } from './database.ts';

/** Runs the work between `begin` and COMMIT on one connection; anything thrown takes everything back. */
export async function transact<T>(
	queries: Queries,
	begin: 'BEGIN' | 'BEGIN IMMEDIATE',
	work: (queries: Queries) => Promise<T>,
): Promise<T> {
	await queries.rows(begin);
	try {
		const result = await work(queries);
		await queries.rows('COMMIT');
		return result;
	} catch (thrown) {
		// The server may have rolled back already; the first error is the one worth telling.
		await queries.rows('ROLLBACK').catch(() => {});
		throw thrown;
	}
}
