import type { Database, Queries } from '../../database/database.ts';

/** The steps of a round in order. A round records the step that it does next. */
export const steps = ['pull', 'remember', 'judge', 'write', 'tell', 'beat', 'done'] as const;
export type Step = (typeof steps)[number];

/**
 * Why a round is made: the inventories are due, the data has news, a day passed without one, or somebody asked for it.
 * Only `due` and `asked` pull.
 */
export type Cause = 'due' | 'asked' | 'news' | 'day';

/** What a round counted, for status and metrics. */
export interface RoundCounts {
	readonly macs: number;
	/** Null without a policy. */
	readonly missesPolicy: number | null;
	/** Null without a framework. */
	readonly verdicts: { readonly pass: number; readonly fail: number; readonly unknown: number } | null;
	readonly notInInventory: number | null;
}

export interface RoundRecord {
	readonly number: number;
	readonly cause: Cause;
	readonly started: number;
	readonly step: Step;
	/** Whether every inventory was whole and in time; null before it was judged. */
	readonly whole: boolean | null;
	readonly counts: RoundCounts | null;
	readonly ended: number | null;
}

interface Row {
	number: number;
	cause: Cause;
	started: number | string;
	step: Step;
	whole: number | null;
	counts: string | null;
	ended: number | string | null;
}

const columns = 'number, cause, started, step, whole, counts, ended';

function recordOf({ number, cause, started, step, whole, counts, ended }: Row): RoundRecord {
	return {
		number: Number(number),
		cause,
		started: Number(started),
		step,
		whole: whole === null ? null : Number(whole) === 1,
		counts: counts === null ? null : (JSON.parse(counts) as RoundCounts),
		ended: ended === null ? null : Number(ended),
	};
}

async function first(queries: Queries, condition: string): Promise<RoundRecord | null> {
	const text = `SELECT ${columns} FROM watch_rounds ${condition} ORDER BY number DESC LIMIT 1`;
	const [row] = await queries.rows<Row>(text);
	return row ? recordOf(row) : null;
}

/** The latest rounds, the newest first. */
export async function latestRounds(queries: Queries, most: number): Promise<RoundRecord[]> {
	const text = `SELECT ${columns} FROM watch_rounds ORDER BY number DESC LIMIT $1`;
	return (await queries.rows<Row>(text, [most])).map(recordOf);
}

/** The round that a crash interrupted. */
export function unfinishedRound(queries: Queries): Promise<RoundRecord | null> {
	return first(queries, 'WHERE ended IS NULL');
}

export function lastRound(queries: Queries): Promise<RoundRecord | null> {
	return first(queries, '');
}

/** The last round that pulled. */
export function lastPull(queries: Queries): Promise<RoundRecord | null> {
	return first(queries, "WHERE cause IN ('due', 'asked')");
}

export function lastWholeRound(queries: Queries): Promise<RoundRecord | null> {
	return first(queries, 'WHERE whole = 1 AND ended IS NOT NULL');
}

/** Rounds beyond these are forgotten when another one begins. */
const mostRounds = 1000;

export async function beginRound(
	database: Database,
	{ cause, step, now }: { cause: Cause; step: Step; now: number },
): Promise<RoundRecord> {
	return database.transaction(async (queries) => {
		const number = ((await lastRound(queries))?.number ?? 0) + 1;
		await queries.rows('INSERT INTO watch_rounds (number, cause, started, step) VALUES ($1, $2, $3, $4)', [
			number,
			cause,
			now,
			step,
		]);
		await queries.rows(
			'DELETE FROM watch_rounds WHERE number <= $1 AND number < (SELECT max(number) FROM watch_rounds WHERE whole = 1)',
			[number - mostRounds],
		);
		return { number, cause, started: now, step, whole: null, counts: null, ended: null };
	});
}

/** Records that a round reached a step. */
export async function reachStep(queries: Queries, { number }: RoundRecord, step: Step): Promise<void> {
	await queries.rows('UPDATE watch_rounds SET step = $1 WHERE number = $2', [step, number]);
}

export async function noteJudged(
	queries: Queries,
	{ number }: RoundRecord,
	{ whole, counts }: { whole: boolean; counts: RoundCounts },
): Promise<void> {
	await queries.rows("UPDATE watch_rounds SET step = 'write', whole = $1, counts = $2 WHERE number = $3", [
		whole ? 1 : 0,
		JSON.stringify(counts),
		number,
	]);
}

export async function endRound(
	queries: Queries,
	{ number }: RoundRecord,
	{ now, whole }: { now: number; whole: boolean },
): Promise<void> {
	await queries.rows("UPDATE watch_rounds SET step = 'done', ended = $1, whole = $2 WHERE number = $3", [
		now,
		whole ? 1 : 0,
		number,
	]);
}

export async function countRounds(queries: Queries): Promise<number> {
	// Old rounds are forgotten: the number of the last one is how many there were.
	return (await first(queries, 'WHERE ended IS NOT NULL'))?.number ?? 0;
}
