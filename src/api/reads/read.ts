import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer } from '../answer.ts';
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
