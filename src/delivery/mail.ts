/** A mail, ready to be handed over. */
export interface Mail {
	/** The same for every attempt, so that a second copy, should one ever arrive, is recognisable as such. */
	messageId: string;
	from: string;
	to: string;
	subject: string;
	date: Date;
	text: string;
	/** Further headers. */
	headers?: Readonly<Record<string, string>> | undefined;
	/** An entry for the calendar, which programs offer to add. */
	icalEvent?: { method: 'PUBLISH'; filename: string; content: string } | undefined;
}

/** Where messages of one form are handed over: a mail server, or a folder of files. */
export interface Channel<Message = unknown> {
	/** What a message is called in the log. */
	readonly noun: string;
	/** Where messages go, in words that may be shown. */
	readonly place: string;
	/** Where the message of a name goes, if each has its own place. */
	placeOf?(name: string): string;
	/**
	 * Returns once the message was accepted. Throws a Failure with the reason otherwise: `mail-unknown` if it may
	 * have been accepted all the same, anything else if it certainly was not, `RetryLater` with the time to wait. Awaits `handOver` right before
	 * the moment from which on it may be accepted, and does not pass that moment if `handOver` throws.
	 */
	deliver(message: Message, name: string, handOver: () => Promise<void>): Promise<void>;
	/** Ends what is under way. */
	close(): void;
}

/** The bytes of a mail, and the addresses for the mail server. */
export async function messageOf(mail: Mail) {
	// Loaded only when there is mail to send: loading it takes a fifth of the time that a server has for its start.
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
