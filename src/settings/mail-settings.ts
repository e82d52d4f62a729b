/** The sender of mail in files while `MAIL_FROM` is not set. No mail leaves with it. */
export const placeholderSender = 'pointrelease@localhost';

/** Whether mail about licenses waits, because nobody could answer it and many servers refuse it. */
export function isMailHeld({ smtpUrl, mailFrom }: { smtpUrl: string | null; mailFrom: string }): boolean {
	return smtpUrl !== null && mailFrom === placeholderSender;
}

/** What people are told about mail that waits for a sender. */
export const heldMail = {
	words: 'mail to customers is held, because MAIL_FROM is not set',
	advice: 'set MAIL_FROM to the address that customers answer to, for the service and for commands',
} as const;
