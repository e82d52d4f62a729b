import type { Board, Major } from '../../catalog/catalog.ts';
import { fold } from '../../catalog/identifier.ts';
import type { Version } from '../../catalog/version.ts';
import type { Feed } from '../observation.ts';
import { quarantined } from '../quarantine/quarantine.ts';
import { type Evidence, type Lessons, noLessons, type State } from './evidence.ts';
import { identify, kindRuns } from './listed.ts';

/** New boards that one release may bring: a good year has ten. */
const mostBoards = 40;
const mostShown = 10;

/**
 * From the identifiers a feed lists for a release to the boards that run it, with the facts that say so.
 * A board joins a major only with its fellows: into a new major come the boards of the one before, as long as only
 * feeds know who runs it.
 */
export function boardsFor(
	{ catalog, shipped }: Pick<Evidence, 'catalog' | 'shipped'>,
	{
		version,
		predecessor,
		listed,
		feed,
		state,
		mayAdd,
	}: {
		version: Version;
		predecessor: Major;
		listed: Iterable<string>;
		feed: Feed;
		state: State;
		mayAdd: boolean;
	},
): { lessons: Lessons; boards: Set<string> } {
	const lessons = noLessons();
	const boards = new Set<string>();
	const spelling = new Map<string, string>();
	const { canonical } = version;
	const runs = (board: string) => {
		if (boards.has(board)) return;
		boards.add(board);
		lessons.facts.push(state({ kind: 'runs', subject: canonical, object: board, feed }));
	};
	const majors = [...catalog.majors.values()];
	const older = shipped.majors.has(predecessor.name) ? undefined : majors[majors.indexOf(predecessor) - 1];
	const mayRun = ({ support }: Board) =>
		support.has(predecessor.name) || (mayAdd && older !== undefined && support.has(older.name));
	const found = [...listed].map((id) => identify(catalog, id));
	const fresh = new Set(found.map((one) => (one.kind === 'new' ? fold(one.id) : '')).filter(Boolean));
	const shapeless = found.filter((one) => one.kind === 'shapeless').map(({ id }) => id);
	if (mayAdd && shapeless.length > 0) {
		const shown = shapeless.slice(0, mostShown).join(' ');
		const detail = `${feed} lists ${JSON.stringify(shown)} for ${canonical}`;
		lessons.items.push(quarantined('unknown-identifier', { feed, subject: shown, detail, facts: [] }));
	}
	if (mayAdd && fresh.size > mostBoards) {
		const detail = `${feed} lists ${canonical} for ${fresh.size} boards that are not known`;
		lessons.items.push(quarantined('too-many', { feed, subject: canonical, detail, facts: [] }));
	}
	for (const one of found) {
		if (one.kind === 'known') {
			if (mayRun(one.board)) {
				runs(one.board.id);
				for (const twin of one.twins) if (mayRun(twin)) runs(twin.id);
			} else if (feed === 'apple') {
				const facts = [one.board, ...one.twins].map(({ id }) =>
					state({ kind: 'runs', subject: canonical, object: id, feed }),
				);
				const detail = `${feed} lists ${canonical} for ${one.board.id}, which has never run ${predecessor.name}`;
				lessons.items.push(
					quarantined('wrong-major', { feed, subject: `${canonical} ${one.board.id}`, detail, facts }),
				);
			}
		} else if (one.kind === 'new' && mayAdd && fresh.size <= mostBoards) {
			// Two spellings of one new identifier are one board.
			const board = spelling.get(fold(one.id)) ?? one.id;
			spelling.set(fold(board), board);
			const facts = [
				state({ kind: 'board', subject: board, value: one.boardKind, feed }),
				state({ kind: 'runs', subject: canonical, object: board, feed }),
			];
			if (kindRuns(catalog, one.boardKind, predecessor.name)) {
				if (!boards.has(board)) lessons.facts.push(...facts);
				boards.add(board);
			} else {
				const detail = `${feed} lists ${canonical} for ${board}, but no ${one.boardKind} board runs ${predecessor.name}`;
				lessons.items.push(
					quarantined('wrong-major', { feed, subject: `${canonical} ${board}`, detail, facts }),
				);
			}
		}
	}
	return { lessons, boards };
}
