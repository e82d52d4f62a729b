import type { Catalog } from '../../catalog/catalog.ts';
import { type Answer, etagOf } from '../answer.ts';
import { compressedAnswer } from '../compressed-answer.ts';
import { answerHeaders, type OwnFields } from '../headers.ts';
import { keptAnswer } from '../kept-answers.ts';

export function jsonAnswer(catalog: Catalog, value: object): Answer {
	const body = JSON.stringify(value);
	return { status: 200, body, etag: etagOf(body), headers: answerHeaders(catalog) };
}

/** The same for a long answer that many ask for: made and compressed once for each state of the data. */
export function keptJson(catalog: Catalog, key: string, make: () => object): Answer {
	return keptAnswer(catalog, key, () => compressedAnswer(catalog, JSON.stringify(make())));
}

/**
 * An answer in one of several forms. With `today` it holds only for that day: a cache must ask every time, and
 * it counts as changed at the last midnight, unless the data changed after that.
 */
export function variedAnswer(catalog: Catalog, body: string, type: string, today: string | null): Answer {
	const { fields, changed } = dayFields(catalog, today);
	const headers = answerHeaders(catalog, { ...fields, 'Content-Type': type, Vary: 'Accept' });
	return { status: 200, body, etag: etagOf(body), headers, changed };
}

/** The header fields of an answer that holds for today only, or, without `today`, for as long as the data. */
export function dayFields(
	catalog: Catalog,
	today: string | null,
): { readonly fields: OwnFields; readonly changed: number } {
	const changed = Math.max(Date.parse(catalog.changed), today ? Date.parse(`${today}T00:00:00Z`) : 0);
	const fields = {
		'Last-Modified': new Date(changed).toUTCString(),
		...(today && { 'Cache-Control': 'private, no-cache' }),
	};
	return { fields, changed };
}
