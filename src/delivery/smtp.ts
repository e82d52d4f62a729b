import { Readable } from 'node:stream';
import { withoutAddresses } from '@pointrelease/core/src/text/email-address.ts';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { type Channel, type Mail, messageOf } from './mail.ts';
import { folderChannel, outboxFolder } from './mail-folder.ts';

interface SmtpLimits {
	/** Milliseconds for everything before the message itself: connecting, greeting, password, addresses. */
	begin: number;
	/** Milliseconds for the message and the answer to it. */
	answer: number;
}

/**
 * A server that took a message may need long to say so. A client that stops waiting and tries again sends the mail
 * twice. Hence the ten minutes (RFC 5321, section 4.5.3.2.6).
 */
const usualLimits: SmtpLimits = { begin: 60_000, answer: 10 * 60_000 };

/** The mail server of `SMTP_URL`, or files in a folder without one. */
export function openMailChannel(settings: Settings): Channel<Mail> {
	return settings.smtpUrl ? smtpChannel(settings.smtpUrl) : folderChannel(outboxFolder(settings));
}

/** Hands mail to a mail server, each on a connection of its own. */
export function smtpChannel(url: string, limits = usualLimits): Channel<Mail> {
	const underWay = new Set<(reason: Error) => void>();
	return {
		noun: 'mail',
		place: new URL(url).host,
		async deliver(mail, _name, handOver) {
			const { bytes, envelope } = await messageOf(mail);
			const { connection, auth } = await connectionTo(url);
			let handedOver = false;
			let over = false;
			let timer: Timer | undefined;
			const broken = Promise.withResolvers<never>();
			const limit = (milliseconds: number) => {
				clearTimeout(timer);
				timer = setTimeout(() => broken.reject(new Error('the mail server took too long')), milliseconds);
			};
			// Read only after the server has asked for the message (354): before the first byte leaves, it cannot have
			// accepted anything.
			const body = readWhenWanted(async () => {
				clearTimeout(timer);
				await handOver();
				// The delivery was stopped meanwhile and reported as not accepted, so the message must not leave.
				if (over) throw new Error('stopped');
				handedOver = true;
				limit(limits.answer);
				return bytes;
			});
			underWay.add(broken.reject);
			connection.on('error', broken.reject);
			limit(limits.begin);
			try {
				const talk = async () => {
					await called((callback) => connection.connect(callback));
					refuseUnsupportedAddresses(connection, envelope);
					if (auth && connection.allowsAuth) await called((callback) => connection.login(auth, callback));
					await called((callback) => connection.send(envelope, body, callback));
				};
				await Promise.race([talk(), broken.promise]);
			} catch (thrown) {
				// An answer with a code is a refusal. Without an answer, a message that has left may have been accepted.
				const answered = (thrown as { responseCode?: number }).responseCode !== undefined;
				const code = handedOver && !answered ? 'mail-unknown' : 'mail-refused';
				throw new Failure(code, withoutSecrets(thrown, url));
			} finally {
				over = true;
				clearTimeout(timer);
				underWay.delete(broken.reject);
				leave(connection);
			}
		},
		close() {
			for (const stop of underWay) stop(new Error('stopped before the mail server answered'));
		},
	};
}

/** Tests whether the server accepts the login; sends no mail. Throws a Failure with the answer or the network error. */
export async function tryLogin(url: string, milliseconds: number): Promise<'login' | 'open' | 'no-login'> {
	const { connection, auth } = await connectionTo(url);
	const broken = Promise.withResolvers<never>();
	connection.on('error', broken.reject);
	const timer = setTimeout(
		() => broken.reject(new Error(`no answer in ${milliseconds / 1000} s`)),
		milliseconds,
	);
	try {
		const talk = async () => {
			await called((callback) => connection.connect(callback));
			if (!auth) return 'open' as const;
			if (!connection.allowsAuth) return 'no-login' as const;
			await called((callback) => connection.login(auth, callback));
			return 'login' as const;
		};
		return await Promise.race([talk(), broken.promise]);
	} catch (thrown) {
		throw new Failure('mail-refused', withoutSecrets(thrown, url));
	} finally {
		clearTimeout(timer);
		leave(connection);
	}
}

/** Refuses a non-ASCII address before its @ if the server does not support it (RFC 6531): such servers guess. */
function refuseUnsupportedAddresses(
	connection: SMTPConnection,
	envelope: { from: unknown; to: unknown },
): void {
	const addresses = [envelope.from, envelope.to].flat().map(String);
	const { _supportedExtensions: extensions = [] } = connection as unknown as {
		_supportedExtensions?: string[];
	};
	if (!addresses.some((address) => /[^\x00-\x7f]/.test(address)) || extensions.includes('SMTPUTF8')) return;
	throw new Error('the mail server does not support addresses with non-ASCII letters (SMTPUTF8)');
}

/** Loads the library only when there is mail to send: loading takes a fifth of the time limit of a start. */
async function connectionTo(url: string) {
	const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
		import('nodemailer/lib/smtp-connection'),
		import('nodemailer/lib/shared'),
	]);
	const { auth, ...options } = parseConnectionUrl(url);
	const connection = new Connection({
		...options,
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		// The limits above apply first. Without this the library's own shorter limit would.
		socketTimeout: 2 * usualLimits.answer,
	});
	return { connection, auth: auth && { credentials: { user: auth.user, pass: auth.pass } } };
}

function called(work: (callback: (error?: Error | null) => void) => void): Promise<void> {
	return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}

function readWhenWanted(read: () => Promise<Buffer>): Readable {
	let hasStarted = false;
	const stream = new Readable({
		read() {
			if (hasStarted) return;
			hasStarted = true;
			read().then(
				(bytes) => {
					stream.push(bytes);
					stream.push(null);
				},
				(error) => stream.destroy(error),
			);
		},
	});
	return stream;
}

/**
 * Destroys the socket at once: a connection left open could still complete a message. The library itself only ends a
 * connection politely, so this takes the socket from its private field. If we opened the socket, we would have to do
 * STARTTLS and the time limits of connecting ourselves.
 */
function leave(connection: SMTPConnection): void {
	const socket = connection._socket;
	connection.close();
	if (socket) socket.destroy();
}

/** A server's answer as one short line, without our password, anything shaped like a key, and addresses. */
function withoutSecrets(thrown: unknown, url: string): string {
	let text = reasonOf(thrown).slice(0, 2000);
	const { password, username } = new URL(url);
	for (const secret of [
		password,
		decodeURIComponent(password),
		username && btoa(decodeURIComponent(username)),
	])
		if (secret) text = text.replaceAll(secret, '***');
	return withoutAddresses(text)
		.replace(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}|[A-Za-z0-9+/]{26}==/g, '***')
		.replace(/[\x00-\x1f\x7f]/g, ' ')
		.slice(0, 200);
}
