import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer, OwnFields } from '../answer.ts';
import type { PathParameters } from '../path.ts';
import type { Problem } from '../problem.ts';
import type { ShapeName, Shapes } from '../shapes/shapes.ts';

/** One read of the data: the answer of that shape, a problem, or null if the path does not exist after all. */
export type Read<Path extends string, Name extends ShapeName = never> = (
	catalog: Catalog,
	request: ReadRequest<Path>,
) => Answer<[Name] extends [never] ? unknown : Shapes[Name]> | Problem | null;

/** The request and its day: the catalog has no clock. */
export interface ReadRequest<Path extends string> {
	/** The decoded parameters of the path. */
	readonly parameters: PathParameters<Path>;
	/** The query, as it was sent. */
	readonly query: string;
	/** The header `Accept`. */
	readonly accept: string | null;
	/** In UTC, YYYY-MM-DD. */
	readonly today: string;
	/** The operator's named policies. */
	readonly policies: NamedPolicies;
	/** The address at which the client reaches the service; absent or null if there is none. */
	readonly address?: string | null;
	/** The address of this service's feed in SOFA's shape, if it is public. */
	readonly ownSofaUrl?: string | null;
}

export function jsonAnswer<Value extends object>(value: Value): Answer<Value> {
	return { status: 200, body: JSON.stringify(value), fields: {} };
}

/**
 * An answer in one of several forms. With `today` it is valid only for that day: caches must revalidate it, and it
 * counts as changed at the last midnight unless the data changed later.
 */
export function variedAnswer<Value>(
	catalog: Catalog,
	{ body, type }: Form<Value>,
	today: string | null,
): Answer<Value> {
	const { fields, changed } = dayFields(catalog, today);
	return { status: 200, body, fields: { ...fields, 'Content-Type': type, Vary: 'Accept' }, changed };
}

export function jsonForm<Value extends object>(value: Value): Form<Value> {
	return { body: JSON.stringify(value), type: 'application/json' };
}

/** One of the forms in which a value is answered. */
export interface Form<Value> extends Pick<Answer<Value>, 'holds'> {
	readonly body: string;
	readonly type: string;
}

/** The header fields of an answer that is valid only today or, without `today`, as long as the data. */
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
 * Facts as `key=value` lines, empty for null, with commas between several values. Pass only values of letters, digits,
 * `.`, `-` and `_`, so that a shell can safely evaluate the lines.
 */
function printLines(facts: Readonly<Record<string, unknown>>): string {
	return Object.entries(facts)
		.map(([key, value]) => `${key}=${value ?? ''}\n`)
		.join('');
}

/** A record in the form that the client prefers: its facts as lines, or as JSON with its sentences. */
export function textOrJson<Value extends object>(
	text: boolean,
	{ lines, json }: { lines(): Readonly<Record<string, unknown>>; json(): Value },
): Form<Value> {
	return text ? { body: printLines(lines()), type: 'text/plain; charset=utf-8' } : jsonForm(json());
}

/**
 * The named sources without repetition, with their addresses. A token such as `wikipedia:System 7` begins with its
 * source.
 */
export function namedSources(catalog: Catalog, tokens: Iterable<string>) {
	const used = new Set([...tokens].map((token) => token.split(':')[0]!));
	return [...used].toSorted().map((source) => {
		const named = catalog.sources.get(source);
		return { source, name: named?.name ?? source, url: named?.address ?? null };
	});
}

/** The address of the vendor's article, without a language, so that it opens in the reader's; null if there is none. */
export function articleOf(article: string): string | null {
	return article === '' ? null : `https://support.apple.com/${article}`;
}
