import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Mail } from '../../delivery/mail.ts';
import { isLostKeyOn, type Settings } from '../../settings/settings.ts';
import { encodeKey } from '../key.ts';
import { forgottenEmail, type License } from '../license.ts';

/** Why a mail is sent. A `lost` mail has all keys of an address, because somebody asked for them at `/lost-key`. */
export type Occasion = 'issued' | 'resent' | 'lost';

/** The first lines of a mail. */
function greetingOf(occasion: Occasion, { replaces, overlapUntil }: MailedLicense): string[] {
	if (occasion === 'resent') return ['as requested, here is your license key again, encoded in base64:'];
	if (replaces === null) return ['thank you for your purchase. Your license key, encoded in base64, is:'];
	return [
		`this license key replaces the one of your license ${replaces}, which`,
		...(overlapUntil === null
			? ['no longer works. The new key, encoded in base64, is:']
			: [`works until ${overlapUntil} (UTC). The new key, encoded in base64, is:`]),
	];
}

const subjects: Record<Occasion, string> = {
	issued: 'Your pointrelease license key',
	resent: 'Your pointrelease license key, sent again',
	lost: 'Your pointrelease license keys',
};

/** The members of a license that a mail shows. */
export type MailedLicense = Pick<License, 'id' | 'email' | 'expires' | 'replaces'> & {
	/** The last day of the replaced key; null if it ended, or if no key was replaced. */
	overlapUntil: string | null;
};

/** A license with its key; null if the stored copy cannot be decrypted here. */
export interface KeyedLicense {
	readonly license: MailedLicense;
	readonly key: string | null;
}

/** The most keys in one mail. */
const mostKeys = 100;

/**
 * The mail with keys for their purchaser: encoded, with instructions to decode and use them. It goes to the address of
 * the first license.
 */
export function composeMail(
	request: { id: string; occasion: Occasion; queued: number },
	keyed: readonly KeyedLicense[],
	settings: Pick<Settings, 'mailFrom' | 'publicUrl' | 'lostKey' | 'smtpUrl'>,
): Mail {
	const [first] = keyed as [KeyedLicense, ...KeyedLicense[]];
	const encoded = keyed.flatMap(({ key }) => (key === null ? [] : [encodeKey(key)]))[0] ?? '';
	const page = isLostKeyOn(settings) && settings.publicUrl;
	const wayBack = page
		? ['to yourself. If you lose it, have it sent to this address again:', `${page}/lost-key`]
		: ['to yourself. If you lose it, ask us to send it to this address again.'];
	// ASCII in short lines needs no encoding, so the key can be copied out of the raw message.
	const lines = [
		'Hello,',
		'',
		...(request.occasion === 'lost'
			? severalKeys(keyed)
			: [...greetingOf(request.occasion, first.license), '', `    ${encoded}`]),
		'',
		`Decode ${request.occasion === 'lost' ? 'a key' : 'it'} before use. On macOS and Linux, in a terminal:`,
		'',
		`    echo ${encoded} | base64 --decode`,
		'',
		'The result has the form XXXX-XXXX-XXXX-XXXX. Send it on its own, without',
		`Bearer, in the Authorization header of every request${settings.publicUrl ? ':' : '.'}`,
		'',
		// Without an address there is nothing to copy: a placeholder would reach customers.
		...(settings.publicUrl
			? [
					`    KEY=$(echo ${encoded} | base64 --decode)`,
					'    curl -H "Authorization: $KEY" \\',
					`      ${settings.publicUrl}/items/26`,
					'',
					'Or look up Macs on the page, which takes the key in both forms:',
					'',
					`    ${settings.publicUrl}/`,
					'',
				]
			: []),
		...(request.occasion === 'lost' ? unasked : ofLicense(first.license, wayBack)),
		'',
	];
	return {
		messageId: messageIdOf(request.id, settings),
		from: settings.mailFrom,
		to: first.license.email,
		subject: subjects[request.occasion],
		date: new Date(request.queued),
		text: lines.join('\n'),
	};
}

/** The occasion of a reminder, which names the last day of the license. */
export function reminderOf(expires: string): string {
	return `ends-on-${expires}`;
}

