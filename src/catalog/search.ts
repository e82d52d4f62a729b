import type { Board, Catalog } from './catalog.ts';
import { compareText, fold } from './identifier.ts';

export interface Hit {
	readonly board: Board;
	/** The name that matched best; the board's first name when the identifier matched. */
	readonly name: string;
	readonly score: number;
}

/** How well a word of the query fits: the whole field, a whole word of it, the beginning of a word, any part. */
const wholeField = 8;
const wholeWord = 4;
const wordStart = 2;
const anyPart = 1;
/** The words in a row, as a name has them: "Mac Pro" is a Mac Pro before it is a MacBook Pro with a Mac- identifier. */
const inARow = 8;

/** Boards by any part of a name, model identifier, model number or board ID, best first. Every word must match. */
export function searchBoards(catalog: Catalog, query: string): Hit[] {
	const words = wordsOf(query);
	if (words.length === 0) return [];
	const hits: Hit[] = [];
	for (const board of catalog.boards.values()) {
		const hit = matchBoard(board, words);
		if (hit) hits.push(hit);
	}
	const newest = (a: Hit, b: Hit) => compareText(b.board.introduced, a.board.introduced);
	hits.sort((a, b) => b.score - a.score || newest(a, b) || compareText(a.board.id, b.board.id));
	return hits;
}

/** The words of a query as names spell them: `13"`, `13”` and `13inch` are `13-inch`. */
export function wordsOf(query: string): string[] {
	return fold(query)
		.replace(/(\d)\s*(?:["“”″]|''|’’|inch\b)/g, '$1-inch ')
		.split(/\s+/)
		.filter(Boolean);
}

function matchBoard(board: Board, words: readonly string[]): Hit | null {
	const shared = [board.id, ...board.modelIdentifiers, ...board.aliases];
	let best: Hit | null = null;
	for (const machine of board.machines) {
		const score = scoreWords(words, shared, [machine.name, machine.processor]);
		if (score > 0 && score > (best?.score ?? 0)) best = { board, name: machine.name, score };
	}
	return best;
}

/** The words must all match the same machine: "Quadra 700" is not a board with a Quadra and a Performa 700. */
function scoreWords(
	words: readonly string[],
	identifiers: readonly string[],
	names: readonly string[],
): number {
	let total = 0;
	for (const asked of words) {
		// An identifier is a stronger sign than a word of a name, but only digits tell it from one: "mac" is no sign.
		const weight = /\d/.test(asked) ? 2 : 1;
		const byIdentifier = Math.max(...identifiers.map((field) => weight * scoreWord(asked, fold(field))));
		const byName = Math.max(...names.map((field) => scoreWord(asked, fold(field))));
		const score = Math.max(byIdentifier, byName);
		if (score === 0) return 0;
		total += score;
	}
	const phrase = words.join(' ');
	const row = words.length > 1 && names.some((field) => scoreWord(phrase, fold(field)) >= wholeWord);
	return row ? total + inARow : total;
}

function scoreWord(asked: string, field: string): number {
	const at = field.indexOf(asked);
	if (at === -1) return 0;
	if (field === asked) return wholeField;
	const endsWord = (end: number) => !/[a-z0-9]/.test(field[end] ?? ' ');
	let best = anyPart;
	for (let from = at; from !== -1; from = field.indexOf(asked, from + 1)) {
		const startsWord = from === 0 || !/[a-z0-9]/.test(field[from - 1]!);
		if (startsWord && endsWord(from + asked.length)) return wholeWord;
		if (startsWord) best = wordStart;
	}
	return best;
}
