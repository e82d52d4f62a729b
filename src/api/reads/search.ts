import type { Catalog } from '../../catalog/catalog.ts';
import { searchBoards } from '../../catalog/search.ts';
import { suggestSearches } from '../../catalog/suggest.ts';
import { boardSummary } from './board.ts';
import { readParameters, readSearchQuery } from './query.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';

export const readSearch: Read<'/search'> = (catalog, asked) => {
	const query = readParameters(asked.query);
	if ('code' in query) return query;
	const search = readSearchQuery(query);
	return 'code' in search ? search : jsonAnswer(catalog, searchResults(catalog, search.text, search.limit));
};

/** `/search`: boards by any part of what they are called, best first. Finding nothing is an answer too. */
export function searchResults(catalog: Catalog, query: string, limit: number) {
	const hits = searchBoards(catalog, query);
	const results = hits.slice(0, limit).map(({ board, name }) => ({
		...boardSummary(board),
		name,
	}));
	return {
		query,
		count: results.length,
		total: hits.length,
		results,
		suggestions: hits.length > 0 ? [] : suggestSearches(catalog, query),
	};
}
