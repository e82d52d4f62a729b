import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import type { License } from '../license.ts';
import { dropWaitingMail } from '../mail/outbox.ts';
import type { Registry } from '../registry.ts';

/** Ends a license on every node. Mail that still waits would bring a key that does not work: it is dropped. */
export async function revokeLicense(registry: Registry, license: License): Promise<License> {
	const revoked = new Date().toISOString();
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = $1, revoked_by = NULL, change = $2 WHERE number = $3';
		await queries.rows(text, [revoked, change, license.number]);
		await dropWaitingMail(queries, license.number);
		await writeAudit(queries, registry.actor, [
			{ what: 'revoke', license: license.id, order: license.order },
		]);
	});
	return { ...license, revoked };
}

/** Takes a revocation back: the same key works again. */
export async function restoreLicense(registry: Registry, license: License): Promise<License> {
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = NULL, revoked_by = NULL, change = $1 WHERE number = $2';
		await queries.rows(text, [change, license.number]);
		await writeAudit(queries, registry.actor, [
			{ what: 'restore', license: license.id, order: license.order },
		]);
	});
	return { ...license, revoked: null };
}
