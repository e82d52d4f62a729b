import type { Catalog } from '../../catalog/catalog.ts';
import { type Answer, type AnswerHeaders, etagOf } from '../answer.ts';
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
	const { headers, changed } = variedHeaders(catalog, type, today);
	return { status: 200, body, etag: etagOf(body), headers, changed };
}

interface VariedHeaders {
	readonly headers: AnswerHeaders;
	readonly changed: number;
}

const ofCatalogs = new WeakMap<Catalog, Map<string, VariedHeaders>>();
/** Two types today, and the same for days that are given; yesterday's go at the first answer of a new day. */
const mostHeaders = 4;

/** Answers of one day and type share their headers: thousands of them are kept. */
function variedHeaders(catalog: Catalog, type: string, today: string | null): VariedHeaders {
	const known = ofCatalogs.get(catalog) ?? new Map<string, VariedHeaders>();
	ofCatalogs.set(catalog, known);
	const key = `${type} ${today}`;
	let found = known.get(key);
	if (!found) {
		const { fields, changed } = dayFields(catalog, today);
		found = { headers: answerHeaders(catalog, { ...fields, 'Content-Type': type, Vary: 'Accept' }), changed };
		if (known.size >= mostHeaders) known.clear();
		known.set(key, found);
	}
	return found;
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
