import type { Board, Catalog } from '../../catalog/catalog.ts';
import { findBoards } from '../../names/find-boards.ts';
import { explain } from '../explain.ts';
import { explainUnknown } from '../explain-unknown.ts';
import type { Problem } from '../problem.ts';
import { agreed } from './asked-mac.ts';

/** Members that name the board, and may differ between boards that are otherwise answered alike. */
const identity = new Set(['board_id', 'board_ids', 'twin_board_ids', 'aliases']);
/** The most that a number on a case stands for is nine; a name of more is too wide to be one Mac's. */
const mostBoards = 10;

/**
 * The record of the board that a name means. A name of several boards is answered when they have the same
 * record but for their identifiers: `board_ids` then lists those of all.
 */
export function recordOf<Row extends { readonly board_ids: readonly string[] }>(
	catalog: Catalog,
	name: string,
	record: (board: Board) => Row,
): Row | Problem {
	const match = findBoards(catalog, name);
	if (match.kind !== 'boards') return explainUnknown(catalog, match);
	const { boards } = match;
	if (boards.length === 1) return record(boards[0]!);
	if (boards.length > mostBoards)
		return explain({ kind: 'ambiguous-board', asked: name, candidates: boards });
	const same = (a: Row, b: Row) => withoutIdentity(a) === withoutIdentity(b);
	const found = agreed({ asked: name, boards }, record, same);
	return 'code' in found ? found : { ...found.value, board_ids: found.boardIds };
}

function withoutIdentity(record: object): string {
	return JSON.stringify(record, (member, value) => (identity.has(member) ? undefined : value));
}
