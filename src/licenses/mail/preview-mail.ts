import type { Mail } from '../../delivery/mail.ts';
import type { Settings } from '../../settings/settings.ts';
import { encodeKey } from '../key.ts';
import { composeMail, type MailedLicense, type Occasion } from './mail.ts';

/** Stands for the key, whose mail is as long. */
const standIn = 'XXXX-XXXX-XXXX-XXXX';
/** What a preview shows in its place. */
export const hiddenKey = '(the key)';

/** A mail with a key as it would be sent, without the key. */
export function previewMail(
	license: MailedLicense,
	occasion: Occasion,
	settings: Settings,
): Pick<Mail, 'to' | 'subject' | 'text'> {
	const request = { id: 'preview', occasion, queued: 0 };
	const { to, subject, text } = composeMail(request, [{ license, key: standIn }], settings);
	return { to, subject, text: text.replaceAll(encodeKey(standIn), hiddenKey) };
}
