import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { outboxFolder } from '../licenses/mail/outbox-folder.ts';
import { type Check, ok, problem, warning } from './finding.ts';

const longestWait = 5_000;

/** Whether the mail server greets; no mail is sent and no password is tried. */
export const checkMail: Check = async (settings) => {
	if (!settings.smtpUrl)
		return [
			warning(
				'mail',
				`no SMTP_URL: mail is written as files to ${outboxFolder(settings)}`,
				'set SMTP_URL and MAIL_FROM so that purchasers get their keys',
			),
		];
	const { protocol, hostname, port, host } = new URL(settings.smtpUrl);
	const secure = protocol === 'smtps:';
	const greeting = await greet(hostname, Number(port) || (secure ? 465 : 587), secure);
	if (greeting.startsWith('220')) return [ok('mail', `${host} greets`)];
	return [
		problem('mail', `${host}: ${greeting}`, 'check host and port of SMTP_URL and the way there (firewall)'),
	];
};

function greet(host: string, port: number, secure: boolean): Promise<string> {
	return new Promise((resolve) => {
		const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
		const end = (word: string) => {
			socket.destroy();
			resolve(word);
		};
		socket.setTimeout(longestWait, () => end(`no greeting in ${longestWait / 1000} s`));
		socket.once('data', (bytes: Buffer) => end(bytes.toString('latin1').split('\r\n')[0]!.slice(0, 80)));
		socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
	});
}
