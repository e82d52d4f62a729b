import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer } from '../answer.ts';
import { cachedAnswer, cachedBody } from '../answer-cache.ts';
import { compressedAnswer } from '../compressed-answer.ts';
import type { OwnFields } from '../headers.ts';
import type { Problem } from '../problem.ts';
import type { Parameters, ReadPath } from '../routes.ts';

/**
 * One read of the data: the answer, the problem that says why there is none, or null for a path that only looks
 * like this one and names nothing.
 */
export type Read<Path extends ReadPath> = (
	catalog: Catalog,
	asked: ReadRequest<Path>,
) => Answer | Problem | null;

/** What a request asks for, and the day it comes on: the catalog has no clock. */
export interface ReadRequest<Path extends string> {
	/** What stands where the path of the table has its braces, decoded. */
	readonly parameters: Parameters<Path>;
	/** What follows the question mark, as it was sent. */
	readonly query: string;
	/** The header `Accept`. */
	readonly accept: string | null;
	/** In UTC, YYYY-MM-DD. */
	readonly today: string;
	/** The policies that the operator gave names to. */
	readonly policies: NamedPolicies;
	/** Under which address whoever asks reaches the service; absent or null where there is none. */
	readonly address?: string | null;
	/** The address of this service's feed in SOFA's shape, where everybody may read it. */
	readonly ownSofaUrl?: string | null;
}

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

/**
 * Facts as `key=value` lines, with nothing after `=` for null and commas between several values. Every value is made of
 * letters, digits, `.`, `-`, `_` and those commas, so that a shell can read the lines, and does no harm if it evaluates them.
 */
export function printLines(facts: Readonly<Record<string, unknown>>): string {
	return Object.entries(facts)
		.map(([key, value]) => `${key}=${value ?? ''}\n`)
		.join('');
}

/** The sources that tokens name, each once, with where to read them. A token such as `wikipedia:System 7` begins with its source. */
export function namedSources(catalog: Catalog, tokens: Iterable<string>) {
	const used = new Set([...tokens].map((token) => token.split(':')[0]!));
	return [...used].toSorted().map((source) => {
		const named = catalog.sources.get(source);
		return { source, name: named?.name ?? source, url: named?.address ?? null };
	});
}

/** Where the vendor's article is; null where there is none. */
export function articleOf(article: string): string | null {
	return article === '' ? null : `https://support.apple.com/${article}`;
}
