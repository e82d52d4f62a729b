import type { Database } from '../database/database.ts';

/** A node that dies gives the feeds up after this long. One request may take less, and renews it. */
export const leaseTime = 60_000;

/**
 * Takes or renews the right to ask the feeds. One node has it at a time, by the clock they share. A lease much
 * further ahead than any we set comes from a clock that was wrong, and counts as past.
 */
export async function takeLease(database: Database, owner: string): Promise<boolean> {
	const now = await database.now();
	const rows = await database.rows(
		`UPDATE learning SET lease_owner = $1, lease_until = $2
			WHERE lease_owner IS NULL OR lease_owner = $1 OR lease_until < $3 OR lease_until > $4
			RETURNING single`,
		[owner, now + leaseTime, now, now + 2 * leaseTime],
	);
	return rows.length > 0;
}

export async function releaseLease(database: Database, owner: string): Promise<void> {
	await database.rows('UPDATE learning SET lease_owner = NULL, lease_until = 0 WHERE lease_owner = $1', [
		owner,
	]);
}
