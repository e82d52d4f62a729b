import { findBuild } from '../../advice/builds.ts';
import { type Installed, installedOf } from '../../advice/installed.ts';
import type { Board, Catalog } from '../../catalog/catalog.ts';
import { findMajor } from '../../catalog/lookup.ts';
import { asMachine } from '../../names/as-machine.ts';
import { boardsRunning, findBoards } from '../../names/find-boards.ts';
import { readVersion } from '../../names/read-version.ts';
import { explain, explainBuild, explainUnknown } from '../explain.ts';
import { isProblem, type Problem } from '../problem.ts';
import { readParameters, refuse } from './query.ts';

/** The Macs that `BOARD:VERSION` of a path may mean, and what they run. */
export interface AskedMacs extends Installed {
	readonly name: string;
	/** At least one, in code-point order. */
	readonly boards: readonly Board[];
}

/** More Macs than this hardly ever have the same answer, so a name of more is refused without computing it. */
const mostTried = 40;

/**
 * Null if the text is not two parts with a colon. Without `guess`, the problem for an unknown name has no suggestions.
 */
export function readAskedMacs(catalog: Catalog, text: string, guess = true): AskedMacs | Problem | null {
	const [name, version, ...rest] = text.split(':');
	if (!name || !version || rest.length > 0) return null;
	const match = findBoards(catalog, name, guess);
	if (match.kind === 'unknown-board' && !guess) return explain(match);
	if (match.kind !== 'boards') return explainUnknown(catalog, match);
	const read = readVersion(catalog, version);
	const installed = read && installedOf(catalog, read);
	if (installed) {
		const boards = boardsRunning(catalog, match.boards, installed.version);
		return { name, boards, ...installed };
	}
	if (read?.build) {
		const build = findBuild(catalog, read.build);
		return build.kind === 'found' ? null : explainBuild(build);
	}
	const miss = findMajor(catalog, version);
	return miss.kind === 'found' ? null : explain(miss);
}

/** The value that is the same for every Mac asked for, and all identifiers; a problem if they differ. */
export function agreed<T>(
	{ name, boards }: Pick<AskedMacs, 'name' | 'boards'>,
	answerFor: (board: Board) => T,
	isSame: (a: T, b: T) => boolean,
): { readonly value: T; readonly boardIds: readonly string[] } | Problem {
	const differ = () => explain({ kind: 'ambiguous-board', text: name, candidates: boards });
	if (boards.length > mostTried) return differ();
	const value = answerFor(boards[0]!);
	if (boards.slice(1).some((board) => !isSame(value, answerFor(board)))) return differ();
	return { value, boardIds: [...new Set(boards.flatMap(({ identifiers }) => identifiers))] };
}

/** Members that identify the board, and may differ between boards with otherwise equal records. */
const identity = new Set(['board_id', 'board_ids', 'twin_board_ids', 'aliases']);
/** A number on a case means at most nine boards; a name of more than this is too general. */
const mostBoards = 10;

/**
 * The record of the board that a name means. A name of several boards is answered if their records differ only in
 * identifiers: `board_ids` then lists all.
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
	if (boards.length > mostBoards) return explain({ kind: 'ambiguous-board', text: name, candidates: boards });
	const same = (a: Row, b: Row) => withoutIdentity(a) === withoutIdentity(b);
	const common = agreed({ name, boards }, record, same);
	return isProblem(common) ? common : { ...common.value, board_ids: common.boardIds };
}

function withoutIdentity(record: object): string {
	return JSON.stringify(record, (member, value) => (identity.has(member) ? undefined : value));
}

/** Narrows a board to the machine that `machine` names; other boards stay whole. */
type Narrowing = (board: Board) => Board;

/** Reads the parameter `machine`; a problem if none of the boards is such a machine. */
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

/** The boards that a name means; none if it is unknown, which the caller explains. */
export function boardsNamed(catalog: Catalog, name: string): readonly Board[] {
	const match = findBoards(catalog, name);
	return match.kind === 'boards' ? match.boards : [];
}
