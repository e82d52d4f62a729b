import type { Database } from '../database/database.ts';
import { type Claimed, lease, pauses, type Subject } from './outbox.ts';

/*
 * Records the outcome of a delivery that was claimed. Only the owner of the claim may: once the delivery is claimed again,
 * nothing here has an effect. A delivery that was handed over keeps its owner, who may still get the answer.
 */

/** Why an attempt failed, and where it went. */
export interface Trouble {
	readonly problem: string;
	readonly place: string;
	/** Milliseconds that the server asks to wait. */
	readonly wait?: number | undefined;
	/** A delivery that could only be tried again after this moment is given up. */
	readonly tryUntil?: number | undefined;
}

/** If a server asks to wait longer, the next attempt still comes after a day. */
const longestWait = 24 * 60 * 60 * 1000;

/** Call this before a message leaves. If it returns false, the delivery was claimed again: do not send it. */
export async function markHandedOver(database: Database, { id, owner }: Claimed): Promise<boolean> {
	const now = await database.now();
	const text = `UPDATE outbox SET handed_over = $1, lease_until = $2
		WHERE id = $3 AND lease_owner = $4 AND sent IS NULL RETURNING id`;
	return (await database.rows(text, [now, now + lease, id, owner])).length === 1;
}

/** Extends the lease of a delivery, because the answer to a message may take longer than one lease. */
export async function renewLease(database: Database, { id, owner }: Claimed): Promise<void> {
	const text =
		'UPDATE outbox SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND unknown_since IS NULL';
	await database.rows(text, [(await database.now()) + lease, id, owner]);
}

export async function markSent(database: Database, { id, owner }: Claimed, place: string): Promise<void> {
	const text = `UPDATE outbox SET sent = $1, unknown_since = NULL, lease_owner = NULL, lease_until = 0,
			problem = NULL, place = $2, address = NULL
		WHERE id = $3 AND lease_owner = $4`;
	await database.rows(text, [await database.now(), place, id, owner]);
}

/** Puts a delivery back for a later attempt, or gives it up. Returns the pause, or null if it was given up. */
export async function markFailed(
	database: Database,
	{ id, owner, attempts }: Claimed,
	{ problem, place, wait = 0, tryUntil = Number.POSITIVE_INFINITY }: Trouble,
): Promise<number | null> {
	const now = await database.now();
	const usual = pauses[attempts - 1];
	const least = usual === undefined ? Number.POSITIVE_INFINITY : Math.max(usual, Math.min(wait, longestWait));
	const pause = Number.isFinite(least) && now + least <= tryUntil ? least : null;
	const text = `UPDATE outbox SET due = $1, given_up = $2, problem = $3, handed_over = NULL, unknown_since = NULL,
			lease_owner = NULL, lease_until = 0, place = $4,
			address = CASE WHEN CAST($2 AS BIGINT) IS NULL THEN address END
		WHERE id = $5 AND lease_owner = $6`;
	await database.rows(text, [now + (pause ?? 0), pause === null ? now : null, problem, place, id, owner]);
	return pause;
}

/** Removes a delivery that has nothing left to send. */
export async function dropDelivery(database: Database, { id, owner }: Claimed): Promise<void> {
	await database.rows('DELETE FROM outbox WHERE id = $1 AND lease_owner = $2', [id, owner]);
}

/** Leaves a delivery to a person, because it may have been accepted. False if that is recorded already. */
export async function markUnknown(
	database: Database,
	{ id, owner }: Claimed,
	{ problem, place }: Trouble,
): Promise<boolean> {
	const text = `UPDATE outbox SET unknown_since = $1, problem = $2, lease_until = 0, place = $3
		WHERE id = $4 AND lease_owner = $5 AND unknown_since IS NULL RETURNING id`;
	return (await database.rows(text, [await database.now(), problem, place, id, owner])).length === 1;
}

/** The problem of a delivery whose node ended, or lost the database, while it handed the message over. */
export const vanished = 'the node that sent it stopped before the server answered';

/** Marks as unknown the deliveries of nodes that stopped during the handover. Returns them. */
export async function markVanished(
	database: Database,
): Promise<{ readonly subject: Subject; readonly occasion: string }[]> {
	const now = await database.now();
	const rows = await database.rows<{ kind: string; id: string; occasion: string }>(
		`UPDATE outbox SET unknown_since = $1, problem = $2, lease_until = 0
			WHERE handed_over IS NOT NULL AND sent IS NULL AND given_up IS NULL AND unknown_since IS NULL
				AND (lease_until <= $1 OR lease_until > $3)
			RETURNING subject_kind AS kind, subject_id AS id, occasion`,
		[now, vanished, now + 2 * lease],
	);
	return rows.map(({ kind, id, occasion }) => ({ subject: { kind, id }, occasion }));
}
