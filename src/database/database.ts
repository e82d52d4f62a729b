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
