import { isMailFile, mailFilesByDelivery } from '../../delivery/mail-folder.ts';
import type { DeliveryRecord } from '../../delivery/outbox.ts';
import type { License } from '../../licenses/license.ts';
import { mailOf, openMailSender } from '../../licenses/mail/license-mail.ts';
import type { Registry } from '../../licenses/registry.ts';
import { reasonOf } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { counted } from '../../text/numbers.ts';

const patience = 10_000;
const slowAnswer =
	'the mail server has not answered yet: if you stop waiting, the state of the mail is unknown';

/** Delivers due mail before the command ends, so that mail goes out even if no service runs. */
export async function deliverNow(
	registry: Registry,
	settings: Settings,
	milliseconds = patience,
): Promise<void> {
	const mailSender = openMailSender(registry, settings, silentLog);
	const remark = () => void process.stderr.write(`pointrelease: ${slowAnswer}\n`);
	// With a time limit, a delivery that lasts longer can only be waiting for an answer.
	const timer = Number.isFinite(milliseconds) ? setTimeout(remark, milliseconds + 1_000) : undefined;
	try {
		await mailSender.deliverDue(milliseconds);
	} catch (thrown) {
		// The mail is on record: this is about when it goes out, not about whether.
		process.stderr.write(`pointrelease: mail is waiting: ${reasonOf(thrown)}\n`);
	} finally {
		clearTimeout(timer);
		await mailSender.close();
	}
}

/** What happened to a mail: for programs, where it went, and in a few words. */
export interface MailStatus {
	readonly state: 'sent' | 'written' | 'waiting' | 'refused' | 'given-up' | 'unknown';
	/** A mail server, or the path of a file; null if no attempt was recorded. */
	readonly place: string | null;
	readonly words: string;
}

/** The status of the latest mail of a license. */
export async function mailStatus(
	registry: Registry,
	settings: Settings,
	license: Pick<License, 'number'>,
): Promise<MailStatus | null> {
	const mail = (await mailOf(registry.database, license.number)).at(-1);
	return mail ? statusOfMail(mail, settings) : null;
}

/** The status by what was recorded. The settings only find the files of releases that did not record a place. */
export function statusOfMail(mail: DeliveryRecord, settings: Pick<Settings, 'stateFolder'>): MailStatus {
	const { sent, givenUp, attempts, problem } = mail;
	const place = mail.place ?? (sent === null ? null : (mailFilesByDelivery(settings).get(mail.id) ?? null));
	const by = place === null || isMailFile(place) ? '' : ` by ${place}`;
	const as = (state: MailStatus['state'], words: string) => ({ state, place, words });
	if (sent !== null) {
		const when = `on ${minuteOf(sent)}`;
		if (place === null) return as('sent', `sent ${when}; an older release did not record where`);
		return isMailFile(place)
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
	return as('waiting', 'waiting, a running service delivers it');
}

function minuteOf(milliseconds: number): string {
	return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
