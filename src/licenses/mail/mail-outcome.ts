import type { Database } from '../../database/database.ts';
import type { Occasion } from './mail.ts';
import { type Claimed, lease, pauses } from './outbox.ts';

/*
 * What became of a mail that a node took. All of this is for its owner alone: after another node took the
 * mail, nothing here has an effect. A mail that was handed over keeps its owner, who may still learn the truth.
 */

/** To be called before a message leaves. False: the mail is not this node's any more, and must not leave. */
export async function markHandedOver(database: Database, mail: Claimed, owner: string): Promise<boolean> {
	const now = await database.now();
	const text = `UPDATE outbox SET handed_over = $1, lease_until = $2
		WHERE id = $3 AND lease_owner = $4 AND sent IS NULL RETURNING id`;
	return (await database.rows(text, [now, now + lease, mail.id, owner])).length === 1;
}

/** The answer to a message may take longer than a lease. */
export async function renewLease(database: Database, mail: Claimed, owner: string): Promise<void> {
	const text =
		'UPDATE outbox SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND unknown_since IS NULL';
	await database.rows(text, [(await database.now()) + lease, mail.id, owner]);
}

export async function markSent(database: Database, mail: Claimed, owner: string): Promise<void> {
	const text = `UPDATE outbox SET sent = $1, unknown_since = NULL, lease_owner = NULL, lease_until = 0, problem = NULL
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
	const text = `UPDATE outbox SET due = $1, given_up = $2, problem = $3, handed_over = NULL, unknown_since = NULL,
			lease_owner = NULL, lease_until = 0
		WHERE id = $4 AND lease_owner = $5`;
	await database.rows(text, [now + (pause ?? 0), pause === null ? now : null, problem, mail.id, owner]);
	return pause;
}

/** There is nothing to send any more. */
export async function dropMail(database: Database, mail: Claimed, owner: string): Promise<void> {
	await database.rows('DELETE FROM outbox WHERE id = $1 AND lease_owner = $2', [mail.id, owner]);
}

/** Leaves a mail to a person, because it may have been accepted. False if that is on record already. */
export async function markUnknown(
	database: Database,
	mail: Claimed,
	owner: string,
	problem: string,
): Promise<boolean> {
	const text = `UPDATE outbox SET unknown_since = $1, problem = $2, lease_until = 0
		WHERE id = $3 AND lease_owner = $4 AND unknown_since IS NULL RETURNING id`;
	return (await database.rows(text, [await database.now(), problem, mail.id, owner])).length === 1;
}

/** Why the state of a mail is unknown whose node ended, or lost the database, while it handed the mail over. */
export const vanished = 'the node that sent it stopped before the mail server answered';

/** Marks the mail of nodes that vanished while they handed it over. Returns the public ids of its licenses. */
export async function markVanished(database: Database): Promise<{ id: string; occasion: Occasion }[]> {
	const now = await database.now();
	return database.rows<{ id: string; occasion: Occasion }>(
		`UPDATE outbox SET unknown_since = $1, problem = $2, lease_until = 0
			WHERE handed_over IS NOT NULL AND sent IS NULL AND given_up IS NULL AND unknown_since IS NULL
				AND (lease_until <= $1 OR lease_until > $3)
			RETURNING (SELECT id FROM licenses WHERE number = outbox.license) AS id, occasion`,
		[now, vanished, now + 2 * lease],
	);
}
