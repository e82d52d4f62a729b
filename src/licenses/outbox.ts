import { randomUUID } from 'node:crypto';
import type { Queries, Value } from '../database/database.ts';
import { placeholders } from '../database/placeholders.ts';

/** Why a mail is sent. */
export type Occasion = 'issued' | 'resent';

/** Queues one mail per license, within the change that is the reason for it. Returns the mails' ids. */
export async function queueMail(
	queries: Queries,
	licenses: readonly number[],
	occasion: Occasion,
	now: number,
): Promise<string[]> {
	const ids: string[] = [];
	for (let start = 0; start < licenses.length; start += 500) {
		const rows = licenses.slice(start, start + 500).map((license): Value[] => {
			const id = randomUUID();
			ids.push(id);
			return [id, license, occasion, now, now];
		});
		await queries.rows(
			`INSERT INTO outbox (id, license, occasion, queued, due, attempts, lease_until)
				VALUES ${placeholders(rows.length, 5, ', 0, 0')}`,
			rows.flat(),
		);
	}
	return ids;
}

export async function dropWaitingMail(queries: Queries, license: number): Promise<void> {
	await queries.rows('DELETE FROM outbox WHERE license = $1 AND sent IS NULL AND given_up IS NULL', [
		license,
	]);
}
