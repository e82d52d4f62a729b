import type { Queries } from '../../database/database.ts';

/** The newest inventory of a source, and how the last attempt to get one went. */
export interface SourceRecord {
	readonly name: string;
	/** The round of the last attempt. */
	readonly round: number;
	readonly tried: number;
	/** When the inventory was taken, in milliseconds; null if there is none yet. */
	readonly taken: number | null;
	readonly file: string | null;
	/** The mark of the newest file of it that the history has; null if it has none. */
	readonly remembered: string | null;
	/** Why the last attempt failed. */
	readonly problem: string | null;
}

type Row = Omit<SourceRecord, 'round' | 'tried' | 'taken'> & {
	round: number | string;
	tried: number | string;
	taken: number | string | null;
};

const columns = 'name, round, tried, taken, file, remembered, problem';

export async function readSources(queries: Queries): Promise<Map<string, SourceRecord>> {
	const rows = await queries.rows<Row>(`SELECT ${columns} FROM watch_sources`);
	return new Map(
		rows.map((row) => [
			row.name,
			{
				...row,
				round: Number(row.round),
				tried: Number(row.tried),
				taken: row.taken === null ? null : Number(row.taken),
			},
		]),
	);
}

export async function writeSource(queries: Queries, source: SourceRecord): Promise<void> {
	const { name, round, tried, taken, file, remembered, problem } = source;
	await queries.rows(
		`INSERT INTO watch_sources (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (name) DO UPDATE SET round = excluded.round, tried = excluded.tried, taken = excluded.taken,
				file = excluded.file, remembered = excluded.remembered, problem = excluded.problem`,
		[name, round, tried, taken, file, remembered, problem],
	);
}
