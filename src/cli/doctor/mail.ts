import { outboxFolder } from '../../licenses/mail/outbox-folder.ts';
import { tryLogin } from '../../licenses/mail/smtp.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Check, ok, problem, warning } from './finding.ts';

const longestWait = 5_000;

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
		const found = await tryLogin(settings.smtpUrl, longestWait);
		if (found === 'login') return [ok('mail', `${host} accepts the login`)];
		if (found === 'open') return [ok('mail', `${host} answers; SMTP_URL has no password`)];
		const advice =
			'use the port for submission (587, or smtps:// for 465), or leave the password out of SMTP_URL';
		return [warning('mail', `${host} answers, but offers no login`, advice)];
	} catch (thrown) {
		const advice = 'check host, port, user and password in SMTP_URL, and the firewall';
		return [problem('mail', `${host}: ${reasonOf(thrown)}`, advice)];
	}
};
