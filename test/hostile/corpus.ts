/**
 * A raw request and the statuses that it must get. `{key}` stands for a valid key. `answers` lists the statuses in
 * order; an empty list means that the connection is closed without an answer. `nginx` is the answer of nginx 1.22
 * with default settings to the same bytes (files with these names, no key), if it differs; `why` then gives the
 * reason for ours.
 */
export interface HostileCase {
	name: string;
	/** Each piece is one write. */
	send: string | readonly string[];
	answers: readonly number[];
	nginx?: readonly number[];
	why?: string;
	/** The client closes its sending half after the last byte. */
	halfClose?: boolean;
	head?: boolean;
	/** One write per byte. */
	bytewise?: boolean;
}

export const key = 'Authorization: {key}\r\n';
export const host = 'Host: x\r\n';
/** A valid request up to its last header. */
export const good = `GET /items/14 HTTP/1.1\r\n${host}${key}`;
export const end = '\r\n';

/** A valid request except for its target. */
export function target(path: string): string {
	return `GET ${path} HTTP/1.1\r\n${host}${key}\r\n`;
}

/** A valid request except for these headers. */
export function having(...fields: string[]): string {
	return `${good}${fields.map((field) => `${field}\r\n`).join('')}\r\n`;
}

/** A valid request except for these headers in place of Host and Authorization. */
export function only(...fields: string[]): string {
	return `GET /items/14 HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;
}

export const reasons = {
	strict:
		'RFC 9112, 2.2 allows leniency here and does not ask for it; where nothing is guessed, no front can guess otherwise.',
	version:
		'The parser answers 505 to every request line that does not end in HTTP/1.0 or HTTP/1.1, whatever stands before; none of our code runs.',
	host: 'Nothing here depends on Host: one service answers under every name. The address is never put together from it.',
	noKeyThere: 'nginx asks for no key here; ours looks at the key before anything else.',
	length: 'The limit is on all of the headers together (16 KB) where nginx limits each line (8 KB).',
	status431: 'RFC 6585: 431 says what was too large; nginx says 400 or 414.',
	early:
		'No operation reads a body, so the answer is given at once and the body is parsed afterwards; its error then ends the connection.',
	te501:
		'RFC 9112, 6.1: an unknown coding is answered 501 or 400; after 400 the connection is closed as well.',
	normal: 'The address is normalized as browsers do it (WHATWG URL), after the key was checked.',
	method: 'The parser knows the registered methods and hangs up on any other.',
} as const;
