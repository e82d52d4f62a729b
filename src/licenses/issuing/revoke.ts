import { changeLicenses } from '../ledger.ts';
import type { License } from '../license.ts';
import { dropWaitingMail } from '../mail/outbox.ts';
import type { Registry } from '../registry.ts';

/** Ends a license on every node. Mail that still waits would bring a key that does not work: it is dropped. */
export async function revokeLicense(registry: Registry, license: License): Promise<License> {
	const revoked = new Date().toISOString();
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = $1, change = $2 WHERE number = $3';
		await queries.rows(text, [revoked, change, license.number]);
		await dropWaitingMail(queries, license.number);
	});
	return { ...license, revoked };
}

/** Takes a revocation back: the same key works again. */
export async function restoreLicense(registry: Registry, license: License): Promise<License> {
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = NULL, change = $1 WHERE number = $2';
		await queries.rows(text, [change, license.number]);
	});
	return { ...license, revoked: null };
}
