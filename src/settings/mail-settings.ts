import { Failure } from '../process/failure.ts';
import type { Setting } from './setting.ts';
import { type Environment, listed } from './setting-readers.ts';

export function smtpUrl(env: Environment): string | null {
	const text = env.SMTP_URL;
	if (!text) return null;
	if (/^smtps?:\/\/[^/\s]+/.test(text) && URL.canParse(text)) return text;
	throw new Failure('bad-setting', 'SMTP_URL is not of the form smtp://user:password@host:port');
}

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

export function mailFrom(env: Environment): string {
	// Settings files written for a shell have quotes, and not every program that reads such a file removes them.
	const text = env.MAIL_FROM!.replace(/^(['"])(.*)\1$/, '$2');
	if (/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text;
	throw new Failure('bad-setting', `MAIL_FROM is ${JSON.stringify(text)}: expected an email address`);
}

export function operatorEmail(env: Environment): string | null {
	const text = env.OPERATOR_EMAIL;
	if (!text) return null;
	if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)) return text;
	throw new Failure('bad-setting', `OPERATOR_EMAIL is ${JSON.stringify(text)}: expected an email address`);
}

export function reminders(env: Environment): number[] {
	if (env.REMINDERS === 'off') return [];
	const days = listed(env, 'REMINDERS');
	if (days.every((text) => /^\d{1,3}$/.test(text) && Number(text) <= 365))
		return [...new Set(days.map(Number))].sort((a, b) => b - a);
	throw new Failure('bad-setting', 'REMINDERS is not of the form 30,7,1,0: days from 0 to 365, or off');
}

export function renewUrl(env: Environment): string | null {
	const text = env.RENEW_URL;
	if (!text) return null;
	// Short and ASCII: it has to fit on one line of a mail, and on one line of Jamf's.
	if (/^https?:\/\/[\x21-\x7e]{1,300}$/.test(text) && URL.canParse(text) && !/[<>"\\`]/.test(text))
		return text;
	throw new Failure('bad-setting', 'RENEW_URL is not of the form https://host/path');
}

export const mailTable: readonly Setting[] = [
	{
		name: 'SMTP_URL',
		without: 'mail is written as files',
		example: 'smtps://shop:password@mail.example.com',
		does: 'mail server, `smtp://user:password@host:port`',
		page: 'licenses.md',
		secret: 'password',
	},
	{
		name: 'MAIL_FROM',
		default: placeholderSender,
		example: 'Shop <shop@example.com>',
		does: 'sender of mail; with `SMTP_URL` and without this, mail about licenses is held',
	},
	{
		name: 'OPERATOR_EMAIL',
		without: 'nobody is mailed',
		example: 'ops@example.com',
		does: 'address that gets one mail about each item of data that is held for review, and about each paid order that is held',
		page: 'live-data.md#data-held-for-review',
	},
];

export const sellingTable: readonly Setting[] = [
	{
		name: 'STRIPE_WEBHOOK_SECRET',
		without: '`/hooks/stripe` is closed',
		example: 'whsec_example1',
		does: 'signing secret of a Stripe webhook (several separated by commas): payments issue keys',
		page: 'selling.md',
		secret: 'value',
	},
	{
		name: 'PRODUCTS',
		without: 'none',
		example: '/etc/pointrelease/products.json',
		does: 'JSON file that says which licenses a payment buys (`license products --schema`)',
		page: 'selling.md',
	},
	{
		name: 'RENEW_URL',
		without: 'none',
		example: 'https://shop.example.com/renew',
		does: 'where customers renew a license, for mail and for refusals of expired keys',
		page: 'selling.md#renewals-and-subscriptions',
	},
	{
		name: 'REMINDERS',
		default: 'off',
		example: '30,7,1,0',
		does: 'days before the end of a license on which its customer is mailed',
	},
	{
		name: 'REMINDERS_HOUR',
		default: '9',
		example: '6',
		does: 'hour of these mails (UTC)',
	},
];
