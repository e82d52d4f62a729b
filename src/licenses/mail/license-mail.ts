import type { Queries } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import { Deliverer } from '../../delivery/deliverer.ts';
import type { Channel, Mail } from '../../delivery/mail.ts';
import {
	type Claimed,
	countOutbox,
	type DeliveryRecord,
	deliveriesAbout,
	type OutboxCounts,
	queueDeliveries,
	type Subject,
	waiting,
} from '../../delivery/outbox.ts';
import { openMailChannel } from '../../delivery/smtp.ts';
import { Failure } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { isMailHeld } from '../../settings/mail-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import { forgottenEmail, type License, mailboxOf, statusOf } from '../license.ts';
import { heldOrderMail } from '../orders/held-orders.ts';
import type { Registry } from '../registry.ts';
import { unseal } from '../sealing/seal.ts';
import { composeMail, composeNotice, type KeyedLicense, type MailedLicense, type Occasion } from './mail.ts';

const kind = 'license';

/** The license as the subject of deliveries. */
export function licenseSubject({ id }: Pick<License, 'id'>): Subject {
	return { kind, id };
}

/** Queues one mail with the key per license. Call it in the transaction of the change that is the reason for it. */
export async function queueMail(
	queries: Queries,
	licenses: readonly Pick<License, 'id'>[],
	occasion: Occasion,
	now: number,
): Promise<void> {
	await queueDeliveries(queries, licenses.map(licenseSubject), { occasion, now });
}

/** A mail without the key. A kind of its own, because other letters are made of it and a revocation does not drop it. */
const noticeKind = 'license-notice';

/** The license as the subject of mails without its key. */
export function noticeSubject({ id }: Pick<License, 'id'>): Subject {
	return { kind: noticeKind, id };
}

/**
 * Queues one mail without the key per license, to the address of the license or to another one. Call it in the
 * transaction of the change that is the reason for it.
 */
export async function queueNotice(
	queries: Queries,
	licenses: readonly Pick<License, 'id'>[],
	occasion: string,
	now: number,
	address: string | null = null,
): Promise<void> {
	await queueDeliveries(queries, licenses.map(noticeSubject), { occasion, now, address });
}

/**
 * Drops the waiting mail of a license. A mail with all keys of an address stays, because it is composed when it is sent,
 * with the active keys. Uses only columns of schema 1, because a restored backup keeps its schema.
 */
export async function dropWaitingMail(queries: Queries, id: string): Promise<void> {
	const { kind } = licenseSubject({ id });
	const about = 'subject_kind = $1 AND subject_id = $2';
	await queries.rows(`DELETE FROM outbox WHERE ${about} AND occasion <> 'lost' AND ${waiting}`, [kind, id]);
}

/** All mail of a license, oldest first. */
export async function mailOf(queries: Queries, number: number): Promise<DeliveryRecord[]> {
	const [license] = await queries.rows<{ id: string }>('SELECT id FROM licenses WHERE number = $1', [number]);
	if (!license) return [];
	const mails = [
		...(await deliveriesAbout(queries, licenseSubject(license))),
		...(await deliveriesAbout(queries, noticeSubject(license))),
	];
	return mails.toSorted((a, b) => a.queued - b.queued);
}

/** Whether a mail with the key of a license was sent or is queued. */
export async function hasKeyMail(queries: Queries, license: Pick<License, 'id'>): Promise<boolean> {
	return (await deliveriesAbout(queries, licenseSubject(license))).length > 0;
}

/**
 * Anybody may ask for the keys of any address. If a count rose right after, readers of the metrics would learn that the
 * address belongs to a customer. So such mail counts only after this many milliseconds.
 */
const lostKeysAfter = 600_000;

/** The counts of the outbox for metrics. */
export function countToldOutbox(queries: Queries): Promise<OutboxCounts> {
	return countOutbox(queries, { occasion: 'lost', after: Date.now() - lostKeysAfter });
}

/** Delivers the mail of licenses, and of orders to the operator. While it is held, none is claimed, so that it keeps all its attempts. */
export function openMailSender(
	{ database, sealingKeys }: Pick<Registry, 'database' | 'sealingKeys'>,
	settings: Settings,
	log: Log,
	channel: Channel<Mail> = openMailChannel(settings),
): Deliverer {
	if (isMailHeld(settings)) return new Deliverer(database, log, []);
	return new Deliverer(database, log, [
		{
			kind,
			channel,
			// Claims only mail whose keys can be decrypted here.
			condition: (place) =>
				`EXISTS (SELECT 1 FROM licenses WHERE id = outbox.subject_id
					AND seal_key IN (${sealingKeys.ids().map(place).join(', ')}))`,
			async compose(delivery) {
				const keyed = await openKeys({ database, sealingKeys }, delivery);
				if (keyed.length === 0) return null;
				if (keyed.every(({ key }) => key === null))
					return new Failure('sealed', 'the stored copy of the key cannot be decrypted');
				return composeMail({ ...delivery, occasion: delivery.occasion as Occasion }, keyed, settings);
			},
			// Anybody may ask for the keys of any address: a line in the log would show its readers that the address
			// belongs to a customer. `license show` and the counts of the outbox have the state of such a mail.
			isLogged: (occasion) => occasion !== 'lost',
			commandToRepeat: (id) => `license resend ${id}`,
		},
		{
			kind: noticeKind,
			channel,
			async compose(delivery) {
				const [license] = await database.rows<License>(
					`SELECT ${licenseSelection} FROM licenses WHERE id = $1`,
					[delivery.subject.id],
				);
				return license ? composeNotice(delivery, license, settings) : null;
			},
			isLogged: () => true,
			commandToRepeat: (id) => `license show ${id}`,
		},
		...(settings.operatorEmail === null ? [] : [heldOrderMail(database, settings, channel)]),
	]);
}

type SealedLicense = License & MailedLicense & { sealed: Uint8Array };

/** The licenses of a mail, with their keys; none if every key of the address was revoked or has expired. */
async function openKeys(
	{ database, sealingKeys }: Pick<Registry, 'database' | 'sealingKeys'>,
	{ subject, occasion }: Claimed,
): Promise<KeyedLicense[]> {
	const select = `SELECT ${licenseSelection}, sealed,
		(SELECT expires FROM licenses AS old WHERE old.id = licenses.replaces AND old.revoked IS NULL)
			AS "overlapUntil" FROM licenses`;
	const open = (license: SealedLicense): KeyedLicense => {
		const sealing = sealingKeys.find(license.sealKey);
		return { license, key: sealing && unseal(license.sealed, license.id, sealing) };
	};
	const [named] = await database.rows<SealedLicense>(`${select} WHERE id = $1`, [subject.id]);
	// A forgotten person has no address: many licenses share the placeholder.
	if (!named || named.email === forgottenEmail) return [];
	if (occasion !== 'lost') return [open(named)];
	const all = await database.rows<SealedLicense>(`${select} WHERE mailbox = $1 ORDER BY number DESC`, [
		mailboxOf(named.email),
	]);
	return all.filter((license) => statusOf(license) === 'active').map(open);
}
