import { domainToASCII } from 'node:url';
import { dayAt, parseDay } from '@pointrelease/core/src/text/day.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import type { LicenseRecord } from '../database/license-columns.ts';
import { Failure } from '../process/failure.ts';
import { drawSymbols } from './key.ts';

/**
 * A stored license. `number` counts from 1 without gaps; it is the slot in memory and never shown. `id` is the short
 * public name, safe to say on the telephone and useless as a key. Moments are ISO 8601 text. `expires` is the last day on
 * which the key works, in UTC.
 */
export type License = LicenseRecord;

type Status = 'active' | 'expired' | 'revoked';

export function statusOf(license: Pick<License, 'expires' | 'revoked'>, now = Date.now()): Status {
	if (license.revoked !== null) return 'revoked';
	return lastDayOf(license) < dayAt(now) ? 'expired' : 'active';
}

/** The last day of a license without an end. */
export const always = 0xffffffff;

/** The last day on which the key works; 0 if it is revoked, so that a single comparison decides. */
function lastDayOf(license: Pick<License, 'expires' | 'revoked'>): number {
	if (license.revoked !== null) return 0;
	return license.expires === null ? always : (parseDay(license.expires) ?? 0);
}

/** Replaces the address of a forgotten person: nothing can be sent there (RFC 6761, section 6.4). */
export const forgottenEmail = 'forgotten@forgotten.invalid';

/** In Crockford's base32, without I, L, O and U, so that an ID is neither misread nor offensive. */
export function newId(): string {
	return drawSymbols('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 8);
}

/** Reads an ID as somebody typed it; null if it cannot be one. */
export function readId(text: string): string | null {
	const id = text.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
	return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(id) ? id : null;
}

/**
 * The spelling by which licenses are looked up: without case, which mail servers ignore in practice, and with an ASCII
 * domain (`xn--bcher-kva.example` for `bücher.example`).
 */
export function mailboxOf(email: string): string {
	const lower = email.normalize('NFC').toLowerCase();
	const at = lower.lastIndexOf('@');
	const domain = lower.slice(at + 1);
	return `${lower.slice(0, Math.max(at, 0))}@${domainToASCII(domain) || domain}`;
}

export function checkEmail(text: string): string {
	const email = text.trim();
	if (
		email.length <= 254 &&
		visible(email) === email &&
		/^[^\s@<>",;:()\\[\]\x00-\x1f\x7f]+@[^\s@<>",;:()\\\x00-\x1f\x7f]+$/.test(email)
	)
		return email;
	throw new Failure('bad-email', `${JSON.stringify(text.slice(0, 80))} is not an email address`);
}

export function checkExpires(text: string): string {
	if (parseDay(text) !== null) return text;
	throw new Failure('bad-date', `${JSON.stringify(text.slice(0, 20))} is not a day of the form YYYY-MM-DD`);
}

/** Checks the reference of an order. The audit log repeats it, and must not hold addresses. */
export function checkOrder(text: string): string {
	if (text.length <= 255 && visible(text) === text && /^[^\s@]+$/.test(text)) return text;
	throw new Failure('bad-order', 'an order reference has 1 to 255 characters without spaces and @');
}

/** At most 500 characters, none of which moves the cursor of a terminal. */
export const noteShape = /^[^\x00-\x08\x0b-\x1f\x7f]{0,500}$/u;

export function checkNote(text: string): string {
	if (noteShape.test(text)) return text;
	throw new Failure('bad-note', 'a note has at most 500 characters and no control characters');
}
