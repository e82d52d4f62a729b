import type { Catalog } from '../catalog/catalog.ts';
import { closestIdentifiers, editDistance } from '../catalog/resolve.ts';
import { mostWords, queryWords, search } from './search.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

/** Shorter words have too many similar words to guess from. */
const shortestWord = 4;
/** A query with more unknown words is not a typing mistake. */
const mostSlips = 2;
/** The longest query that is searched without each of its words: every try is a whole search. */
const mostLeftOut = 6;
const mostSuggestions = 6;

/**
 * Suggestions for a search without results: the query with its typing mistakes corrected, else without one of its words,
 * then close identifiers.
 */
export function suggestSearches(catalog: Catalog, query: string): string[] {
	const words = queryWords(query);
	if (words.length > mostWords) return [];
	const corrected = correct(searchIndex(catalog), words);
	const whole = corrected.join(' ');
	const count = (text: string) => search(catalog, text, 0, 0).total;
	const byName = count(whole) > 0 ? [whole] : withoutOne(corrected, new Set(words), count);
	return [...new Set([...byName, ...closestIdentifiers(catalog, query.trim())])].slice(0, mostSuggestions);
}

/**
 * The queries without one word that have results, fewest results first: these are the most specific. At least one word
 * must stay as it was typed: "serial C02XK0ADJG5H" does not mean "special".
 */
function withoutOne(
	words: readonly string[],
	typed: ReadonlySet<string>,
	count: (text: string) => number,
): string[] {
	if (words.length < 2 || words.length > mostLeftOut) return [];
	return words
		.map((_, position) => words.filter((_, index) => index !== position))
		.filter((rest) => rest.some((word) => typed.has(word)))
		.map((rest) => rest.join(' '))
		.map((text) => ({ text, results: count(text) }))
		.filter(({ results }) => results > 0)
		.toSorted((a, b) => a.results - b.results)
		.map(({ text }) => text);
}

/** Replaces each unknown word with the closest word of the vocabulary, if it is close enough. */
function correct(index: SearchIndex, words: readonly string[]): readonly string[] {
	const unknown = words.filter((word) => !index.vocabulary.has(word) && word.length >= shortestWord);
	if (unknown.length > mostSlips) return words;
	return words.map((word) => (unknown.includes(word) ? closestWord(index.vocabulary, word) : word));
}

function closestWord(vocabulary: ReadonlySet<string>, word: string): string {
	let closest = word;
	let allowed = Math.floor(word.length / 3);
	for (const candidate of vocabulary) {
		if (candidate.length < shortestWord) continue;
		const distance = editDistance(word, candidate, allowed);
		if (distance > allowed) continue;
		closest = candidate;
		allowed = distance - 1;
	}
	return closest;
}
