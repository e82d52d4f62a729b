import type { Board } from './catalog.ts';
import { fold } from './identifier.ts';

/**
 * Everything that may stand for boards, folded to lower case. The identifiers of a T2 Mac are one Mac: its
 * model identifier means the one that stands for it.
 */
export function namesOf(boards: readonly Board[]): Map<string, Board[]> {
	const names = new Map<string, Board[]>();
	const add = (name: string, board: Board) => {
		const known = names.get(fold(name)) ?? [];
		if (!known.includes(board)) names.set(fold(name), [...known, board]);
	};
	for (const board of boards) add(board.id, board);
	for (const board of boards) for (const name of board.aliases) add(name, board);
	for (const board of boards.filter(({ id, identifiers }) => identifiers[0] === id)) {
		for (const model of board.modelIdentifiers) add(model, board);
	}
	return names;
}
