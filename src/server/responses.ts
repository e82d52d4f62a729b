import type { Answer, SentBody } from '../api/answer.ts';
import { problemHeaders } from '../api/headers.ts';
import type { Problem } from '../api/problem.ts';
import { isUnchangedSince, matchesTag } from '../api/request-headers.ts';
import type { Catalog } from '../catalog/catalog.ts';

/** When the data last changed, in milliseconds, and what day it is. */
export interface AnswerTimes {
	readonly lastModified: number;
	today(): string;
}

/** The answer in the form that the client takes, or word that it has it already. */
export function sendAnswer({ headers: asked }: Request, answer: Answer, times: AnswerTimes): Response {
	const { body, etag, headers } = answer.forClient?.(asked.get('accept-encoding')) ?? (answer as SentBody);
	return isFresh(asked, etag, answer.changed ?? times.lastModified, times.today)
		? headers.respondUnchanged(etag)
		: headers.respond(body, etag);
}

function isFresh(asked: Headers, etag: string, lastModified: number, today: () => string): boolean {
	const tags = asked.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = asked.get('if-modified-since');
	if (since === null) return false;
	// The service's own day may be ahead of the clock in a test; a moment of it has come all the same.
	return isUnchangedSince(since, lastModified, Math.max(Date.now(), Date.parse(today())));
}

export type SendProblem = (problem: Problem, extra?: Record<string, string>) => Response;

/** Sends problems; of a catalog those that tell, or may tell, something about that state of the data. */
export function problemSender(catalog: Catalog | null): SendProblem {
	// Shared by all that add nothing: making them anew costs half as much as the whole answer.
	const plain = problemHeaders(catalog);
	return ({ status, body }, extra) =>
		new Response(body, { status, headers: extra ? problemHeaders(catalog, extra) : plain });
}

/** Of a problem that the data had no part in. */
export const sendProblem = problemSender(null);
