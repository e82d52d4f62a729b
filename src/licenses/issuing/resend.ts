import { Failure } from '../../process/failure.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { type License, statusOf } from '../license.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Registry } from '../registry.ts';
import { forgottenEmail } from './forget.ts';

/** Sends the keys of licenses to the addresses they were issued to, once more. Returns those that are sent. */
export async function resendLicenses(registry: Registry, licenses: readonly License[]): Promise<License[]> {
	const active = licenses.filter((license) => statusOf(license) === 'active');
	if (active.length === 0)
		throw new Failure('not-active', `${licenses[0]!.email} has no active license: nothing to send`);
	if (active.every(({ email }) => email === forgottenEmail))
		throw new Failure(
			'forgotten',
			`the person of ${active[0]!.id} was forgotten: there is no address to send to`,
		);
	const lost = active.filter(({ sealKey }) => registry.sealingKeys.find(sealKey) === null);
	if (lost.length > 0)
		throw new Failure(
			'sealing-key-lost',
			`the key of ${lost[0]!.id} is encrypted with a secret that is not set here (${lost[0]!.sealKey}): it keeps ` +
				'working but cannot be sent again: issue a new license and revoke this one',
		);
	const now = await registry.database.now();
	const numbers = active.map(({ number }) => number);
	await changeLicenses(registry.database, async (queries) => {
		await queueMail(queries, numbers, 'resent', now);
		const subjects = active.map(({ id, order }) => ({ what: 'resend', license: id, order }) as const);
		await writeAudit(queries, registry.actor, subjects);
	});
	return active;
}
