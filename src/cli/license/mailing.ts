import { outboxFolder } from '../../delivery/mail-folder.ts';
import type { DeliveryRecord } from '../../delivery/outbox.ts';
import type { License } from '../../licenses/license.ts';
import { mailOf, openMailSender } from '../../licenses/mail/license-mail.ts';
import type { Registry } from '../../licenses/registry.ts';
import { reasonOf } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';

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

/** The status of the latest mail of a license, in a few words. */
export async function mailStatus(
	registry: Registry,
	settings: Settings,
	license: Pick<License, 'number'>,
): Promise<{ sent: boolean; words: string } | null> {
	const mail = (await mailOf(registry.database, license.number)).at(-1);
	return mail ? { sent: mail.sent !== null, words: wordsFor(mail, settings) } : null;
}

function wordsFor(mail: DeliveryRecord, settings: Settings): string {
	if (mail.sent !== null) return settings.smtpUrl ? 'sent' : `written to ${outboxFolder(settings)}`;
	if (mail.givenUp !== null) return `given up after ${mail.attempts} attempts: ${mail.problem}`;
	if (mail.unknownSince !== null)
		return `state unknown: ${mail.problem}; it may have arrived; send it again with license resend`;
	if (mail.handedOver !== null) return 'state unknown: sent, and not confirmed by the mail server yet';
	if (mail.problem !== null) return `not accepted yet, a running service tries again: ${mail.problem}`;
	return 'waiting, a running service delivers it';
}
