import type { Queries } from '../../database/database.ts';

/**
 * What a watch notes beside its rounds: when it was first started, the version of the data that was judged last, names
 * of enforcement files that it wrote, and how the last heartbeat went.
 */
export type NoteName = 'since' | 'data' | 'heartbeat' | `files:${string}`;

export async function readNote(queries: Queries, name: NoteName): Promise<string | null> {
	const [row] = await queries.rows<{ value: string }>('SELECT value FROM watch_notes WHERE name = $1', [
		name,
	]);
	return row?.value ?? null;
}

export async function writeNote(queries: Queries, name: NoteName, value: string): Promise<void> {
	await queries.rows(
		`INSERT INTO watch_notes (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
		[name, value],
	);
}

/** When the watch was first started, in milliseconds. The first call notes it. */
export async function firstStart(queries: Queries, now: number): Promise<number> {
	await queries.rows(
		"INSERT INTO watch_notes (name, value) VALUES ('since', $1) ON CONFLICT (name) DO NOTHING",
		[String(now)],
	);
	// A clock that was ahead at the first start would hide every release until then.
	return Math.min(Number(await readNote(queries, 'since')), now);
}
