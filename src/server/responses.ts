import { problemHeaders } from '@pointrelease/core/src/api/headers.ts';
import { type Problem, problem } from '@pointrelease/core/src/api/problem.ts';
import { isFresh } from '@pointrelease/core/src/api/request-headers.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { ReadyAnswer, SentBody } from '../api/ready-answer.ts';

/** When the data last changed, in milliseconds, and what day it is. */
export interface AnswerTimes {
	readonly lastModified: number;
	today(): string;
}

/** The answer in the encoding that the client accepts, or 304 if the client has it already. */
export function sendAnswer(
	{ headers: requestHeaders }: Request,
	answer: ReadyAnswer,
	times: AnswerTimes,
): Response {
	const { body, etag, headers, link } =
		answer.forClient?.(requestHeaders.get('accept-encoding')) ?? (answer as SentBody);
	// In a test the service's day may be ahead of the clock; moments of that day count as past.
	const now = () => Math.max(Date.now(), Date.parse(times.today()));
	return isFresh(requestHeaders, etag, answer.changed ?? times.lastModified, now)
		? headers.respondUnchanged(etag, link)
		: headers.respond(body, etag, link);
}

export type SendProblem = (problem: Problem, extra?: Record<string, string>) => Response;

/** Makes a sender of problems. Problems that depend on the data need its catalog. */
export function problemSender(catalog: Catalog | null): SendProblem {
	// Shared by all problems without extra headers: making headers costs half as much as the whole answer.
	const plain = problemHeaders(catalog);
	return ({ status, body }, extra) =>
		new Response(body, { status, headers: extra ? problemHeaders(catalog, extra) : plain });
}

/** Sends a problem that does not depend on the data. */
export const sendProblem = problemSender(null);

/** Refuses a request. The client may try again after this many seconds. */
export function sendTooMany(
	send: SendProblem,
	detail: string,
	seconds: number,
	headers: Record<string, string> = {},
): Response {
	const wait = `try again in ${counted(seconds, 'second')}`;
	return send(problem('too-many-requests', `${detail}: ${wait}`), {
		...headers,
		'Retry-After': String(seconds),
	});
}
