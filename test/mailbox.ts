import { afterAll, beforeAll, beforeEach } from 'bun:test';
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server';

export interface Mailbox {
	/** With the user name and password of the server. */
	url: string;
	/** Without user name and password. */
	address: string;
	/** The accepted raw messages, oldest first. */
	messages: string[];
	/** The senders and recipients of those messages. */
	envelopes: SMTPServerEnvelope[];
	/** If set, the server answers every message with this status instead of accepting it. */
	refuse: { code: number; text: string } | null;
	/** Called after a message has arrived and before the server accepts it. */
	beforeAnswer: (() => void | Promise<void>) | null;
	stop(): Promise<void>;
}

/** A real SMTP server on a free port. */
export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
	const mailbox = newMailbox();
	await open(mailbox, options);
	return mailbox;
}

/** A mailbox for all tests of a file; it is emptied before each test. */
export function useMailbox(): Mailbox {
	const mailbox = newMailbox();
	beforeAll(() => open(mailbox));
	afterAll(() => mailbox.stop());
	beforeEach(() => {
		mailbox.messages = [];
		mailbox.envelopes = [];
		mailbox.refuse = null;
		mailbox.beforeAnswer = null;
	});
	return mailbox;
}

function newMailbox(): Mailbox {
	return {
		url: '',
		address: '',
		messages: [],
		envelopes: [],
		refuse: null,
		beforeAnswer: null,
		stop: async () => {},
	};
}

async function open(mailbox: Mailbox, options: SMTPServerOptions = {}): Promise<void> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		logger: false,
		onAuth: ({ username, password }, _session, done) =>
			username === 'shop' && password === 'mail-password'
				? done(null, { user: username })
				: done(new Error('535 wrong password')),
		onData(stream, { envelope }, done) {
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', async () => {
				const { refuse } = mailbox;
				if (refuse) return done(Object.assign(new Error(refuse.text), { responseCode: refuse.code }));
				mailbox.messages.push(Buffer.concat(parts).toString());
				mailbox.envelopes.push(envelope);
				await mailbox.beforeAnswer?.();
				done();
			});
		},
		...options,
	});
	server.on('error', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	const { port } = server.server.address() as { port: number };
	mailbox.address = `127.0.0.1:${port}`;
	mailbox.url = `smtp://shop:mail-password@${mailbox.address}`;
	mailbox.stop = () => new Promise((resolve) => server.close(() => resolve()));
}

export function headerOf(message: string, name: string): string | undefined {
	return new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim();
}

/** The base64 form of the key in a mail, as a purchaser would copy it. */
export function encodedKeyIn(message: string): string | undefined {
	return /^ {4}([A-Za-z0-9+/]{26}==)\r?$/m.exec(message)?.[1];
}
