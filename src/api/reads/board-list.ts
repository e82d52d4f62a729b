import type { Board, Catalog } from '../../catalog/catalog.ts';
import { macsOf } from '../../names/machine-names.ts';
import { boardSummary } from './board.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';

export const readBoards: Read<'/boards'> = (catalog) =>
	cachedJson(catalog, 'boards', () => boardList(catalog));

/** `/boards`: every Mac once, in code-point order of the board that stands for it, with the majors it runs. */
export function boardList(catalog: Catalog) {
	const boards = macsOf(catalog).map(boardInFullList);
	return { count: boards.length, boards };
}

/** A Mac with every name it goes by and the majors it runs. */
export function boardInFullList(board: Board) {
	return {
		...boardSummary(board),
		names: [...new Set(board.machines.map(({ name }) => name))],
		majors: [...board.support.keys()],
	};
}
