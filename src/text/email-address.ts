/**
 * Anything shaped like an email address, also with a quoted name before the @ (RFC 5322, section 3.4.1). A text is read from
 * left to right in one pass: neither part may hold what separates addresses in a sentence.
 */
const address = /(?:"(?:[^"\\]|\\.)*"|[^\s@<>"(),;:]+)@[^\s@<>"(),;:]+/g;

/** The text with no address in it, for what is logged or kept for ever. */
export function withoutAddresses(text: string): string {
	return text.replace(address, '(address)');
}

/** The address in what somebody typed or pasted to find a person: `Jane Doe <jane@example.com>` is the one in brackets. */
export function typedAddress(text: string): string {
	const typed = text.trim();
	return /^[^<>]*<([^<>\s]+)>$/.exec(typed)?.[1] ?? typed;
}

/** Every address that the text names, such as that of `Jane Doe <jane@example.com>`. */
export function addressesIn(text: string): string[] {
	return (text.match(address) ?? []).map((match) => match.replace(/[.'!?]+$/, ''));
}
