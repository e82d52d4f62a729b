import type { Queries } from '../../database/database.ts';

/** What is remembered of an import, so that one that was interrupted goes on and none is done twice. */
export interface ImportRecord {
	/** The digest of its text. */
	readonly file: string;
	/** Counts up from 1, for a file that is imported again. */
	readonly time: number;
	/** How many licenses the file has, and how many of them were added so far, in their order. */
	readonly licenses: number;
	readonly taken: number;
	/** 1 where a mail is queued for each. */
	readonly mail: number;
	readonly begun: string;
	/** When the last one was added, or null. */
	readonly done: string | null;
}

const columns = 'file, time, licenses, taken, mail, begun, done';

/** The latest import of a file. */
export async function latestImport(queries: Queries, file: string): Promise<ImportRecord | null> {
	const text = `SELECT ${columns} FROM imports WHERE file = $1 ORDER BY time DESC LIMIT 1`;
	return (await queries.rows<ImportRecord>(text, [file]))[0] ?? null;
}

/** Those that are not done, the latest first. */
export function openImports(queries: Queries): Promise<ImportRecord[]> {
	return queries.rows(`SELECT ${columns} FROM imports WHERE done IS NULL ORDER BY begun DESC LIMIT 10`);
}

/** Within the transaction that adds the licenses it speaks of. */
export async function writeImport(queries: Queries, record: ImportRecord): Promise<void> {
	const { file, time, licenses, taken, mail, begun, done } = record;
	await queries.rows(
		`INSERT INTO imports (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (file, time) DO UPDATE SET taken = excluded.taken, done = excluded.done`,
		[file, time, licenses, taken, mail, begun, done],
	);
}
