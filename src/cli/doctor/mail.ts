import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { outboxFolder } from '../../delivery/mail-folder.ts';
import { tryLogin } from '../../delivery/smtp.ts';
import { waitingRequests } from '../../licenses/lost-key.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Check, type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import { heldMail, isMailHeld } from '../../settings/mail-settings.ts';
import type { Settings } from '../../settings/settings.ts';

const longestLogin = 5_000;

/** Whether the mail server accepts the login; no mail is sent. */
export const checkMail: Check = async (settings) => {
	if (!settings.smtpUrl)
		return [
			warning(
				'mail',
				`no SMTP_URL: mail is written as files to ${outboxFolder(settings)}`,
				'set SMTP_URL and MAIL_FROM so that customers get their keys',
			),
		];
	const { host } = new URL(settings.smtpUrl);
	try {
		const login = await tryLogin(settings.smtpUrl, longestLogin);
		if (login === 'login') return [ok('mail', `${host} accepts the login`)];
		if (login === 'open') return [ok('mail', `${host} answers; SMTP_URL has no password`)];
		const advice =
			'use the port for submission (587, or smtps:// for 465), or leave the password out of SMTP_URL';
		return [warning('mail', `${host} answers, but offers no login`, advice)];
	} catch (thrown) {
		const advice = 'check host, port, user and password in SMTP_URL, and the firewall';
		return [problem('mail', `${host}: ${reasonOf(thrown)}`, advice)];
	}
};

/** Whether mail to customers leaves, and says where the service is. */
export function checkSender(settings: Settings): Finding[] {
	if (isMailHeld(settings)) return [problem('mail', heldMail.words, heldMail.advice)];
	if (!settings.smtpUrl || settings.publicUrl) return [];
	return [
		warning(
			'mail',
			'PUBLIC_URL is not set, so mail with a key has no example and no link to the page',
			'set PUBLIC_URL to the address that customers use',
		),
	];
}

/** Whether reminders can be mailed, and say where to renew. */
export function checkReminders({ reminders, smtpUrl, renewUrl }: Settings): Finding[] {
	if (reminders.days.length === 0) return [];
	if (!smtpUrl)
		return [
			warning(
				'reminders',
				'REMINDERS is set without SMTP_URL, so no reminder is mailed',
				'set SMTP_URL and MAIL_FROM',
			),
		];
	const { days, hour } = reminders;
	const schedule = `mailed ${days.join(', ')} ${days.at(-1) === 1 ? 'day' : 'days'} before the end of a license, at ${hour}:00 UTC`;
	if (renewUrl) return [ok('reminders', schedule)];
	return [warning('reminders', `${schedule}, without an address where to renew`, 'set RENEW_URL')];
}

/** Milliseconds. A running service checks every second. */
const longestWait = 60_000;

/** Whether customers can request lost keys at `/lost-key`, and whether one of them waits for an answer. */
export async function checkLostKeys(settings: Settings, database: Database): Promise<Finding[]> {
	const { count, oldest } = await waitingRequests(database);
	const queue = `${counted(count, 'request')} for lost keys waiting`;
	if (oldest !== null && Date.now() - oldest > longestWait)
		return [
			warning(
				'lost keys',
				`${queue}, the oldest since ${new Date(oldest).toISOString()}`,
				'start the service, which answers them within seconds',
			),
		];
	if (!settings.lostKey) return [];
	if (settings.smtpUrl) return [ok('lost keys', queue)];
	return [
		warning(
			'lost keys',
			'LOST_KEY is on without SMTP_URL, so /lost-key stays off',
			'set SMTP_URL and MAIL_FROM',
		),
	];
}
