import type { Catalog } from '../../catalog/catalog.ts';
import { boardSummary } from './board.ts';
import type { Read } from './read.ts';
import { keptJson } from './read-answer.ts';

export const readBoards: Read<'/boards'> = (catalog) => keptJson(catalog, 'boards', () => boardList(catalog));

/** `/boards`: every board, in code-point order, with the majors it runs. */
export function boardList(catalog: Catalog) {
	const boards = [...catalog.boards.values()].map((board) => ({
		...boardSummary(board),
		names: [...new Set(board.machines.map(({ name }) => name))],
		majors: [...board.support.keys()],
	}));
	return { count: boards.length, boards };
}
