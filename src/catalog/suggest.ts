import type { Catalog } from './catalog.ts';
import { fold } from './identifier.ts';
import { closestIdentifiers, editDistance } from './resolve.ts';
import { searchBoards } from './search.ts';

/** Words shorter than this have too many neighbours to guess from. */
const shortestWord = 4;

/** What to type instead when a search finds nothing: the query with its slips corrected, then close identifiers. */
export function suggestSearches(catalog: Catalog, query: string): string[] {
	const words = fold(query).split(/\s+/).filter(Boolean);
	const known = vocabularyOf(catalog);
	const corrected = words.map((word) => closestWord(known, word)).join(' ');
	const suggestions = searchBoards(catalog, corrected).length > 0 ? [corrected] : [];
	return [...suggestions, ...closestIdentifiers(catalog, query.trim())];
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
