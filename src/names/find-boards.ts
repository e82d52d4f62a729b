import type { Board, Catalog, NumberlessMachine } from '../catalog/catalog.ts';
import { compareText, fold } from '../catalog/identifier.ts';
import { resolveBoard } from '../catalog/resolve.ts';
import { asMachines } from './as-machine.ts';
import { findMachines } from './find-machines.ts';
import { virtualMachine } from './virtual-machines.ts';

/** What kind of name led to the boards. */
export type FoundBy = 'board-id' | 'model-identifier' | 'case-number' | 'alias' | 'name';

/** What a text means: one Mac or several, or none with the identifiers closest to it. */
export type BoardMatch =
	| { readonly kind: 'boards'; readonly boards: readonly Board[]; readonly foundBy: FoundBy }
	| { readonly kind: 'numberless'; readonly machine: NumberlessMachine }
	| {
			readonly kind: 'unknown-board';
			readonly asked: string;
			readonly close: readonly string[];
			readonly excluded: string | null;
	  };

/** Longer text is nobody's name, and looking at all of its words would be wasted. */
const longestName = 120;

/**
 * The boards that a text means, however it is written: an identifier, or a name as people and inventories
 * write it. The identifiers of a T2 Mac count as one: unless one of them was asked for, the `Mac-...` board. A name or
 * model identifier of some of the machines that share a board means these alone.
 */
export function findBoards(catalog: Catalog, text: string, guess = true): BoardMatch {
	const asked = askedFor(text);
	const match = matchBoards(catalog, text);
	if (match) return match;
	const none = resolveBoard(catalog, asked, guess);
	return none.kind === 'unknown-board' ? none : { kind: 'unknown-board', asked, close: [], excluded: null };
}

/** The same without a guess at what was meant when nothing fits: the guess takes ten times as long. */
export function matchBoards(
	catalog: Catalog,
	text: string,
): Exclude<BoardMatch, { kind: 'unknown-board' }> | null {
	const asked = askedFor(text);
	const named = catalog.names.get(fold(asked));
	if (named) {
		const foundBy = nameKind(named[0]!, asked);
		const boards = foundBy === 'model-identifier' ? named.map((board) => ofModel(board, asked)) : named;
		return { kind: 'boards', boards, foundBy };
	}
	const virtual = virtualMachine(catalog, asked);
	if (virtual) return { kind: 'boards', boards: [virtual], foundBy: 'alias' };
	const found = asked.length > longestName ? null : findMachines(catalog, asked);
	if (!found || found.kind === 'numberless') return found;
	const boards = [...Map.groupBy(found.machines, ({ board }) => board)].map(([board, meant]) =>
		asMachines(board, (machine) => meant.some(({ name }) => name === machine.name)),
	);
	return { kind: 'boards', boards: boards.toSorted((a, b) => compareText(a.id, b.id)), foundBy: 'name' };
}

function ofModel(board: Board, asked: string): Board {
	return asMachines(board, ({ modelIdentifier }) => fold(modelIdentifier) === fold(asked));
}

function askedFor(text: string): string {
	return text.trim().replace(/^["'“”]+|["'“”]+$/g, '');
}

function nameKind(board: Board, asked: string): FoundBy {
	const isAsked = (name: string) => fold(name) === fold(asked);
	if (isAsked(board.id)) return 'board-id';
	if (board.modelIdentifiers.some(isAsked)) return 'model-identifier';
	return board.caseNumbers.some(isAsked) ? 'case-number' : 'alias';
}
