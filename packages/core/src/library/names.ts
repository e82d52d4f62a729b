/** What a name means. Needs `data/names.json`. */
import { searchTerms } from '../api/parameters.ts';
import { searchResults } from '../api/reads/search.ts';
import { closeByMeaning } from '../names/close-names.ts';
import { findBoards } from '../names/find-boards.ts';
import type { Macs } from './macs.ts';
import { needs } from './needs.ts';

export { closeByMeaning };

/** A board that a name means. */
export interface NamedBoard {
	readonly board: string;
	/** The machines with this board that the name means. */
	readonly machines: readonly string[];
	readonly modelIdentifiers: readonly string[];
}

/** The Macs that a name means, as people and inventories write it: `MacBook Air (M1, 2020)`. None if it means no Mac. */
export function findMacs(macs: Macs, name: string): readonly NamedBoard[] {
	needs(macs, 'names');
	const match = findBoards(macs.catalog, name, false);
	if (match.kind !== 'boards') return [];
	return match.boards.map(({ id, machines, modelIdentifiers }) => ({
		board: id,
		machines: machines.map(({ name }) => name),
		modelIdentifiers,
	}));
}

/**
 * The body of `GET /search` as an object: Macs and releases by name or question, best first.
 *
 * @throws TypeError if the query is longer than `GET /search` takes, or `limit` or `offset` is no number that it takes.
 */
export function search(macs: Macs, query: string, { limit = 20, offset = 0 } = {}) {
	needs(macs, 'names');
	const { q, ...numbers } = searchTerms;
	const text = query.trim().replace(/\s+/g, ' ');
	const { maxLength } = q.schema;
	// Trying what else a long text may mean takes time that grows with its square.
	if (text.length > maxLength)
		throw new TypeError(`query has ${text.length} characters: expected at most ${maxLength}`);
	checkWhole('limit', limit, numbers.limit.schema);
	checkWhole('offset', offset, numbers.offset.schema);
	return searchResults(macs.catalog, text, { limit, offset });
}

function checkWhole(
	name: string,
	value: number,
	{ minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): void {
	if (!Number.isInteger(value) || value < minimum || value > maximum)
		throw new TypeError(`${name} is ${value}: expected a whole number from ${minimum} to ${maximum}`);
}
