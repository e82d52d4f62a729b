import type { Settings } from '../../settings/settings.ts';
import { encodeKey } from '../key.ts';
import type { License } from '../license.ts';

/** Why a mail is sent. */
export type Occasion = 'issued' | 'resent';

/** A mail, ready to be handed over. */
export interface Mail {
	/** The same for every attempt, so that a second copy, should one ever arrive, is recognisable as such. */
	messageId: string;
	from: string;
	to: string;
	subject: string;
	date: Date;
	text: string;
}

/** A node of an older release thanks for a purchase where a key is replaced, and gets the key right. */
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
};

/** What a mail tells of a license. */
export type MailedLicense = Pick<License, 'id' | 'email' | 'expires' | 'replaces'> & {
	/** The last day of the key that it takes the place of; null where that ended, or there is none. */
	overlapUntil: string | null;
};

/** The mail that brings a key to its purchaser: encoded, with how to decode and use it. */
export function composeMail(
	request: { id: string; occasion: Occasion; queued: number },
	license: MailedLicense,
	key: string,
	settings: Pick<Settings, 'mailFrom' | 'publicUrl'>,
): Mail {
	const encoded = encodeKey(key);
	const domain = /@([^\s@<>]+)>?$/.exec(settings.mailFrom)?.[1] ?? 'localhost';
	// ASCII in short lines: it travels as it is, and the key can be copied out of the raw message.
	const lines = [
		'Hello,',
		'',
		...greetingOf(request.occasion, license),
		'',
		`    ${encoded}`,
		'',
		'Decode it before use. On macOS and Linux, in a terminal:',
		'',
		`    echo ${encoded} | base64 --decode`,
		'',
		'The result has the form XXXX-XXXX-XXXX-XXXX. Send it as it is, with nothing',
		'before it, in the Authorization header of every request:',
		'',
		`    KEY=$(echo ${encoded} | base64 --decode)`,
		'    curl -H "Authorization: $KEY" \\',
		`      ${settings.publicUrl ?? 'https://SERVER'}/items/26`,
		'',
		...(license.expires === null ? [] : [`The key works until ${license.expires} (UTC), that day included.`]),
		`Your license is ${license.id}: name it when you ask for help. Keep the key`,
		'to yourself. If you lose it, ask us to send it to this address again.',
		'',
	];
	return {
		messageId: `<${request.id}@${domain}>`,
		from: settings.mailFrom,
		to: license.email,
		subject: subjects[request.occasion],
		date: new Date(request.queued),
		text: lines.join('\n'),
	};
}
