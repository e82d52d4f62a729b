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
/** A name that is the query, or begins with it: more than all the words of a query can add up to. */
const wholeName = 2000;
const nameStart = 1000;

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
	const asked = inFull(words.join(' '));
	let best: Hit | null = null;
	for (const machine of board.machines) {
		const byWords = scoreWords(words, shared, [machine.name, machine.processor]);
		if (byWords === 0) continue;
		const score = byWords + scoreName(asked, machine.name);
		if (score > (best?.score ?? 0)) best = { board, name: machine.name, score };
	}
	return best;
}

/** "Macintosh LC" is the LC before the LC 580, and "Mac II" is what the tables call Macintosh II. */
function scoreName(asked: string, name: string): number {
	const called = inFull(fold(name));
	if (called === asked) return wholeName;
	return called.startsWith(asked) && endsWord(called, asked.length) ? nameStart : 0;
}

function inFull(text: string): string {
	return text.replace(/\bmac(?= |$)/, 'macintosh');
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
	let best = anyPart;
	for (let from = at; from !== -1; from = field.indexOf(asked, from + 1)) {
		const startsWord = from === 0 || !/[a-z0-9]/.test(field[from - 1]!);
		if (startsWord && endsWord(field, from + asked.length)) return wholeWord;
		if (startsWord) best = wordStart;
	}
	return best;
}

function endsWord(field: string, end: number): boolean {
	return !/[a-z0-9]/.test(field[end] ?? ' ');
}
