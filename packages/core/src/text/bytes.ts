/** The bytes of a text as UTF-8. */
export function byteLength(text: string): number {
	return new TextEncoder().encode(text).length;
}

export function hex(bytes: Uint8Array): string {
	let text = '';
	for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
	return text;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64 for addresses, without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += 3) {
		const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
		const letters = Math.min(4, bytes.length - at + 1);
		for (let letter = 0; letter < letters; letter++) text += alphabet[(group >> (18 - 6 * letter)) & 63];
	}
	return text;
}
