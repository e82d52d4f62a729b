/** What a name means. Needs `data/names.json`. */
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

/** The body of `GET /search` as an object: Macs and releases by name or question, best first. */
export function search(macs: Macs, query: string, { limit = 20, offset = 0 } = {}) {
	needs(macs, 'names');
	return searchResults(macs.catalog, query.trim().replace(/\s+/g, ' '), limit, offset);
}
