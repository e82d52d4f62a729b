import type { Catalog } from '../../catalog/catalog.ts';
import { type Answer, etagOf } from '../answer.ts';
import { answerHeaders } from '../headers.ts';

export function jsonAnswer(catalog: Catalog, value: object): Answer {
	const body = JSON.stringify(value);
	return { status: 200, body, etag: etagOf(body), headers: answerHeaders(catalog) };
}

/**
 * An answer in one of several forms. With `today` it holds only for that day: a cache must ask every time, and
 * it counts as changed at the last midnight, unless the data changed after that.
 */
export function variedAnswer(catalog: Catalog, body: string, type: string, today: string | null): Answer {
	const changed = Math.max(Date.parse(catalog.changed), today ? Date.parse(`${today}T00:00:00Z`) : 0);
	const headers = answerHeaders(catalog, {
		'Content-Type': type,
		Vary: 'Accept',
		'Last-Modified': new Date(changed).toUTCString(),
		...(today && { 'Cache-Control': 'private, no-cache' }),
	});
	return { status: 200, body, etag: etagOf(body), headers, changed };
}
