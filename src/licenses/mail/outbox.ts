import { randomUUID } from 'node:crypto';
import { type Database, placeholders, type Queries, type Value } from '../../database/database.ts';
import type { Occasion } from './mail.ts';

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
/**
 * For so long a mail belongs to the node that took it, unless renewed: far longer than it takes to reach a mail
 * server. If that node dies before it hands the mail over, another one takes it afterwards.
 */
export const lease = 3 * minute;
/** A mail that somebody may still deliver without doubt. */
export const waiting = 'sent IS NULL AND given_up IS NULL AND handed_over IS NULL';

/** Mail that may or may not have arrived, and that nobody has sent again since. */
export const inDoubt = `unknown_since IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM outbox AS later WHERE later.license = outbox.license AND later.queued > outbox.queued)`;

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

/** A mail with all keys of an address stays: it is written when it leaves, from those that still work. */
export async function dropWaitingMail(queries: Queries, license: number): Promise<void> {
	await queries.rows(`DELETE FROM outbox WHERE license = $1 AND occasion <> 'lost' AND ${waiting}`, [
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
	const free = `${waiting}
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

export interface MailRecord {
	id: string;
	occasion: Occasion;
	queued: number;
	due: number;
	attempts: number;
	sent: number | null;
	givenUp: number | null;
	/** When the message began to leave for a mail server; null again after a refusal. */
	handedOver: number | null;
	/** Since when it is known that nobody knows whether it was accepted. */
	unknownSince: number | null;
	problem: string | null;
}

/** All mail of a license, oldest first. */
export async function mailOf(queries: Queries, license: number): Promise<MailRecord[]> {
	const text = `SELECT id, occasion, queued, due, attempts, sent, given_up AS "givenUp",
			handed_over AS "handedOver", unknown_since AS "unknownSince", problem
		FROM outbox WHERE license = $1 ORDER BY queued, id`;
	const rows = await queries.rows<MailRecord>(text, [license]);
	const moment = (value: number | null) => (value === null ? null : Number(value));
	return rows.map((row) => ({
		...row,
		queued: Number(row.queued),
		due: Number(row.due),
		sent: moment(row.sent),
		givenUp: moment(row.givenUp),
		handedOver: moment(row.handedOver),
		unknownSince: moment(row.unknownSince),
	}));
}
