import type { Queries } from '../../database/database.ts';

/**
 * What a watch notes beside its rounds: when it was first started, the version of the data that was judged last, what it intends, names
 * of enforcement files that it wrote, how the last heartbeat went, the first month whose evidence waits for a whole
 * inventory, and what `inventories.ts` records of each inventory.
 */
export type NoteName =
	| 'since'
	| 'data'
	| 'heartbeat'
	| 'evidence-waits'
	| 'plan'
	| `files:${string}`
	/** When a person settled what a channel did not deliver, and when a test message was accepted last. */
	| `${'settled' | 'tested'}:${string}`
	| `${'inventory' | 'macs' | 'macs-now' | 'unreadable'}:${string}`;

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

/** The moments that notes of one start have, by the rest of their names. */
export async function readMoments(
	queries: Queries,
	start: 'settled' | 'tested',
): Promise<ReadonlyMap<string, number>> {
	const rows = await queries.rows<{ name: string; value: string }>(
		'SELECT name, value FROM watch_notes WHERE name LIKE $1',
		[`${start}:%`],
	);
	return new Map(rows.map(({ name, value }) => [name.slice(start.length + 1), Number(value)]));
}

export async function dropNote(queries: Queries, name: NoteName): Promise<void> {
	await queries.rows('DELETE FROM watch_notes WHERE name = $1', [name]);
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
