import type { Catalog } from '../../catalog/catalog.ts';
import { searchBoards } from '../../catalog/search.ts';
import { suggestSearches } from '../../catalog/suggest.ts';
import { boardSummary } from './board.ts';

/** `/search`: boards by any part of what they are called, best first. Finding nothing is an answer too. */
export function searchResults(catalog: Catalog, query: string, limit: number) {
	const results = searchBoards(catalog, query, limit).map(({ board, name }) => ({
		...boardSummary(board),
		name,
	}));
	return {
		query,
		count: results.length,
		results,
		suggestions: results.length > 0 ? [] : suggestSearches(catalog, query),
	};
}
