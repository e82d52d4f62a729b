import { findBuild } from '../../advice/builds/find-build.ts';
import { type Installed, installedOf } from '../../advice/builds/installed.ts';
import type { Board, Catalog } from '../../catalog/catalog.ts';
import { findMajor } from '../../catalog/lookup.ts';
import { boardsRunning, findBoards } from '../../names/find-boards.ts';
import { readVersion } from '../../names/read-version.ts';
import { explain, explainBuild } from '../explain.ts';
import { explainUnknown } from '../explain-unknown.ts';
import type { Problem } from '../problem.ts';

/** The Macs that `BOARD:VERSION` of a path may mean, and what they are on. */
export interface AskedMacs extends Installed {
	readonly asked: string;
	/** At least one, in code-point order. */
	readonly boards: readonly Board[];
}

/** So many Macs have hardly ever the same answer: a name of more is not tried. */
const mostTried = 40;

/**
 * Null for text that is not two parts with a colon between them. Without a guess a name that means nothing is told as
 * such, and nothing is said of what may have been meant.
 */
export function readAskedMacs(catalog: Catalog, text: string, guess = true): AskedMacs | Problem | null {
	const [name, version, ...rest] = text.split(':');
	if (!name || !version || rest.length > 0) return null;
	const found = findBoards(catalog, name, guess);
	if (found.kind === 'unknown-board' && !guess) return explain(found);
	if (found.kind !== 'boards') return explainUnknown(catalog, found);
	const read = readVersion(catalog, version);
	const installed = read && installedOf(catalog, read);
	if (installed) {
		const boards = boardsRunning(catalog, found.boards, installed.version);
		return { asked: name, boards, ...installed };
	}
	if (read?.build) {
		const build = findBuild(catalog, read.build);
		return build.kind === 'found' ? null : explainBuild(build);
	}
	const miss = findMajor(catalog, version);
	return miss.kind === 'found' ? null : explain(miss);
}

/** What holds for every Mac that was asked for, and all their identifiers; a problem when they differ. */
export function agreed<T>(
	{ asked, boards }: Pick<AskedMacs, 'asked' | 'boards'>,
	answerFor: (board: Board) => T,
	isSame: (a: T, b: T) => boolean,
): { readonly value: T; readonly boardIds: readonly string[] } | Problem {
	const differ = () => explain({ kind: 'ambiguous-board', asked, candidates: boards });
	if (boards.length > mostTried) return differ();
	const value = answerFor(boards[0]!);
	if (boards.slice(1).some((board) => !isSame(value, answerFor(board)))) return differ();
	return { value, boardIds: [...new Set(boards.flatMap(({ identifiers }) => identifiers))] };
}
