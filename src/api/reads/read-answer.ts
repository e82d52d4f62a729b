import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer } from '../answer.ts';
import { cachedAnswer, cachedBody } from '../answer-cache.ts';
import { compressedAnswer } from '../compressed-answer.ts';
import type { OwnFields } from '../headers.ts';

export function jsonAnswer(catalog: Catalog, value: object): Answer {
	return cachedBody(catalog, JSON.stringify(value));
}

/** The same for a long answer that many ask for: made and compressed once for each state of the data. */
export function cachedJson(catalog: Catalog, key: string, make: () => object): Answer {
	return cachedAnswer(catalog, key, () => compressedAnswer(catalog, JSON.stringify(make())));
}

/**
 * An answer in one of several forms. With `today` it holds only for that day: a cache must ask every time, and
 * it counts as changed at the last midnight, unless the data changed after that.
 */
export function variedAnswer(catalog: Catalog, body: string, type: string, today: string | null): Answer {
	const { fields, changed } = variedFields(catalog, type, today);
	return cachedBody(catalog, body, fields, changed);
}

/** The same for an answer that its reader keeps. */
export function cachedVariedAnswer(
	catalog: Catalog,
	body: string,
	type: string,
	today: string | null,
): Answer {
	const { fields, changed } = variedFields(catalog, type, today);
	return compressedAnswer(catalog, body, fields, changed);
}

function variedFields(catalog: Catalog, type: string, today: string | null) {
	const { fields, changed } = dayFields(catalog, today);
	return { fields: { ...fields, 'Content-Type': type, Vary: 'Accept' }, changed };
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
