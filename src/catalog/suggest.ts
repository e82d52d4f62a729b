import type { Catalog } from './catalog.ts';
import { fold } from './identifier.ts';
import { closestIdentifiers, editDistance } from './resolve.ts';
import { searchBoards, wordsOf } from './search.ts';

/** Words shorter than this have too many neighbours to guess from. */
const shortestWord = 4;
/** Each word is left out once, and each time everything is searched. */
const mostWords = 8;
const mostSuggestions = 6;

/**
 * What to type instead when a search finds nothing: the query with its slips corrected, else without
 * one of its words, then close identifiers.
 */
export function suggestSearches(catalog: Catalog, query: string): string[] {
	const words = wordsOf(query);
	const known = vocabularyOf(catalog);
	const corrected = words.map((word) => closestWord(known, word));
	const whole = corrected.join(' ');
	const byName = searchBoards(catalog, whole).length > 0 ? [whole] : withoutOne(catalog, corrected);
	const suggestions = [...byName, ...closestIdentifiers(catalog, query.trim())];
	return [...new Set(suggestions)].slice(0, mostSuggestions);
}

/** The query without the one word that is too much, what finds the fewest first: that says the most. */
function withoutOne(catalog: Catalog, words: readonly string[]): string[] {
	if (words.length < 2 || words.length > mostWords) return [];
	const shorter = words.map((_, left) => words.filter((_, index) => index !== left).join(' '));
	return shorter
		.map((text) => ({ text, found: searchBoards(catalog, text).length }))
		.filter(({ found }) => found > 0)
		.toSorted((a, b) => a.found - b.found)
		.map(({ text }) => text);
}

/** Every word of a machine's name. */
function vocabularyOf(catalog: Catalog): Set<string> {
	const words = new Set<string>();
	for (const { machines } of catalog.boards.values()) {
		for (const { name } of machines) {
			for (const word of fold(name).split(/[^a-z0-9.]+/)) if (word !== '') words.add(word);
		}
	}
	return words;
}

/** The word itself when names hold it, the nearest one within a slip or two, or the word unchanged. */
function closestWord(known: ReadonlySet<string>, word: string): string {
	if (known.has(word) || word.length < shortestWord) return word;
	let best = { word, distance: Math.floor(word.length / 3) + 1 };
	for (const candidate of known) {
		if (Math.abs(candidate.length - word.length) >= best.distance || candidate.length < shortestWord)
			continue;
		const distance = editDistance(word, candidate);
		if (distance < best.distance) best = { word: candidate, distance };
	}
	return best.word;
}
