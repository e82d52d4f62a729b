import { openMailSender } from '../../licenses/mail/license-mail.ts';
import type { Registry } from '../../licenses/registry.ts';
import { reasonOf } from '../../process/failure.ts';
import { silentLog } from '../../process/log.ts';
import { heldMail, isMailHeld } from '../../settings/mail-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import { tell } from '../terminal-text.ts';

const patience = 10_000;
const slowAnswer =
	'the mail server has not answered yet: if you stop waiting, the state of the mail is unknown';

/** Delivers due mail before the command ends, because there may be no running service. */
export async function deliverNow(
	registry: Registry,
	settings: Settings,
	milliseconds = patience,
): Promise<void> {
	if (isMailHeld(settings)) {
		tell(`pointrelease: ${heldMail.words}: ${heldMail.advice}`);
		return;
	}
	const mailSender = openMailSender(registry, settings, silentLog);
	const remark = () => tell(`pointrelease: ${slowAnswer}`);
	// A delivery that exceeds its time limit is waiting for an answer of the server.
	const timer = Number.isFinite(milliseconds) ? setTimeout(remark, milliseconds + 1_000) : undefined;
	try {
		await mailSender.deliverDue(milliseconds);
	} catch (thrown) {
		// The mail is stored and will be sent later.
		tell(`pointrelease: mail is waiting: ${reasonOf(thrown)}`);
	} finally {
		clearTimeout(timer);
		await mailSender.close();
	}
}
