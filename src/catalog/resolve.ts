import type { Board, Catalog } from './catalog.ts';
import { compareText, fold } from './identifier.ts';

/** The board of a name, several boards, or the closest identifiers if there is none. */
export type Resolution =
	| { readonly kind: 'board'; readonly board: Board }
	| { readonly kind: 'ambiguous-board'; readonly asked: string; readonly candidates: readonly Board[] }
	| {
			readonly kind: 'unknown-board';
			readonly asked: string;
			readonly close: readonly string[];
			/** Why an identifier is left out that is not a Mac. */
			readonly excluded: string | null;
	  };

/** Longer texts are not compared with identifiers, because none is that long. */
const longestName = 64;
const mostSuggestions = 5;

/**
 * Finds the board for an identifier in any case, a model identifier, or another name of exactly one board. Without `guess`,
 * no close identifiers are searched.
 */
export function resolveBoard(catalog: Catalog, name: string, guess = true): Resolution {
	const exact = catalog.boards.get(name);
	if (exact) return { kind: 'board', board: exact };
	const boards = catalog.names.get(fold(name)) ?? [];
	if (boards.length === 1) return { kind: 'board', board: boards[0]! };
	if (boards.length > 1) return { kind: 'ambiguous-board', asked: name, candidates: boards };
	const excluded = catalog.excluded.get(fold(name)) ?? null;
	return {
		kind: 'unknown-board',
		asked: name,
		close: excluded || !guess ? [] : closestIdentifiers(catalog, name),
		excluded,
	};
}

/** The identifiers that begin with the name, then those with a few typing errors, nearest first. */
export function closestIdentifiers(catalog: Catalog, name: string): string[] {
	if (name.length > longestName) return [];
	const asked = fold(name);
	const allowed = Math.max(1, Math.floor(asked.length / 4));
	const letters = lettersOf(asked);
	const ranked: { id: string; distance: number }[] = [];
	for (const { text, letters: others, boards } of namesOf(catalog)) {
		if (Math.abs(text.length - asked.length) > allowed) continue;
		if (bits(letters ^ others) > lettersOfSlips(allowed)) continue;
		// An unfinished name is nearer than one with a typing error.
		const distance = text.startsWith(asked) ? 0 : editDistance(asked, text, allowed);
		if (distance <= allowed) for (const board of boards) ranked.push({ id: board.id, distance });
	}
	ranked.sort((a, b) => a.distance - b.distance || compareText(a.id, b.id));
	return [...new Set(ranked.map(({ id }) => id))].slice(0, mostSuggestions);
}

interface KnownName {
	readonly text: string;
	readonly letters: number;
	readonly boards: readonly Board[];
}

const knownNames = new WeakMap<Catalog, readonly KnownName[]>();

/** All names with the letters they have, computed once, because a misspelling is compared with every name. */
function namesOf(catalog: Catalog): readonly KnownName[] {
	const computed = knownNames.get(catalog);
	if (computed) return computed;
	const names = [...catalog.names].map(([text, boards]) => ({ text, letters: lettersOf(text), boards }));
	knownNames.set(catalog, names);
	return names;
}

/** Rows of the table below, reused because a misspelling is compared with every name. */
const longestRow = 4 * longestName;
const tooMany = 0x7fff;
const rows = [0, 1, 2].map(() => new Uint16Array(longestRow)) as [Uint16Array, Uint16Array, Uint16Array];

/**
 * Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other; more
 * than allowed as soon as that is certain.
 */
export function editDistance(from: string, to: string, allowed = Number.POSITIVE_INFINITY): number {
	if (to.length >= longestRow - 1) return longestRow;
	// Skip names that differ in too many letters, which are nearly all of them.
	if (bits(lettersOf(from) ^ lettersOf(to)) > lettersOfSlips(allowed)) return allowed + 1;
	let [older, old, current] = rows;
	for (let column = 0; column <= to.length; column++) old[column] = column;
	for (let row = 1; row <= from.length; row++) {
		const unit = from.charCodeAt(row - 1);
		const unitBefore = from.charCodeAt(row - 2);
		// Cells farther from the diagonal than the allowed errors do not matter.
		const first = Math.max(1, row - allowed);
		const last = Math.min(to.length, row + allowed);
		let least = first === 1 ? row : tooMany;
		current[first - 1] = least;
		current[last + 1] = tooMany;
		for (let column = first; column <= last; column++) {
			const letter = to.charCodeAt(column - 1);
			const replaced = old[column - 1]! + (unit === letter ? 0 : 1);
			let best = Math.min(old[column]! + 1, current[column - 1]! + 1, replaced);
			const swapped = row > 1 && column > 1 && unit === to.charCodeAt(column - 2) && unitBefore === letter;
			if (swapped) best = Math.min(best, older[column - 2]! + 1);
			current[column] = best;
			if (best < least) least = best;
		}
		// A swap adds one to the cell two rows back.
		if (least > allowed + 1) return least;
		[older, old, current] = [old, current, older];
	}
	return Math.abs(from.length - to.length) > allowed ? allowed + 1 : old[to.length]!;
}

/** One typing error changes two letters at most. */
const lettersOfSlips = (slips: number) => 2 * slips;

/** Which letters and digits a word has, one bit for each, some shared. */
function lettersOf(word: string): number {
	let letters = 0;
	for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
	return letters;
}

function bits(number: number): number {
	let count = 0;
	for (let rest = number; rest !== 0; rest &= rest - 1) count++;
	return count;
}
