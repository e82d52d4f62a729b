import type { Database } from '../../database/database.ts';
import { settleUsage } from './usage-store.ts';

export interface UsageTotal {
	id: string;
	email: string;
	requests: number;
	/** Days with at least one request. */
	days: number;
	lastDay: string;
}

/** Requests per license since a day, the busiest first. */
export async function usageTotals(database: Database, since: string, most: number): Promise<UsageTotal[]> {
	await settleUsage(database);
	const text = `SELECT licenses.id AS id, licenses.email AS email, totals.requests AS requests,
			totals.days AS days, totals.last_day AS "lastDay"
		FROM (SELECT license, sum(requests) AS requests, count(*) AS days, max(day) AS last_day
			FROM usage WHERE day >= $1 GROUP BY license) AS totals
		JOIN licenses ON licenses.number = totals.license
		ORDER BY totals.requests DESC, licenses.number LIMIT $2`;
	const rows = await database.rows<UsageTotal>(text, [since, most]);
	return rows.map((row) => ({ ...row, requests: Number(row.requests), days: Number(row.days) }));
}

/** Requests of one license per day since a day; days without any are missing. */
export async function usageByDay(
	database: Database,
	license: number,
	since: string,
): Promise<Map<string, number>> {
	await settleUsage(database);
	// Each day by itself is one step into the index; a range of days would read those of all licenses.
	const text = `WITH RECURSIVE days (day) AS (
			SELECT min(day) FROM usage WHERE day >= $2
			UNION ALL SELECT (SELECT min(day) FROM usage WHERE usage.day > days.day) FROM days WHERE day IS NOT NULL)
		SELECT usage.day AS day, requests FROM days JOIN usage ON usage.day = days.day AND license = $1 ORDER BY 1`;
	const rows = await database.rows<{ day: string; requests: number }>(text, [license, since]);
	return new Map(rows.map(({ day, requests }) => [day, Number(requests)]));
}
