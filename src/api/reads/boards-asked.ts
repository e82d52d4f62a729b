import type { Board, Catalog } from '../../catalog/catalog.ts';
import { asMachine } from '../../names/as-machine.ts';
import { findBoards } from '../../names/find-boards.ts';
import { explain } from '../explain.ts';
import { explainUnknown } from '../explain-unknown.ts';
import { isProblem, type Problem } from '../problem.ts';
import { agreed } from './asked-mac.ts';
import { readParameters, refuse } from './query.ts';

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
	return isProblem(found) ? found : { ...found.value, board_ids: found.boardIds };
}

function withoutIdentity(record: object): string {
	return JSON.stringify(record, (member, value) => (identity.has(member) ? undefined : value));
}

/** How boards are looked at: whole, or as the machine that `machine` names; a board without it stays whole. */
export type Narrowing = (board: Board) => Board;

/** What `machine` of a query asks for, whatever the path named; a problem when none of the boards is such a machine. */
export function readMachine(catalog: Catalog, query: string, named: readonly Board[]): Narrowing | Problem {
	if (!query.includes('machine=')) return (board) => board;
	const parameters = readParameters(query);
	if (isProblem(parameters)) return parameters;
	const name = parameters.get('machine') ?? '';
	if (name === '' || named.length === 0) return (board) => board;
	const boards = named.map(({ id }) => catalog.boards.get(id)!);
	if (boards.every((board) => asMachine(board, name) === null)) {
		const names = new Set(boards.flatMap(({ machines }) => machines.map((machine) => machine.name)));
		return refuse('machine', `a machine of this board: ${[...names].join('; ')}`);
	}
	return (board) => asMachine(catalog.boards.get(board.id)!, name) ?? board;
}

/** The boards that a name of a path means; none where it means nothing, which the read itself explains. */
export function boardsNamed(catalog: Catalog, name: string): readonly Board[] {
	const match = findBoards(catalog, name);
	return match.kind === 'boards' ? match.boards : [];
}
