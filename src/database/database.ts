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
	/** Runs the work in one writing transaction. Nothing else of this process takes part in it. */
	transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/** Differs after anybody wrote, without asking the database. Null if that cannot be told. */
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
 * Look after so many milliseconds in any case: for work that becomes due, and for file systems without modification
 * times.
 */
const longestRest = 5_000;

/**
 * Returns a function that says whether a look into the database could find anything new, for loops that look several
 * times a second. A look takes locks and half a millisecond of an idle core; the mark of a file takes twenty
 * microseconds. Ask right before the look: the next look finds later writes. Two writes in the same tick of the clock
 * may leave the same mark, one before the look and one after it, so each change is looked for twice.
 */
export function watchForChanges(
	{ mark }: Pick<Database, 'mark'>,
	now: () => number = () => performance.now(),
	rest = longestRest,
): () => boolean {
	let lastMark: string | null = null;
	let looked = Number.NEGATIVE_INFINITY;
	let again = false;
	return () => {
		const [currentMark, time] = [mark(), now()];
		const isNew = currentMark === null || currentMark !== lastMark;
		if (!isNew && !again && time - looked < rest) return false;
		again = isNew;
		lastMark = currentMark;
		looked = time;
		return true;
	};
}

/**
 * The same queries, which call `late` once an answer takes too long. They still wait for the answer: a server that
 * froze for a while continues where it was.
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
