import { randomFillSync } from 'node:crypto';

const symbols = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

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

/** The form in which a key is sent to its purchaser. */
export function encodeKey(key: string): string {
	return Buffer.from(key, 'latin1').toString('base64');
}

/** The key that a person typed or pasted: in any case, with or without hyphens, or as it was mailed; null if it is none. */
export function readKey(text: string): string | null {
	const plain = /^[A-Za-z0-9+/]{26,27}={0,2}$/.test(text)
		? Buffer.from(text, 'base64').toString('latin1')
		: text;
	const symbols = plain.replaceAll('-', '').toUpperCase();
	if (!/^[A-Z0-9]{16}$/.test(symbols)) return null;
	return symbols.match(/.{4}/g)!.join('-');
}
