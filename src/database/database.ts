/** What a statement takes in place of its `$1`, `$2`, ... Times travel as milliseconds, days as text. */
export type Value = string | number | Uint8Array | null;

/** Statements in the SQL that SQLite and PostgreSQL share. Everything they throw is a Failure. */
export interface Queries {
	rows<T>(text: string, values?: readonly Value[]): Promise<T[]>;
	/** Rows as arrays, for the bulk reads where an object per row costs too much. */
	tuples<T extends unknown[]>(text: string, values?: readonly Value[]): Promise<T[]>;
}

export interface Database extends Queries {
	readonly kind: 'sqlite' | 'postgres';
	/** Where the data lies, in words that may be shown: a file, or a host without its credentials. */
	readonly place: string;
	/** Runs the work in one writing transaction. Nothing else of this process takes part in it. */
	transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
	/** Another one as soon as anybody has written, as far as that can be told without asking; null where it cannot. */
	mark(): string | null;
	/** Milliseconds by the clock that all nodes share: leases are measured with it. */
	now(): Promise<number>;
	/** Calls back soon after another node announced a change; null where only polling can tell. */
	listen(changed: () => void): Promise<Listening | null>;
	/** Reads the whole file for structural damage; free of charge where the server does that itself. */
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

/** Milliseconds after which it is looked in any case: for what becomes due, and for a file system that keeps no times. */
const longestRest = 5_000;

/**
 * Whether a look into the database could find anything new, for those who look several times a second. A look takes locks
 * and half a millisecond of a core that was asleep; the mark of a file takes twenty microseconds. Asked right before the
 * look: what is written after that is found by the next one. Two writes in the same tick of the clock may leave the same
 * mark, one before the look and one after it: so a change is looked for twice.
 */
export function watchForChanges(
	{ mark }: Pick<Database, 'mark'>,
	now: () => number = () => performance.now(),
	rest = longestRest,
): () => boolean {
	let known: string | null = null;
	let looked = Number.NEGATIVE_INFINITY;
	let again = false;
	return () => {
		const [found, time] = [mark(), now()];
		const isNew = found === null || found !== known;
		if (!isNew && !again && time - looked < rest) return false;
		again = isNew;
		known = found;
		looked = time;
		return true;
	};
}

/**
 * The same queries, which call `late` as soon as an answer takes longer than it should. The answer is waited for
 * all the same: a server that froze for a while goes on where it was.
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