/** A mail about a license without its key; null if there is nothing left to say. */
export function composeNotice(
	{
		id,
		occasion,
		queued,
		address = null,
	}: { id: string; occasion: string; queued: number; address?: string | null },
	license: License,
	settings: Pick<Settings, 'mailFrom' | 'renewUrl'>,
	now = Date.now(),
): Mail | null {
	const { expires, email } = license;
	const to = occasion === movedFrom ? address : email;
	if (license.revoked !== null || to === null || to === forgottenEmail) return null;
	const ofChange = changeWords[occasion]?.(license);
	// The license has another last day by now, or none.
	if (!ofChange && (expires === null || occasion !== reminderOf(expires))) return null;
	const words = ofChange ?? reminderWords(license, settings, now);
	return {
		messageId: messageIdOf(id, settings),
		from: settings.mailFrom,
		to,
		...words,
		date: new Date(queued),
	};
}

type Words = Pick<Mail, 'subject' | 'text'>;

/** The occasions of mail about another address of a license: to the new one, and to the one before. */
export const movedTo = 'address-changed';
export const movedFrom = 'address-left';

/** The words of mail without a key that follows from a change, by its occasion. */
const changeWords: Readonly<Record<string, (license: License) => Words>> = {
	renewed: renewedWords,
	[movedTo]: movedToWords,
	[movedFrom]: movedFromWords,
};

function movedToWords({ id }: License): Words {
	return {
		subject: 'Your pointrelease license has this address now',
		text: [
			'Hello,',
			'',
			`your license ${id} has this address from now on: its key and mail about it`,
			'are sent here. The key stays the same.',
			'',
			'If you did not expect this, answer this mail.',
			'',
		].join('\n'),
	};
}

/** Says no new address: whoever reads the old one may no longer be the customer. */
function movedFromWords({ id }: License): Words {
	return {
		subject: 'Your pointrelease license has another address now',
		text: [
			'Hello,',
			'',
			`your license ${id} has another email address from now on: its key and mail`,
			'about it are no longer sent here.',
			'',
			'If you did not ask for this, answer this mail.',
			'',
		].join('\n'),
	};
}

function renewedWords({ id, expires }: License): Words {
	const until = expires === null ? 'without an end date' : `until ${expires} (UTC), that day included`;
	return {
		subject: 'Your pointrelease license was renewed',
		text: [
			'Hello,',
			'',
			`thank you for your payment. Your license ${id} was renewed: the key that you`,
			`have works ${until}.`,
			'There is nothing to install or to change.',
			'',
		].join('\n'),
	};
}

function reminderWords(
	{ id, expires }: License,
	{ renewUrl }: Pick<Settings, 'renewUrl'>,
	now: number,
): Words {
	const hasEnded = expires !== null && expires < dayTextAt(now);
	return {
		subject: `Your pointrelease license ${hasEnded ? 'ended' : 'ends'} on ${expires}`,
		text: [
			'Hello,',
			'',
			hasEnded
				? `your license ${id} ended on ${expires} (UTC). Its key no longer works:`
				: `your license ${id} ends on ${expires} (UTC), that day included. After that`,
			hasEnded
				? 'requests are answered with 403, so that scripts and reports that use it fail.'
				: 'its key no longer works: requests are answered with 403, so that scripts and',
			...(hasEnded ? [] : ['reports that use it fail.']),
			'',
			...(renewUrl === null
				? ['To renew it, answer this mail.']
				: ['Renew it here; the key stays the same:', '', `    ${renewUrl}`]),
			'',
			'If you do not want reminders about this license, answer this mail.',
			'',
		].join('\n'),
	};
}

function messageIdOf(id: string, { mailFrom }: Pick<Settings, 'mailFrom'>): string {
	return `<${id}@${/@([^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost'}>`;
}

function severalKeys(keyed: readonly KeyedLicense[]): string[] {
	const unlistedCount = keyed.length - mostKeys;
	return [
		'somebody asked for the license keys of this address. Encoded in base64:',
		...keyed
			.slice(0, mostKeys)
			.flatMap(({ license: { id, expires }, key }) => [
				'',
				key === null ? '    This key cannot be sent again. Ask us for help.' : `    ${encodeKey(key)}`,
				`    License ${id}${expires === null ? '' : `, works until ${expires} (UTC), that day included`}`,
			]),
		...(unlistedCount > 0 ? ['', `${unlistedCount} more: ask us for help.`] : []),
	];
}

function ofLicense({ id, expires }: MailedLicense, wayBack: readonly string[]): string[] {
	return [
		...(expires === null ? [] : [`The key works until ${expires} (UTC), that day included.`]),
		`Your license is ${id}: name it when you ask for help. Keep the key`,
		...wayBack,
	];
}

const unasked = [
	'Keep the keys to yourself. If you did not ask for this mail, you need not do',
	'anything: it went to this address only, and no key was shown to anybody.',
];
