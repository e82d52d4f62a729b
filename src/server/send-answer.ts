import type { Answer, SentBody } from '../api/answer.ts';
import { isUnchangedSince, matchesTag } from '../api/conditional.ts';
import { isBrowser } from '../api/headers.ts';

/** When the data last changed, in milliseconds, and what day it is. */
export interface AnswerTimes {
	readonly lastModified: number;
	today(): string;
}

/** The answer in the form that the client takes, or word that it has it already. */
export function sendAnswer({ headers: asked }: Request, answer: Answer, times: AnswerTimes): Response {
	const { body, etag, headers } = answer.forClient?.(asked.get('accept-encoding')) ?? (answer as SentBody);
	const { forBrowsers } = headers;
	const used = forBrowsers === headers || !isBrowser(asked) ? headers : forBrowsers;
	return isFresh(asked, etag, answer.changed ?? times.lastModified, times.today)
		? used.respondUnchanged(etag)
		: used.respond(body, etag);
}

function isFresh(asked: Headers, etag: string, lastModified: number, today: () => string): boolean {
	const tags = asked.get('if-none-match');
	if (tags !== null) return matchesTag(tags, etag);
	const since = asked.get('if-modified-since');
	if (since === null) return false;
	// The service's own day may be ahead of the clock in a test; a moment of it has come all the same.
	return isUnchangedSince(since, lastModified, Math.max(Date.now(), Date.parse(today())));
}
