import type { Catalog } from '../catalog/catalog.ts';
import type { OwnFields } from './answer.ts';

/** Pages of other sites may call the service with their key, and read all headers of the answer. */
const everywhere = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers': '*',
	'X-Content-Type-Options': 'nosniff',
};

/**
 * The header fields of a 200 or 304: `private`, because a key was needed, and five minutes old at most. An answer's own
 * fields replace these.
 */
export function answerFields(catalog: Catalog, ownFields: OwnFields = {}): [name: string, value: string][] {
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

/** Of an answer that needed no key and is the same for everybody: any cache on the way may store it. */
export const forEveryCache: OwnFields = { 'Cache-Control': 'public, max-age=300' };

/** The fields of an answer that clients may get compressed. */
export function compressible(fields: OwnFields): OwnFields {
	return { ...fields, Vary: fields.Vary ? `${fields.Vary}, Accept-Encoding` : 'Accept-Encoding' };
}

const ofEveryProblem = {
	...everywhere,
	'Content-Type': 'application/problem+json',
	'Cache-Control': 'no-store',
};

/** The headers of a problem. Pass the catalog if the problem may depend on the data: they then name its version. */
export function problemHeaders(catalog: Catalog | null, extra: Record<string, string> = {}): Headers {
	const state = catalog && { 'Data-Version': catalog.dataVersion };
	return new Headers({ ...ofEveryProblem, ...state, ...extra });
}

/** The headers of public answers about the present state of the service. */
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
