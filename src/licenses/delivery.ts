import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { ensureFolder } from '../database/state-folder.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Settings } from '../settings.ts';
import type { Mail } from './mail.ts';

/** Hands mail over: to a mail server, or as files to a folder. */
export interface Delivery {
	/** Where mail goes, in words that may be shown. */
	place: string;
	/** Returns once the mail was accepted; throws a Failure with the reason if it was not. */
	deliver(mail: Mail, name: string): Promise<void>;
	close(): void;
}

// All steps together stay far below the time for which a mail is leased.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** No attempt lasts longer than this, however slowly a server answers. */
export const longestAttempt = 60_000;

export function openDelivery(settings: Settings): Delivery {
	return settings.smtpUrl ? smtpDelivery(settings.smtpUrl) : folderDelivery(outboxFolder(settings));
}

/** Where mail is written as files when there is no mail server. */
export function outboxFolder(settings: Pick<Settings, 'stateFolder'>): string {
	return join(settings.stateFolder, 'outbox');
}

/** Read only when there is mail to send: it would take a fifth of the time that a server has for its start. */
const loadMailer = async () => (await import('nodemailer')).default;

function smtpDelivery(url: string): Delivery {
	let transport: Transporter | null = null;
	const open = async (): Promise<Transporter> => {
		const mailer = await loadMailer();
		transport ??= mailer.createTransport({
			url,
			...timeouts,
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		return transport;
	};
	return {
		place: new URL(url).host,
		async deliver(mail) {
			let timer: Timer | undefined;
			const limit = new Promise<never>((_, reject) => {
				timer = setTimeout(() => reject(new Error('the mail server took too long')), longestAttempt);
			});
			try {
				const mailer = await open();
				await Promise.race([mailer.sendMail(message(mail)), limit]);
			} catch (thrown) {
				throw new Failure('mail-refused', speakable(thrown, url));
			} finally {
				clearTimeout(timer);
			}
		},
		close: () => transport?.close(),
	};
}

/** Files named after the request: delivering one again overwrites it with the same. */
function folderDelivery(folder: string): Delivery {
	return {
		place: folder,
		async deliver(mail, name) {
			const mailer = await loadMailer();
			const composer = mailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
			const { message: bytes } = await composer.sendMail(message(mail));
			const file = join(ensureFolder(folder), `${name}.eml`);
			try {
				const handle = openSync(`${file}.part`, 'w', 0o600);
				writeSync(handle, bytes as Buffer);
				fsyncSync(handle);
				closeSync(handle);
				renameSync(`${file}.part`, file);
			} catch (thrown) {
				const { code } = thrown as NodeJS.ErrnoException;
				throw new Failure('mail-refused', `${file} cannot be written (${code})`);
			}
		},
		close() {},
	};
}

function message(mail: Mail) {
	// Machines that answer mail automatically leave this one alone (RFC 3834, section 5).
	return { ...mail, headers: { 'Auto-Submitted': 'auto-generated' } };
}

/** What a mail server said, short, on one line, without our password or anything shaped like a key. */
function speakable(thrown: unknown, url: string): string {
	let text = reasonOf(thrown).slice(0, 200);
	const { password, username } = new URL(url);
	for (const secret of [
		password,
		decodeURIComponent(password),
		username && btoa(decodeURIComponent(username)),
	])
		if (secret) text = text.replaceAll(secret, '***');
	return text
		.replace(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}|[A-Za-z0-9+/]{26}==/g, '***')
		.replace(/[\x00-\x1f\x7f]/g, ' ');
}
