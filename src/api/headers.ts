import type { Catalog } from '../catalog/catalog.ts';
import { AnswerHeaders } from './answer.ts';

/** Pages elsewhere may call the service with their key, and read all of the answer's headers. */
const everywhere = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers': '*',
	'X-Content-Type-Options': 'nosniff',
};

/**
 * Of a 200 or a 304: private, because it was given to a key; five minutes old at most. An answer's own fields
 * take the place of these; null leaves one out.
 */
export function answerHeaders(catalog: Catalog, ownFields: OwnFields = {}): AnswerHeaders {
	return new AnswerHeaders(fieldsOf(catalog, ownFields));
}

function fieldsOf(catalog: Catalog, ownFields: OwnFields): [name: string, value: string][] {
	const fields: OwnFields = {
		...everywhere,
		'Content-Type': 'application/json',
		'Cache-Control': 'private, max-age=300',
		'Last-Modified': new Date(catalog.changed).toUTCString(),
		'Data-Version': catalog.dataVersion,
		...ownFields,
	};
	return Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
}

const ofCatalogs = new WeakMap<Catalog, Map<string, AnswerHeaders>>();
/** A dozen kinds of answers, each in three encodings, some of them of today; yesterday's go when there are too many. */
const mostShared = 100;

/** The same, shared by all answers with these fields: thousands of them are kept. */
export function sharedHeaders(catalog: Catalog, ownFields: OwnFields): AnswerHeaders {
	const shared = ofCatalogs.get(catalog) ?? new Map<string, AnswerHeaders>();
	ofCatalogs.set(catalog, shared);
	const key = JSON.stringify(ownFields);
	let headers = shared.get(key);
	if (!headers) {
		headers = answerHeaders(catalog, ownFields);
		if (shared.size >= mostShared) shared.clear();
		shared.set(key, headers);
	}
	return headers;
}

export type OwnFields = Readonly<Record<string, string | null>>;

const ofEveryProblem = {
	...everywhere,
	'Content-Type': 'application/problem+json',
	'Cache-Control': 'no-store',
};

/** Headers of a problem. If the problem depends, or may depend, on the data, they name the state of the data. */
export function problemHeaders(catalog: Catalog | null, extra: Record<string, string> = {}): Headers {
	const state = catalog && { 'Data-Version': catalog.dataVersion };
	return new Headers({ ...ofEveryProblem, ...state, ...extra });
}

/** Of the few public answers that tell the state of this moment. */
export function stateHeaders(): Headers {
	return new Headers({ ...everywhere, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
}

/** The answer to a CORS preflight. `Authorization` must be named: the wildcard does not cover it. */
export function preflightHeaders(): Headers {
	return new Headers({
		...everywhere,
		'Access-Control-Allow-Methods': 'GET, HEAD',
		'Access-Control-Allow-Headers': 'Authorization, If-None-Match, If-Modified-Since, Accept',
		'Access-Control-Max-Age': '86400',
		Vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
	});
}
