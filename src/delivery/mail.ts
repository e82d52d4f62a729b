import { Failure } from '../process/failure.ts';

/** A mail, ready to be handed over. */
export interface Mail {
	/** The same for every attempt, so that mail programs can recognize a second copy. */
	messageId: string;
	from: string;
	to: string;
	subject: string;
	date: Date;
	text: string;
	/** More headers. */
	headers?: Readonly<Record<string, string>> | undefined;
	/** A calendar entry, which mail programs offer to add. */
	icalEvent?: { method: 'PUBLISH'; filename: string; content: string } | undefined;
}

/** Where messages of one form are handed over: a mail server, or a folder of files. */
export interface Channel<Message = unknown> {
	/** What a message is called in the log. */
	readonly noun: string;
	/** Where messages go; may be shown to people. */
	readonly place: string;
	/** Where the message of this name goes, if each message has its own place. */
	placeOf?(name: string): string;
	/**
	 * Returns once the message was accepted. Otherwise throws a Failure: `mail-unknown` if the message may have been
	 * accepted anyway, `RetryLater` if the server says how long to wait, any other if it was certainly not accepted. Awaits
	 * `handOver` right before the first moment at which the server could accept the message, and sends nothing if
	 * `handOver` throws.
	 */
	deliver(message: Message, name: string, handOver: () => Promise<void>): Promise<void>;
	/** Ends the deliveries under way. */
	close(): void;
}

/** A refusal with a time before which the server wants no other attempt. */
export class RetryLater extends Failure {
	/** Milliseconds from now. */
	readonly wait: number;

	constructor(message: string, wait: number) {
		super('retry-later', message);
		this.wait = wait;
	}
}

/** The bytes of a mail, and the addresses for the mail server. */
export async function messageOf(mail: Mail) {
	// Loaded only when there is mail to send: loading it would take a fifth of the time limit of a start.
	const { default: mailer } = await import('nodemailer');
	const composer = mailer.createTransport({
		streamTransport: true,
		buffer: true,
		newline: 'windows',
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	// Programs that answer mail automatically do not answer this one (RFC 3834, section 5).
	const headers = { ...mail.headers, 'Auto-Submitted': 'auto-generated' };
	const { message, envelope } = await composer.sendMail({ ...mail, headers });
	return { bytes: message as Buffer, envelope };
}
