import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { randomFrom } from '../../../test/seeded-random.ts';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Inserts licenses directly into the database of a state folder that is not in use, and returns their keys. They work
 * like any other, except that their encrypted copies are empty, so they cannot be sent again.
 */
export function fillLicenses(state: string, count: number): string[] {
	const database = new Database(join(state, 'pointrelease.db'));
	const first = (database.query('SELECT licenses FROM ledger').get() as { licenses: number }).licenses + 1;
	const insert = database.prepare(
		`INSERT INTO licenses (number, id, digest, email, mailbox, created, sealed, seal_key, change)
			VALUES (?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z', x'00', 'none', 2)`,
	);
	const random = randomFrom(7);
	const keys: string[] = [];
	database.transaction(() => {
		for (let at = 0; at < count; at++) {
			const key = drawKey(random);
			const email = `buyer${at}@example.com`;
			insert.run(first + at, idOf(at), Bun.SHA256.hash(key) as Uint8Array, email, email);
			keys.push(key);
		}
		database.run('UPDATE ledger SET change = 2, licenses = ?', [first + count - 1]);
	})();
	database.close();
	return keys;
}

function drawKey(random: () => number): string {
	let key = '';
	for (let at = 0; at < 19; at++) key += at % 5 === 4 ? '-' : symbols[Math.floor(random() * symbols.length)]!;
	return key;
}

/** An ID of eight characters that no other license of the database has: real IDs contain no lower case. */
function idOf(at: number): string {
	return `b${at.toString(36).padStart(7, '0')}`;
}
