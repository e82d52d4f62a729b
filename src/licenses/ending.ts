import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../database/database.ts';
import { licenseSelection } from '../database/license-columns.ts';
import { forgottenEmail, type License } from './license.ts';

/** A license whose end matters to its customer: not revoked, not replaced, and not of a test payment. */
export const concerns = `expires IS NOT NULL AND revoked IS NULL AND email <> '${forgottenEmail}'
	AND NOT EXISTS (SELECT 1 FROM licenses AS next WHERE next.replaces = licenses.id)
	AND NOT EXISTS (SELECT 1 FROM orders WHERE ref = licenses.order_ref AND live = 0)`;

/** The licenses whose last day is from one day to another, both included. */
export function licensesEnding(queries: Queries, from: string, to: string): Promise<License[]> {
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE ${concerns} AND expires >= $1 AND expires <= $2
			ORDER BY expires, number`,
		[from, to],
	);
}

/** The metric counts licenses that end within this many days. */
const soon = 7;

/** How many licenses end within a week, for metrics. */
export async function countEnding(queries: Queries, now = Date.now()): Promise<number> {
	const today = dayTextAt(now);
	const [row] = await queries.tuples<[number | string]>(
		`SELECT count(*) FROM licenses WHERE ${concerns} AND expires >= $1 AND expires <= $2`,
		[today, addDays(today, soon)],
	);
	return Number(row?.[0]);
}
