import type { Board, Catalog } from './catalog.ts';
import { compareText, fold } from './identifier.ts';

/** The board of a name, several boards, or the closest identifiers if there is none. */
export type Resolution =
	| { readonly kind: 'board'; readonly board: Board }
	| { readonly kind: 'ambiguous-board'; readonly text: string; readonly candidates: readonly Board[] }
	| {
			readonly kind: 'unknown-board';
			readonly text: string;
			readonly close: readonly string[];
			/** Why an identifier is left out that is not a Mac. */
			readonly excluded: string | null;
	  };

/** Longer texts are not compared with names, because none is that long. */
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
	if (boards.length > 1) return { kind: 'ambiguous-board', text: name, candidates: boards };
	const excluded = catalog.excluded.get(fold(name)) ?? null;
	return {
		kind: 'unknown-board',
		text: name,
		close: excluded || !guess ? [] : closestIdentifiers(catalog, name),
		excluded,
	};
}

/** The identifiers that begin with the name and are little longer, then those with a few typing errors, nearest first. */
export function closestIdentifiers(catalog: Catalog, name: string): string[] {
	if (name.length > longestName) return [];
	const foldedName = fold(name);
	const allowed = Math.max(1, Math.floor(foldedName.length / 4));
	const letters = lettersOf(foldedName);
	const ranked: { id: string; distance: number }[] = [];
	for (const { text, letters: lettersOfName, boards } of namesOf(catalog)) {
		if (differInMore(letters, lettersOfName, allowed)) continue;
		const distance = editDistance(foldedName, text, allowed);
		// An unfinished name is nearer than one with a typing error.
		const rank = text.startsWith(foldedName) ? 0 : distance;
		if (distance <= allowed) for (const board of boards) ranked.push({ id: board.id, distance: rank });
	}
	ranked.sort((a, b) => a.distance - b.distance || compareText(a.id, b.id));
	return [...new Set(ranked.map(({ id }) => id))].slice(0, mostSuggestions);
}

interface NameWithLetters {
	readonly text: string;
	readonly letters: number;
	readonly boards: readonly Board[];
}

const namesOfCatalogs = new WeakMap<Catalog, readonly NameWithLetters[]>();

/** All names with their letters, computed once: 100 unknown names in one request then take 3.1 ms of a turn, else 3.7. */
function namesOf(catalog: Catalog): readonly NameWithLetters[] {
	const computed = namesOfCatalogs.get(catalog);
	if (computed) return computed;
	const names = [...catalog.names].map(([text, boards]) => ({ text, letters: lettersOf(text), boards }));
	namesOfCatalogs.set(catalog, names);
	return names;
}

/**
 * Insertions, deletions, replacements and swaps of neighboring letters that lead from one text to the other; more than `allowed` as soon
 * as that is certain.
 */
export function editDistance(from: string, to: string, allowed = Number.POSITIVE_INFINITY): number {
	if (Math.abs(from.length - to.length) > allowed) return allowed + 1;
	if (differInMore(lettersOf(from), lettersOf(to), allowed)) return allowed + 1;
	let older: number[] = [];
	let old = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const replaced = old[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
			let best = Math.min(old[column]! + 1, current[column - 1]! + 1, replaced);
			const isSwapped =
				row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			if (isSwapped) best = Math.min(best, older[column - 2]! + 1);
			current.push(best);
		}
		older = old;
		old = current;
	}
	return old[to.length]!;
}

/** How many names are suggested in place of a mistyped one. */
const mostMeant = 3;

/** The names with the fewest differences from a mistyped one, at most `allowed`: by default a third of its letters. */
export function closestNames(
	typed: string,
	names: readonly string[],
	allowed = Math.floor(typed.length / 3),
): string[] {
	if (typed.length > longestName) return [];
	const ranked = names
		.map((name) => ({ name, slips: editDistance(typed, name, allowed) }))
		.filter(({ slips }) => slips <= allowed);
	const fewest = Math.min(...ranked.map(({ slips }) => slips));
	return ranked
		.filter(({ slips }) => slips === fewest)
		.map(({ name }) => name)
		.slice(0, mostMeant);
}

/** Whether two words differ in more letters than so many typing errors can change: one changes at most two. */
const differInMore = (a: number, b: number, errors: number) => bits(a ^ b) > 2 * errors;

/** Which letters and digits a word has, one bit for each, some shared. */
function lettersOf(word: string): number {
	let letters = 0;
	for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
	return letters;
}

function bits(number: number): number {
	let count = 0;
	for (let remainder = number; remainder !== 0; remainder &= remainder - 1) count++;
	return count;
}
