import { randomUUID } from 'node:crypto';
import type { Database, Queries, Value } from '../database/database.ts';
import { placeholders } from '../database/placeholders.ts';
import { longestAttempt } from './delivery.ts';

/** Why a mail is sent. */
export type Occasion = 'issued' | 'resent';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** The pauses after the first, second, ... failed attempt. After the last one a mail is given up. */
export const pauses = [
	10 * second,
	minute,
	5 * minute,
	30 * minute,
	2 * hour,
	6 * hour,
	12 * hour,
	24 * hour,
	24 * hour,
];
const longestPause = Math.max(...pauses);
/** For so long a mail belongs to the node that took it. If that node dies, another one takes it afterwards. */
const lease = 3 * longestAttempt;

/** A mail that this node, and no other, may deliver now. */
export interface Claimed {
	id: string;
	license: number;
	occasion: Occasion;
	queued: number;
	attempts: number;
}

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

/**
 * Takes mails that are due and that one of the sealing keys at hand can open. A due time or a lease much
 * further ahead than any we set comes from a clock that was wrong, and counts as past.
 */
export async function claimMail(
	database: Database,
	owner: string,
	sealKeys: readonly string[],
	most: number,
): Promise<Claimed[]> {
	const now = await database.now();
	const free = `sent IS NULL AND given_up IS NULL
		AND (due <= $3 OR due > $4) AND (lease_until <= $3 OR lease_until > $5)`;
	const keys = sealKeys.map((_, index) => `$${index + 6}`).join(', ');
	// The condition stands twice: PostgreSQL checks the outer one again after waiting for another node.
	const rows = await database.rows<Claimed>(
		`UPDATE outbox SET lease_owner = $1, lease_until = $2, attempts = attempts + 1
			WHERE ${free} AND id IN (
				SELECT id FROM outbox WHERE ${free}
					AND EXISTS (SELECT 1 FROM licenses WHERE number = outbox.license AND seal_key IN (${keys}))
				ORDER BY due LIMIT ${most})
			RETURNING id, license, occasion, queued, attempts`,
		[owner, now + lease, now, now + 2 * longestPause, now + 2 * lease, ...sealKeys],
	);
	return rows.map((row) => ({ ...row, queued: Number(row.queued) }));
}

export async function markSent(database: Database, mail: Claimed, owner: string): Promise<void> {
	const text = `UPDATE outbox SET sent = $1, lease_owner = NULL, lease_until = 0, problem = NULL
		WHERE id = $2 AND lease_owner = $3`;
	await database.rows(text, [await database.now(), mail.id, owner]);
}

/** Puts a mail back for a later attempt, or gives it up. Returns the pause, or null when it was given up. */
export async function markFailed(
	database: Database,
	mail: Claimed,
	owner: string,
	problem: string,
): Promise<number | null> {
	const now = await database.now();
	const pause = pauses[mail.attempts - 1] ?? null;
	const text = `UPDATE outbox SET due = $1, given_up = $2, problem = $3, lease_owner = NULL, lease_until = 0
		WHERE id = $4 AND lease_owner = $5`;
	await database.rows(text, [now + (pause ?? 0), pause === null ? now : null, problem, mail.id, owner]);
	return pause;
}

export interface MailRecord {
	id: string;
	occasion: Occasion;
	queued: number;
	due: number;
	attempts: number;
	sent: number | null;
	givenUp: number | null;
	problem: string | null;
}

/** All mail of a license, oldest first. */
export async function mailOf(queries: Queries, license: number): Promise<MailRecord[]> {
	const text = `SELECT id, occasion, queued, due, attempts, sent, given_up AS "givenUp", problem
		FROM outbox WHERE license = $1 ORDER BY queued, id`;
	const rows = await queries.rows<MailRecord>(text, [license]);
	const moment = (value: number | null) => (value === null ? null : Number(value));
	return rows.map((row) => ({
		...row,
		queued: Number(row.queued),
		due: Number(row.due),
		sent: moment(row.sent),
		givenUp: moment(row.givenUp),
	}));
}
