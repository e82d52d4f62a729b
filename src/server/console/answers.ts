import { Failure } from '../../process/failure.ts';
import { readBody, usualBodyBytes } from '../posts/read-body.ts';

/** Headers of every answer: nobody stores, embeds or reads it elsewhere. */
const headers = {
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Referrer-Policy': 'no-referrer',
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** JSON that was made before, such as a long report. */
export function sendText(json: Uint8Array<ArrayBuffer>): Response {
	return new Response(json, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

export function sendJson(value: unknown, status = 200, more: Record<string, string> = {}): Response {
	return new Response(JSON.stringify(value), {
		status,
		headers: { ...headers, 'Content-Type': 'application/json', ...more },
	});
}

/** A refusal in the form of the service's problems (RFC 9457). `code` stays, `detail` is for a person. */
export function refuse(
	status: number,
	code: string,
	detail: string,
	more: Record<string, string> = {},
): Response {
	const body = {
		type: `urn:pointrelease:problem:${code}`,
		title: titles[status] ?? 'Refused',
		status,
		detail,
		code,
	};
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...headers, 'Content-Type': 'application/problem+json', ...more },
	});
}

const titles: Record<number, string> = {
	400: 'Invalid request',
	401: 'Sign in',
	403: 'Not allowed',
	404: 'Not found',
	405: 'Method not allowed',
	409: 'Conflict',
	413: 'Too long',
	429: 'Too many requests',
	503: 'Not ready',
};

export function notFound(): Response {
	return refuse(404, 'not-found', 'there is nothing at this address');
}

export function onlyMethod(methods: string): Response {
	return refuse(405, 'method-not-allowed', `only ${methods} is allowed here`, { Allow: methods });
}

export function tooMany(seconds: number): Response {
	return refuse(429, 'too-many-requests', `too many attempts: try again in ${seconds} s`, {
		'Retry-After': String(seconds),
	});
}

/** The answer to a failure that names what to do; any other error is thrown again. */
export function refuseFailure(thrown: unknown): Response {
	if (!(thrown instanceof Failure)) throw thrown;
	const { code, message } = thrown;
	if (code.startsWith('no-such-')) return refuse(404, code, message);
	if (code.startsWith('database-') || code === 'state-unwritable')
		return refuse(503, code, message, { 'Retry-After': '5' });
	return refuse(code.startsWith('bad-') ? 400 : 409, code, message);
}

/** The JSON object of a POST. A form of HTML cannot send this type, not even from another site. */
export async function readJson(request: Request): Promise<Record<string, unknown> | Response> {
	if (!/^application\/json(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
		return refuse(400, 'bad-body', 'send JSON, with Content-Type: application/json');
	const bytes = await readBody(request, usualBodyBytes);
	if (bytes instanceof Response) return bytes;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		// PostgreSQL stores no NUL: to a person it would look as if the database failed.
		if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) return refuse(400, 'bad-body', 'a text has a NUL character');
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null && !Array.isArray(value))
			return value as Record<string, unknown>;
	} catch {
		// The answer is the same.
	}
	return refuse(400, 'bad-body', 'the body is not a JSON object');
}
