import type { Queries } from '../../database/database.ts';
import { inDoubt, waiting } from './outbox.ts';

/** How the mail is that has not arrived for certain. */
export interface OutboxCounts {
	/** Not given to a mail server yet. */
	waiting: number;
	/** Of those, the ones that were refused before. */
	failing: number;
	givenUp: number;
	/** May or may not have arrived, and nobody has sent it again since. */
	unknown: number;
	/** When the oldest that waits was asked for, in milliseconds; null where none waits. */
	oldest: number | null;
}

type Row = Record<keyof OutboxCounts, number | string | null>;

/**
 * Each from an index of its own, however much mail was ever sent. Mail with lost keys that was asked for after `before` is
 * left out.
 */
export async function countOutbox(queries: Queries, before = Number.MAX_SAFE_INTEGER): Promise<OutboxCounts> {
	const counted = "(occasion <> 'lost' OR queued <= $1)";
	const [row] = await queries.rows<Row>(
		`SELECT count(*) AS waiting, count(problem) AS failing, min(queued) AS oldest,
			(SELECT count(*) FROM outbox WHERE given_up IS NOT NULL AND ${counted}) AS "givenUp",
			(SELECT count(*) FROM outbox
				WHERE handed_over IS NOT NULL AND sent IS NULL AND ${counted} AND ${inDoubt}) AS unknown
			FROM outbox WHERE ${waiting} AND ${counted}`,
		[before],
	);
	return {
		waiting: Number(row?.waiting),
		failing: Number(row?.failing),
		givenUp: Number(row?.givenUp),
		unknown: Number(row?.unknown),
		oldest: row?.oldest == null ? null : Number(row.oldest),
	};
}

/**
 * Anybody may ask for the keys of any address, and a count that rises right after would tell who reads the metrics that
 * it is a customer's: such mail counts only when it should have left long ago.
 */
const lostKeysAfter = 600_000;

/** The same for metrics. */
export function countToldOutbox(queries: Queries): Promise<OutboxCounts> {
	return countOutbox(queries, Date.now() - lostKeysAfter);
}
