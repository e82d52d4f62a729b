import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import {
	covers,
	isBriefPull,
	isMadeFor,
	type PullRow,
	type ReleaseRow,
	type ReplacedRow,
	type SupportRow,
	shapes,
	type Tables,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { type Fact, type FactOf, factsOf, sourceOf } from '../facts/fact.ts';

/** One pull of a release for one board: its day or moment, and that of its return to the list (empty while it is pulled). */
interface Pull {
	readonly on: string;
	readonly again: string;
	readonly sources: readonly string[];
	readonly note: string;
}

/**
 * The shipped pulls and the learned ones, one row for all boards with the same days. A learned day on which a release was listed again ends
 * a shipped pull. Facts never change a day that the tables have.
 */
export function learntPulls(
	{ pulls, primarySupport, primaryReleases }: Pick<Tables, 'pulls' | 'primarySupport' | 'primaryReleases'>,
	facts: readonly Fact[],
): PullRow[] {
	const learnt = Map.groupBy(factsOf(facts, 'pulled'), ({ subject }) => subject);
	if (learnt.size === 0) return pulls;
	const rows = [...pulls];
	for (const [version, ofVersion] of learnt) {
		const release = primaryReleases.find((row) => row.version.canonical === version);
		if (!release) continue;
		const boards = boardsOf(release, primarySupport);
		const byBoard = new Map<string, Map<string, Pull>>([...boards].map((board) => [board, new Map()]));
		const shipped = pulls.filter((row) => row.version.canonical === version);
		for (const row of shipped)
			for (const board of row.boards[0] === 'all' ? boards : row.boards)
				byBoard.get(board)?.set(row.pulled_on.slice(0, 10), {
					on: row.pulled_on,
					again: row.listed_again_on,
					sources: row.sources,
					note: row.note,
				});
		// A correction by a person is about all boards.
		const added = ofVersion.flatMap((fact) =>
			(fact.object === 'all' ? [...boards] : [fact.object]).map((board) =>
				addPulls(byBoard.get(board) ?? new Map(), fact),
			),
		);
		if (!added.includes(true)) continue;
		for (const row of shipped) rows.splice(rows.indexOf(row), 1);
		rows.push(...rowsOf(release, byBoard));
	}
	return rows.length === pulls.length && rows.every((row, at) => row === pulls[at])
		? pulls
		: rows.sort(shapes.pulls.order);
}

/** Adds the pulls of a fact to those of a board, by day. False if the tables have them already. */
function addPulls(pulls: Map<string, Pull>, fact: FactOf<'pulled'>): boolean {
	let added = false;
	const days = fact.value;
	for (let at = 0; at < days.length; at += 2) {
		const [on, again] = [days[at]!, days[at + 1] ?? ''];
		const day = on.slice(0, 10);
		const before = pulls.get(day);
		// A release may be pulled, listed again and pulled again on one day: then the second pull counts.
		const isOver = before?.again.slice(0, 10) === day;
		if (before && !isOver && (before.again !== '' || again === '')) continue;
		added = true;
		pulls.set(day, {
			on: before && !isOver ? before.on : on,
			again,
			sources: [...new Set([...(before?.sources ?? []), sourceOf(fact)])].sort(compareText),
			note: before?.note ?? '',
		});
	}
	return added;
}

function boardsOf(release: ReleaseRow, ranges: readonly SupportRow[]): Set<string> {
	const inRange = ranges.filter((range) => covers(range, release)).map((range) => range.board_id);
	return new Set(inRange.filter((board) => isMadeFor(release, board)));
}

function rowsOf({ version }: ReleaseRow, byBoard: ReadonlyMap<string, ReadonlyMap<string, Pull>>): PullRow[] {
	const pairs = [...byBoard].flatMap(([board, pulls]) =>
		[...pulls.values()].map((pull) => ({ board, pull })),
	);
	// The hours of boards with the same days may differ by a poll.
	const groups = Map.groupBy(pairs, ({ pull: { on, again } }) =>
		[on.slice(0, 10), again.slice(0, 10), isBriefPull({ pulled_on: on, listed_again_on: again })].join('\t'),
	);
	return [...groups.values()].map((group) => {
		const { on, again, note } = group[0]!.pull;
		const boards = group.map(({ board }) => board).sort(compareText);
		return {
			line: 0,
			version,
			pulled_on: on,
			listed_again_on: again,
			boards: boards.length === byBoard.size ? ['all'] : boards,
			sources: [...new Set(group.flatMap(({ pull }) => pull.sources))].sort(compareText),
			note,
		};
	});
}

/** The shipped replaced builds and the learned ones, one row for all boards of a build that were replaced on the same day. */
export function learntReplaced(
	{ replaced, builds }: Pick<Tables, 'replaced' | 'builds'>,
	facts: readonly Fact[],
): ReplacedRow[] {
	const versions = new Map(builds.map(({ build, version }) => [build, version.canonical]));
	const learnt = factsOf(facts, 'replaced').filter(({ subject, object, value }) => {
		const isShipped = replaced.some(
			({ build, boards }) => build === subject && (boards[0] === 'all' || boards.includes(object)),
		);
		return !isShipped && versions.get(subject) === value.version;
	});
	if (learnt.length === 0) return replaced;
	const groups = Map.groupBy(learnt, ({ subject, value }) => `${subject} ${value.since}`);
	const rows = [...groups.values()].map(
		(group): ReplacedRow => ({
			line: 0,
			build: group[0]!.subject,
			replaced_on: group[0]!.value.since,
			boards: group.map(({ object }) => object).sort(compareText),
			sources: [...new Set(group.map(sourceOf))].sort(compareText),
			note: '',
		}),
	);
	return [...replaced, ...rows].sort(shapes.replaced.order);
}
