import type { Database, Queries } from '../../database/database.ts';
import { yieldTurn } from '../../process/yield-turn.ts';

/** Counts of one day that are added in one transaction. Retries have the same number. */
export interface Batch {
	readonly number: number;
	readonly day: string;
	/** In ascending order. */
	readonly licenses: Uint32Array;
	/** The requests of the license at the same position. */
	readonly requests: Uint32Array;
}

/** More rows are split, because the embedded database blocks while it writes: 5,000 take some 20 ms. */
const rowsPerStatement = 5_000;

/** Adds a batch to the table. Call this in a transaction. */
export async function addBatch(
	queries: Queries,
	kind: Database['kind'],
	{ day, licenses, requests }: Batch,
): Promise<void> {
	// One writer at a time: two that add to the same rows could deadlock. SQLite has one writer anyway.
	if (kind === 'postgres') await queries.rows('SELECT pg_advisory_xact_lock($1)::text', [advisoryLock]);
	for (let start = 0; start < licenses.length; start += rowsPerStatement) {
		if (start > 0) await yieldTurn();
		const pairs = Array.from(
			licenses.subarray(start, start + rowsPerStatement),
			(license, at) => `"${license}":${requests[start + at]}`,
		);
		// A single JSON text instead of a value for each number halves the cost of writing.
		await queries.rows(
			`INSERT INTO usage (license, day, requests)
				SELECT CAST(key AS INTEGER), $1, CAST(CAST(value AS TEXT) AS BIGINT) FROM ${eachPair[kind]} WHERE true
				ON CONFLICT (day, license) DO UPDATE SET requests = usage.requests + excluded.requests`,
			[day, `{${pairs.join()}}`],
		);
	}
}

/** Any fixed number that no other program in the same database is likely to use. */
const advisoryLock = 706_573_122;

/** Cast to text for PostgreSQL: as JSON, Bun would send a string in quotes. */
const eachPair = {
	sqlite: 'json_each($2)',
	postgres: 'json_each(CAST(CAST($2 AS TEXT) AS JSON))',
} as const;

interface UsageTotal {
	id: string;
	email: string;
	requests: number;
	/** Days with at least one request. */
	days: number;
	lastDay: string;
}

/** Requests per license since a day, the busiest first. */
export async function usageTotals(queries: Queries, since: string, most: number): Promise<UsageTotal[]> {
	const text = `SELECT licenses.id AS id, licenses.email AS email, totals.requests AS requests,
			totals.days AS days, totals.last_day AS "lastDay"
		FROM (SELECT license, sum(requests) AS requests, count(*) AS days, max(day) AS last_day
			FROM usage WHERE day >= $1 GROUP BY license) AS totals
		JOIN licenses ON licenses.number = totals.license
		ORDER BY totals.requests DESC, licenses.number LIMIT $2`;
	const rows = await queries.rows<UsageTotal>(text, [since, most]);
	return rows.map((row) => ({ ...row, requests: Number(row.requests), days: Number(row.days) }));
}

/** Requests of one license per day since a day; days without any are missing. */
export async function usageByDay(
	queries: Queries,
	license: number,
	since: string,
): Promise<Map<string, number>> {
	// One index lookup per day; a range of days would read the rows of all licenses.
	const text = `WITH RECURSIVE days (day) AS (
			SELECT min(day) FROM usage WHERE day >= $2
			UNION ALL SELECT (SELECT min(day) FROM usage WHERE usage.day > days.day) FROM days WHERE day IS NOT NULL)
		SELECT usage.day AS day, requests FROM days JOIN usage ON usage.day = days.day AND license = $1 ORDER BY 1`;
	const rows = await queries.rows<{ day: string; requests: number }>(text, [license, since]);
	return new Map(rows.map(({ day, requests }) => [day, Number(requests)]));
}
