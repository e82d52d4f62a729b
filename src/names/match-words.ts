import type { SearchIndex } from './search-index.ts';

/** How well a word of the query fits: a whole word, the beginning of one, any part of one. */
const wholeWord = 4;
const wordStart = 2;
const anyPart = 1;
/** An identifier is a stronger sign than a word of a name, but only digits tell it from one: "mac" is no sign. */
const identifierWeight = 2;
const wholeIdentifier = 16;
/** Shorter words are looked for at the beginning of words alone: they are part of nearly everything. */
const shortestPart = 3;

/** The entries that all words fit, each with the sum of how well they do. */
export interface Matches {
	readonly entries: readonly number[];
	/** By entry. */
	readonly scores: Uint16Array;
}

/**
 * Looks every word up once. Numbers in typed arrays, because whoever holds a key may ask for the worst query
 * there is, again and again: objects in a Map cost ten times as much.
 */
export function matchWords(index: SearchIndex, words: readonly string[]): Matches {
	const scores = new Uint16Array(index.entries.length);
	const counts = new Uint8Array(index.entries.length);
	const ofWord = new Uint8Array(index.entries.length);
	let touched: number[] = [];
	for (const [before, word] of words.entries()) {
		let fitting = 0;
		touched = scoreWord(index, word, ofWord);
		for (const entry of touched) {
			scores[entry]! += ofWord[entry]!;
			ofWord[entry] = 0;
			if (counts[entry]!++ === before) fitting++;
		}
		// Nothing fits all the words so far: the others cannot change that.
		if (fitting === 0) return { entries: [], scores };
	}
	return { entries: touched.filter((entry) => counts[entry] === words.length), scores };
}

/** Writes how well a word fits each entry, and tells which entries it fits. */
function scoreWord(index: SearchIndex, word: string, scores: Uint8Array): number[] {
	const { words, postings } = index;
	const weight = /\d/.test(word) ? identifierWeight : 1;
	const touched: number[] = [];
	const rate = (number: number, score: number) => {
		const asIdentifier = weight > 1 && score === wholeWord ? wholeIdentifier : weight * score;
		for (const posting of postings[number]!) {
			const entry = posting >> 1;
			const rating = posting & 1 ? asIdentifier : score;
			const before = scores[entry]!;
			if (rating <= before) continue;
			if (before === 0) touched.push(entry);
			scores[entry] = rating;
		}
	};
	for (let at = firstFrom(words, word); words[at]?.startsWith(word); at++)
		rate(at, words[at] === word ? wholeWord : wordStart);
	if (word.length >= shortestPart) {
		for (const number of wordsWithin(index, word))
			if (words[number]!.includes(word, 1)) rate(number, anyPart);
	}
	return touched;
}

/** The place of the first text that is not before this one. */
export function firstFrom(texts: readonly string[], text: string): number {
	let [low, high] = [0, texts.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (texts[middle]! < text) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The words that may hold the text: those with the rarest three letters of it. */
function wordsWithin({ trigrams }: SearchIndex, text: string): readonly number[] {
	let rarest: readonly number[] | null = null;
	for (let at = 0; at + 3 <= text.length; at++) {
		const holding = trigrams.get(text.slice(at, at + 3));
		if (!holding) return [];
		if (!rarest || holding.length < rarest.length) rarest = holding;
	}
	return rarest ?? [];
}
