import type { Board, Catalog } from './catalog.ts';
import { compareText, fold } from './identifier.ts';

/** What a name stands for: one board, several, or none with the identifiers closest to it. */
export type Resolution =
	| { readonly kind: 'board'; readonly board: Board }
	| { readonly kind: 'ambiguous-board'; readonly asked: string; readonly candidates: readonly string[] }
	| {
			readonly kind: 'unknown-board';
			readonly asked: string;
			readonly close: readonly string[];
			/** Why it is left out, for an identifier that is known but no Mac. */
			readonly excluded: string | null;
	  };

/** Longer text is nobody's identifier, and measuring its distance to all of them would be wasted. */
const longestName = 64;
const mostSuggestions = 5;

/** Finds the board for an identifier in any case, a model identifier, or another name of exactly one board. */
export function resolveBoard(catalog: Catalog, name: string): Resolution {
	const exact = catalog.boards.get(name);
	if (exact) return { kind: 'board', board: exact };
	const found = catalog.names.get(fold(name)) ?? [];
	if (found.length === 1) return { kind: 'board', board: found[0]! };
	if (found.length > 1)
		return { kind: 'ambiguous-board', asked: name, candidates: found.map((board) => board.id) };
	const excluded = catalog.excluded.get(fold(name)) ?? null;
	return {
		kind: 'unknown-board',
		asked: name,
		close: excluded ? [] : closestIdentifiers(catalog, name),
		excluded,
	};
}

/** The identifiers that are a few slips of the finger away from the name, nearest first. */
export function closestIdentifiers(catalog: Catalog, name: string): string[] {
	if (name.length > longestName) return [];
	const asked = fold(name);
	const allowed = Math.max(1, Math.floor(asked.length / 4));
	const ranked: { id: string; distance: number }[] = [];
	for (const [known, boards] of catalog.names) {
		if (Math.abs(known.length - asked.length) > allowed) continue;
		const distance = editDistance(asked, known);
		if (distance <= allowed) for (const board of boards) ranked.push({ id: board.id, distance });
	}
	ranked.sort((a, b) => a.distance - b.distance || compareText(a.id, b.id));
	return [...new Set(ranked.map(({ id }) => id))].slice(0, mostSuggestions);
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other. */
export function editDistance(from: string, to: string): number {
	let older: number[] = [];
	let old = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const same = from[row - 1] === to[column - 1];
			let best = Math.min(old[column]! + 1, current[column - 1]! + 1, old[column - 1]! + (same ? 0 : 1));
			const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			if (row > 1 && column > 1 && swapped) best = Math.min(best, older[column - 2]! + 1);
			current.push(best);
		}
		older = old;
		old = current;
	}
	return old[to.length]!;
}
