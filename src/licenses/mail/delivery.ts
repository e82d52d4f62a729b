import type { Mail } from './mail.ts';

/** Hands mail over: to a mail server, or as files to a folder. */
export interface Delivery {
	/** Where mail goes, in words that may be shown. */
	place: string;
	/**
	 * Returns once the mail was accepted. Throws a Failure with the reason otherwise: `mail-unknown` if it may
	 * have been accepted all the same, anything else if it certainly was not. Awaits `handOver` right before
	 * the moment from which on it may be accepted, and does not pass that moment if `handOver` throws.
	 */
	deliver(mail: Mail, name: string, handOver: () => Promise<void>): Promise<void>;
	/** Ends what is under way. */
	close(): void;
}
