import { pathOf } from '../api/path.ts';
import type { Log } from '../log.ts';

export type AccessLog = (request: Request, status: number, milliseconds: number) => void;

/** Longer paths name nothing; the log need not repeat all of them. */
const longestPath = 200;

/** One line per request: who asked, what for, what came of it. No header and no query string is written. */
export function createAccessLog(log: Log, addressOf: (request: Request) => string): AccessLog {
	return (request, status, milliseconds) =>
		log.info('request', {
			client: addressOf(request),
			method: request.method,
			path: withoutKeys(pathOf(request.url).slice(0, longestPath)),
			status,
			microseconds: Math.round(milliseconds * 1000),
		});
}

/**
 * Some client will put its key into the path one day. Whatever could be one, in any spelling that a person
 * might try, is left out: four groups with hyphens or without, or the base64 form.
 */
export function withoutKeys(path: string): string {
	return path
		.split('/')
		.map((segment) => (mayHoldKey(segment) ? '[redacted]' : segment))
		.join('/');
}

function mayHoldKey(segment: string): boolean {
	// A hyphen or any letter may be percent-encoded, even twice.
	const plain = decoded(decoded(segment));
	return (
		/[a-z0-9]{4}([-\s_.+]?[a-z0-9]{4}){3}/i.test(plain) && !/^Mac-[0-9a-f]{8,16}(:[0-9.]*)?$/i.test(plain)
	);
}

function decoded(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
