import type { Catalog, Major } from '../catalog/catalog.ts';
import { fold } from '../catalog/identifier.ts';
import type { Version } from '../catalog/version.ts';
import type { Lessons, State } from './evidence.ts';
import { identify, kindRuns } from './listed.ts';
import type { Feed } from './observation.ts';
import { quarantined } from './quarantine.ts';

/**
 * From the identifiers a feed lists for a release to the boards that run it, with the facts that say so.
 * A board joins a major only with its fellows: into a new major come the boards of the one before.
 */
export function boardsFor(
	catalog: Catalog,
	version: Version,
	predecessor: Major,
	listed: Iterable<string>,
	feed: Feed,
	state: State,
	mayAdd: boolean,
): { lessons: Lessons; boards: Set<string> } {
	const lessons: Lessons = { facts: [], items: [] };
	const boards = new Set<string>();
	const spelling = new Map<string, string>();
	const { canonical } = version;
	const runs = (board: string) => {
		if (boards.has(board)) return;
		boards.add(board);
		lessons.facts.push(state('runs', canonical, board, '', feed));
	};
	for (const id of listed) {
		const found = identify(catalog, id);
		if (found.kind === 'known') {
			if (found.board.support.has(predecessor.name)) {
				runs(found.board.id);
				for (const twin of found.twins) if (twin.support.has(predecessor.name)) runs(twin.id);
			} else if (feed === 'apple') {
				const facts = [state('runs', canonical, found.board.id, '', feed)];
				const detail = `${feed} lists ${canonical} for ${found.board.id}, which has never run ${predecessor.name}`;
				lessons.items.push(quarantined('wrong-major', feed, `${canonical} ${found.board.id}`, detail, facts));
			}
		} else if (found.kind === 'new' && mayAdd) {
			// Two spellings of one new identifier are one board.
			const board = spelling.get(fold(found.id)) ?? found.id;
			spelling.set(fold(board), board);
			const facts = [
				state('board', board, '', found.boardKind, feed),
				state('runs', canonical, board, '', feed),
			];
			if (kindRuns(catalog, found.boardKind, predecessor.name)) {
				if (!boards.has(board)) lessons.facts.push(...facts);
				boards.add(board);
			} else {
				const detail = `${feed} lists ${canonical} for ${board}, but no ${found.boardKind} board runs ${predecessor.name}`;
				lessons.items.push(quarantined('wrong-major', feed, `${canonical} ${board}`, detail, facts));
			}
		} else if (found.kind === 'shapeless' && mayAdd) {
			const detail = `${feed} lists ${JSON.stringify(found.id)} for ${canonical}`;
			lessons.items.push(quarantined('unknown-identifier', feed, found.id, detail, []));
		}
	}
	return { lessons, boards };
}
