import type { Database, Queries, Value } from '../src/database/database.ts';

/**
 * Kills the process right before the n-th statement within a transaction, or right after a commit. The process
 * survives if there are fewer.
 */
export function mortalDatabase(database: Database, at: number): Database {
	let statements = 0;
	const die = () => {
		if (++statements === at) process.kill(process.pid, 'SIGKILL');
	};
	const mortal = (queries: Queries): Queries => ({
		rows: <T>(text: string, values?: readonly Value[]) => {
			die();
			return queries.rows<T>(text, values);
		},
		tuples: <T extends unknown[]>(text: string, values?: readonly Value[]) => {
			die();
			return queries.tuples<T>(text, values);
		},
	});
	return {
		kind: database.kind,
		place: database.place,
		mark: () => database.mark(),
		rows: (text, values) => database.rows(text, values),
		tuples: (text, values) => database.tuples(text, values),
		async transaction(work) {
			const result = await database.transaction((queries) => work(mortal(queries)));
			die();
			return result;
		},
		now: () => database.now(),
		listen: (changed) => database.listen(changed),
		inspect: () => database.inspect(),
		close: () => database.close(),
	};
}
