import { randomFillSync } from 'node:crypto';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Longer than any mistaken form of a key: repeated, quoted, encoded, with a scheme. */
const longestLookedAt = 100;
const wrongLength = 'a key has 19 characters: four groups of four with hyphens between them';
const shape = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/;

/** A new key: 16 symbols of 36, about 82 bits, from the system's cryptographic source. */
export function newKey(): string {
	const key = drawSymbols(symbols, 16);
	return `${key.slice(0, 4)}-${key.slice(4, 8)}-${key.slice(8, 12)}-${key.slice(12)}`;
}

/** Draws symbols evenly: a byte past the last whole multiple is dropped, because it would favor the first symbols. */
export function drawSymbols(alphabet: string, count: number): string {
	const fair = 256 - (256 % alphabet.length);
	const bytes = new Uint8Array(count * 2);
	let drawn = '';
	while (drawn.length < count) {
		randomFillSync(bytes);
		for (const byte of bytes) {
			if (byte < fair && drawn.length < count) drawn += alphabet[byte % alphabet.length];
		}
	}
	return drawn;
}

export function isKey(text: string): boolean {
	return shape.test(text);
}

/** The form in which a key is sent to its purchaser. */
export function encodeKey(key: string): string {
	return Buffer.from(key, 'latin1').toString('base64');
}

/**
 * What is wrong with the form of an Authorization header, or null. Uses only the header and never the licenses, so it
 * cannot reveal whether a key exists.
 */
export function shapeProblem(authorization: string | null): string | null {
	if (!authorization) return 'the Authorization header is missing: send the license key in it';
	if (isKey(authorization)) return null;
	// Clients choose the text, and the checks below take quadratic time.
	if (authorization.length > longestLookedAt) return wrongLength;
	if (/^(bearer|basic|token|apikey|key)\b[ :=]/i.test(authorization))
		return 'send the key as it is, without a scheme such as Bearer';
	if (isEncodedKey(authorization)) return 'this is the base64 form of a key: decode it first';
	if (authorization.includes(','))
		return 'the Authorization header has a comma, or was sent more than once: send only the key, once';
	if (isKey(authorization.toUpperCase())) return 'a key has upper-case letters only';
	if (isKey(authorization.replace(/^["'<\s]+|["'>\s]+$/g, ''))) return 'send the key without quotation marks';
	if (/^[A-Z0-9]{16}$/i.test(authorization)) return 'a key has hyphens between its four groups';
	if (authorization.length !== 19) return wrongLength;
	return 'a key has four groups of four characters (A-Z, 0-9) with hyphens between them';
}

function isEncodedKey(text: string): boolean {
	if (!/^[A-Za-z0-9+/_-]{26,28}={0,2}$/.test(text)) return false;
	return isKey(Buffer.from(text, 'base64').toString('latin1').trim());
}
