import type { Catalog } from '../../catalog/catalog.ts';
import { type Answer, etagOf } from '../answer.ts';
import { answerHeaders } from '../headers.ts';

export function jsonAnswer(catalog: Catalog, value: object): Answer {
	const body = JSON.stringify(value);
	const etag = etagOf(body);
	return { status: 200, body, etag, headers: answerHeaders(catalog, etag) };
}

/**
 * An answer in one of several forms. With `today` it holds only for that day: a cache must ask every time, and
 * it counts as changed at the last midnight, unless the data changed after that.
 */
export function variedAnswer(catalog: Catalog, body: string, type: string, today: string | null): Answer {
	const etag = etagOf(body);
	const headers = answerHeaders(catalog, etag);
	headers.set('Content-Type', type);
	headers.set('Vary', 'Accept');
	const changed = Math.max(Date.parse(catalog.changed), today ? Date.parse(`${today}T00:00:00Z`) : 0);
	headers.set('Last-Modified', new Date(changed).toUTCString());
	if (today) headers.set('Cache-Control', 'private, no-cache');
	return { status: 200, body, etag, headers, changed };
}
