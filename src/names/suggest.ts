import type { Catalog } from '../catalog/catalog.ts';
import { closestIdentifiers, editDistance } from '../catalog/resolve.ts';
import { mostWords, queryWords, search } from './search.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

/** Words shorter than this have too many neighbours to guess from. */
const shortestWord = 4;
/** A query with more slips than this is not one that slips explain. */
const mostSlips = 2;
/** Each word is left out once, and each time everything is searched. */
const mostLeftOut = 6;
const mostSuggestions = 6;

/**
 * What to type instead when a search finds nothing: the query with its slips corrected, else without one of its
 * words, then close identifiers.
 */
export function suggestSearches(catalog: Catalog, query: string): string[] {
	const words = queryWords(query);
	if (words.length > mostWords) return [];
	const corrected = correct(searchIndex(catalog), words);
	const whole = corrected.join(' ');
	const count = (text: string) => search(catalog, text, 0, 0).total;
	const byName = count(whole) > 0 ? [whole] : withoutOne(corrected, count);
	return [...new Set([...byName, ...closestIdentifiers(catalog, query.trim())])].slice(0, mostSuggestions);
}

/** The query without the one word that is too much, what finds the fewest first: that says the most. */
function withoutOne(words: readonly string[], count: (text: string) => number): string[] {
	if (words.length < 2 || words.length > mostLeftOut) return [];
	return words
		.map((_, left) => words.filter((_, index) => index !== left).join(' '))
		.map((text) => ({ text, found: count(text) }))
		.filter(({ found }) => found > 0)
		.toSorted((a, b) => a.found - b.found)
		.map(({ text }) => text);
}

/** Each word that no name has as the nearest one within a slip or two. */
function correct(index: SearchIndex, words: readonly string[]): readonly string[] {
	const unknown = words.filter((word) => !index.vocabulary.has(word) && word.length >= shortestWord);
	if (unknown.length > mostSlips) return words;
	return words.map((word) => (unknown.includes(word) ? closestWord(index.vocabulary, word) : word));
}

function closestWord(known: ReadonlySet<string>, word: string): string {
	let best = { word, distance: Math.floor(word.length / 3) + 1 };
	for (const candidate of known) {
		if (Math.abs(candidate.length - word.length) >= best.distance || candidate.length < shortestWord)
			continue;
		const distance = editDistance(word, candidate, best.distance - 1);
		if (distance < best.distance) best = { word: candidate, distance };
	}
	return best.word;
}
