/** A value for `$1`, `$2`, ... of a statement. Times are milliseconds, days are text. */
export type Value = string | number | Uint8Array | null;

/** Statements in the SQL that SQLite and PostgreSQL share. Everything they throw is a Failure. */
export interface Queries {
	rows<T>(text: string, values?: readonly Value[]): Promise<T[]>;
	/** Rows as arrays, for bulk reads: an object per row costs too much there. */
	tuples<T extends unknown[]>(text: string, values?: readonly Value[]): Promise<T[]>;
}

export interface Database extends Queries {
	readonly kind: 'sqlite' | 'postgres';
	/** The file, or the host without its credentials: safe to print. */
	readonly place: string;
	/** Runs the work in one write transaction. Other statements of this process stay outside of it. */
	transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/** A value that changes after every write, read without a query. Null if the database has no such value. */
	mark(): string | null;
	/** Milliseconds by the clock that all nodes share: leases are measured with it. */
	now(): Promise<number>;
	/**
	 * Calls back soon after another node announced a change; null if the database cannot announce changes and must be
	 * polled.
	 */
	listen(changed: () => void): Promise<Listening | null>;
	/** Reads the whole file for structural damage. Does nothing for PostgreSQL, which checks itself. */
	inspect(): Promise<void>;
	close(): Promise<void>;
}

export interface Listening {
	stop(): Promise<void>;
}

/** The channel on which a writer announces its change. Only PostgreSQL has one. */
export const changeChannel = 'pointrelease_changes';

/** `($1, $2), ($3, $4)` for two rows of two; the suffix goes into every row. */
export function placeholders(rows: number, columns: number, suffix = ''): string {
	return Array.from({ length: rows }, (_, row) => {
		const names = Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`);
		return `(${names.join(', ')}${suffix})`;
	}).join(', ');
}

/**
 * Query at least this often (milliseconds): work becomes due without a write, and some file systems have no
 * modification times.
 */
const longestRest = 5_000;

/**
 * Returns a function that says whether a query could find anything new, for loops that poll several times a second. A
 * query takes locks and half a millisecond of an idle core; the mark of a file takes twenty microseconds. Call the
 * function right before the query: the next query finds later writes. Two writes in the same tick of the clock may leave
 * the same mark, one before the query and one after it, so the function returns true twice for each change.
 */
export function watchForChanges(
	{ mark }: Pick<Database, 'mark'>,
	now: () => number = () => performance.now(),
	pause = longestRest,
): () => boolean {
	let lastMark: string | null = null;
	let lastQuery = Number.NEGATIVE_INFINITY;
	let again = false;
	return () => {
		const [currentMark, time] = [mark(), now()];
		const isNew = currentMark === null || currentMark !== lastMark;
		if (!isNew && !again && time - lastQuery < pause) return false;
		again = isNew;
		lastMark = currentMark;
		lastQuery = time;
		return true;
	};
}

/**
 * The same queries, but `late` is called if an answer takes longer than this. The query still waits for its answer: a
 * server that froze for a while continues where it was.
 */
export function withAlarm(queries: Queries, milliseconds: number, late: () => void): Queries {
	const watched = async <T>(answer: Promise<T>): Promise<T> => {
		const timer = setTimeout(late, milliseconds);
		try {
			return await answer;
		} finally {
			clearTimeout(timer);
		}
	};
	return {
		rows: (text, values) => watched(queries.rows(text, values)),
		tuples: (text, values) => watched(queries.tuples(text, values)),
	};
}

/** Runs the work between `begin` and COMMIT on one connection, and rolls back if it throws. */
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
		// The server may have rolled back already. Report the first error, not a failed ROLLBACK.
		await queries.rows('ROLLBACK').catch(() => {});
		throw thrown;
	}
}
