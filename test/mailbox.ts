import { afterAll, beforeAll, beforeEach } from 'bun:test';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
	url: string;
	/** The raw messages that were accepted, oldest first. */
	messages: string[];
	/** While set, the server answers every message with this status instead of accepting it. */
	refuse: { code: number; text: string } | null;
	/** Called after a message was taken and before its acceptance is answered. */
	beforeAnswer: (() => void | Promise<void>) | null;
	stop(): Promise<void>;
}

/** A real SMTP server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
	const mailbox = newMailbox();
	await open(mailbox);
	return mailbox;
}

/** One for all tests of a file, empty and willing before each. */
export function useMailbox(): Mailbox {
	const mailbox = newMailbox();
	beforeAll(() => open(mailbox));
	afterAll(() => mailbox.stop());
	beforeEach(() => {
		mailbox.messages = [];
		mailbox.refuse = null;
		mailbox.beforeAnswer = null;
	});
	return mailbox;
}

function newMailbox(): Mailbox {
	return { url: '', messages: [], refuse: null, beforeAnswer: null, stop: async () => {} };
}

async function open(mailbox: Mailbox): Promise<void> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		logger: false,
		onAuth: ({ username, password }, _session, done) =>
			username === 'shop' && password === 'mail-password'
				? done(null, { user: username })
				: done(new Error('535 wrong password')),
		onData(stream, _session, done) {
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', async () => {
				const { refuse } = mailbox;
				if (refuse) return done(Object.assign(new Error(refuse.text), { responseCode: refuse.code }));
				mailbox.messages.push(Buffer.concat(parts).toString());
				await mailbox.beforeAnswer?.();
				done();
			});
		},
	});
	server.on('error', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	const { port } = server.server.address() as { port: number };
	mailbox.url = `smtp://shop:mail-password@127.0.0.1:${port}`;
	mailbox.stop = () => new Promise((resolve) => server.close(() => resolve()));
}

export function headerOf(message: string, name: string): string | undefined {
	return new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim();
}

/** The base64 form of the key in a mail, as a purchaser would copy it. */
export function encodedKeyIn(message: string): string | undefined {
	return /^ {4}([A-Za-z0-9+/]{26}==)\r?$/m.exec(message)?.[1];
}
