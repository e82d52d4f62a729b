/**
 * Anything shaped like an email address, also with a quoted name before the @ (RFC 5322, section 3.4.1). A text is read from
 * left to right in one pass: neither part may hold what separates addresses in a sentence. Each word is looked at once, from its
 * beginning, and a quoted name has at most 64 characters, as the RFC has it: long texts without an @ would take quadratic time.
 */
const address = /(?:"(?:[^"\\]|\\.){0,64}"|(?<![^\s@<>"(),;:])[^\s@<>"(),;:]+)@[^\s@<>"(),;:]+/g;

/** Replaces all email addresses in a text that is logged or stored forever. */
export function withoutAddresses(text: string): string {
	return text.replace(address, '(address)');
}

/** The address in typed or pasted text: the part in brackets of `Jane Doe <jane@example.com>`, else the whole text. */
export function typedAddress(text: string): string {
	const typed = text.trim();
	return /^[^<>]*<([^<>\s]+)>$/.exec(typed)?.[1] ?? typed;
}

/** All email addresses in a text. */
export function addressesIn(text: string): string[] {
	return (text.match(address) ?? []).map((match) => match.replace(/(?<![.'!?])[.'!?]+$/, ''));
}
