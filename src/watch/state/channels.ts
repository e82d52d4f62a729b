import type { Queries } from '../../database/database.ts';

/** A channel that did not exist when a message was sent to it. */
export interface ChannelRecord {
	readonly name: string;
	/** A digest of its entry at that time. */
	readonly entry: string;
	/** Since when it answers 404. */
	readonly missingSince: number | null;
	readonly paused: number | null;
	readonly problem: string | null;
}

type Row = Pick<ChannelRecord, 'name' | 'entry' | 'problem'> & {
	missing_since: number | string | null;
	paused: number | string | null;
};

const moment = (value: number | string | null) => (value === null ? null : Number(value));

export async function readChannelRecords(queries: Queries): Promise<Map<string, ChannelRecord>> {
	const rows = await queries.rows<Row>(
		'SELECT name, entry, missing_since, paused, problem FROM watch_channels',
	);
	return new Map(
		rows.map(({ name, entry, missing_since, paused, problem }) => [
			name,
			{ name, entry, missingSince: moment(missing_since), paused: moment(paused), problem },
		]),
	);
}

export async function writeChannelRecord(queries: Queries, record: ChannelRecord): Promise<void> {
	const { name, entry, missingSince, paused, problem } = record;
	await queries.rows(
		`INSERT INTO watch_channels (name, entry, missing_since, paused, problem) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (name) DO UPDATE SET entry = excluded.entry, missing_since = excluded.missing_since,
				paused = excluded.paused, problem = excluded.problem`,
		[name, entry, missingSince, paused, problem],
	);
}

export async function removeChannelRecord(queries: Queries, name: string): Promise<void> {
	await queries.rows('DELETE FROM watch_channels WHERE name = $1', [name]);
}
