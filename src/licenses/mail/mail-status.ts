import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { isMailFile } from '../../delivery/mail-folder.ts';
import type { DeliveryRecord } from '../../delivery/outbox.ts';
import { isMailHeld } from '../../settings/mail-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { License } from '../license.ts';
import type { Registry } from '../registry.ts';
import { mailOf } from './license-mail.ts';

/** The delivery of a mail: a state for programs, its place, and a few words for people. */
export interface MailStatus {
	readonly state: 'sent' | 'written' | 'waiting' | 'refused' | 'given-up' | 'unknown';
	/** A mail server, or the path of a file; null if no attempt was recorded. */
	readonly place: string | null;
	readonly words: string;
}

/** The status of the latest mail of a license. */
export async function mailStatus(
	{ database }: Pick<Registry, 'database'>,
	settings: Settings,
	license: Pick<License, 'number'>,
): Promise<MailStatus | null> {
	const mail = (await mailOf(database, license.number)).at(-1);
	return mail ? statusOfMail(mail, settings) : null;
}

/** The status by the record. */
export function statusOfMail(
	mail: DeliveryRecord,
	settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>,
): MailStatus {
	const { sent: sentAt, givenUp, attempts, place, problem } = mail;
	const by = place === null || isMailFile(place) ? '' : ` by ${place}`;
	const as = (state: MailStatus['state'], words: string) => ({ state, place, words });
	if (sentAt !== null) {
		const when = `on ${minuteOf(sentAt)}`;
		return place !== null && isMailFile(place)
			? as('written', `written to ${place} ${when}, not sent`)
			: as('sent', `sent to ${place} ${when}`);
	}
	if (givenUp !== null)
		return as(
			'given-up',
			`refused${by}, given up on ${minuteOf(givenUp)} after ${counted(attempts, 'attempt')}: ${problem}`,
		);
	if (mail.unknownSince !== null)
		return as('unknown', `state unknown: ${problem}; it may have arrived; send it again with license resend`);
	if (mail.handedOver !== null)
		return as('unknown', 'state unknown: sent, and not confirmed by the mail server yet');
	if (problem !== null)
		return as('refused', `not accepted yet${by}, a running service tries again: ${problem}`);
	if (isMailHeld(settings)) return as('waiting', 'waiting, because MAIL_FROM is not set');
	return as('waiting', 'waiting, a running service delivers it');
}

function minuteOf(milliseconds: number): string {
	return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
