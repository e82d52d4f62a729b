import type { Confidence } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareText, fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { type BoardRow, blankBoard } from '@pointrelease/core/src/catalog/tables/board-columns.ts';
import {
	covers,
	isMadeFor,
	type ReleaseRow,
	type SupportRow,
	shapes,
	type Tables,
} from '@pointrelease/core/src/catalog/tables/tables.ts';
import { parseMajor, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { type Fact, type FactOf, factsOf, sourceOf } from '../facts/fact.ts';

/** Rows for learned boards: one per machine, or one without a name until a feed names the board. */
export function learntBoards(
	shipped: Tables,
	facts: readonly Fact[],
	running: ReadonlySet<string>,
): BoardRow[] {
	const shippedIds = new Set(shipped.boards.map((row) => fold(row.board_id)));
	const machines = Map.groupBy(factsOf(facts, 'machine'), ({ subject }) => subject);
	const rows: BoardRow[] = [];
	for (const fact of facts) {
		// A board that runs nothing yet is not in the catalog yet.
		if (fact.kind !== 'board' || shippedIds.has(fold(fact.subject)) || !running.has(fact.subject)) continue;
		shippedIds.add(fold(fact.subject));
		const named = (machines.get(fact.subject) ?? []).map((machine) => rowOf(fact, machine));
		rows.push(...(named.length > 0 ? distinct(named) : [rowOf(fact, null)]));
	}
	return rows;
}

function rowOf(board: FactOf<'board'>, machine: FactOf<'machine'> | null): BoardRow {
	const { name, introduced } = machine?.value ?? { name: '', introduced: '' };
	return {
		...blankBoard,
		line: 0,
		board_id: board.subject,
		kind: board.value,
		name,
		model_identifier: machine?.object ?? '',
		introduced,
		introduced_precision: introduced === '' ? '' : 'day',
		confidence: 'medium',
		sources: [sourceOf(board), ...(machine ? [sourceOf(machine)] : [])],
	};
}

function distinct(rows: readonly BoardRow[]): BoardRow[] {
	const sorted = rows.toSorted(shapes.boards.order);
	return sorted.filter((row, index) => index === 0 || shapes.boards.order(sorted[index - 1]!, row) !== 0);
}

/** This board answers for every modern major version that it runs. */
const modernCanonical = 'J293AP';

/**
 * The board that answers for each major version: the shipped one, or `modernCanonical` for a new version. If that board cannot answer
 * (`mayAnswer`), the board that a person named, or else the first that runs the latest release.
 */
export function canonicalRows(tables: Tables, facts: readonly Fact[]): Tables['canonical'] {
	const named = new Map(factsOf(facts, 'canonical').map((fact) => [fact.subject, fact.value]));
	const answering = (major: Version, usual: string) =>
		mayAnswer(tables, major, usual)
			? usual
			: (named.get(major.canonical) ?? firstRunningLatest(tables, major) ?? usual);
	const rows = tables.canonical.map((row) => ({ ...row, board_id: answering(row.major, row.board_id) }));
	const withBoard = new Set(rows.map((row) => row.major.canonical));
	for (const name of new Set(tables.primaryReleases.map((row) => row.major.canonical))) {
		if (withBoard.has(name)) continue;
		const major = parseMajor(name)!;
		rows.push({ line: 0, major, board_id: answering(major, modernCanonical) });
	}
	return rows.sort(shapes.canonical.order);
}

/** A modern major version needs a board with any of its releases, an older one needs a board with the latest. */
function mayAnswer(tables: Tables, major: Version, board: string): boolean {
	const offered = tables.primaryReleases.filter(
		(row) => row.major.canonical === major.canonical && !row.withdrawn,
	);
	return (major.era === 'modern' ? offered : offered.slice(-1)).some((release) =>
		runs(tables, release, board),
	);
}

/** The first in code-point order. For a modern major only Apple silicon counts, because it outlasts the other kinds. */
function firstRunningLatest(tables: Tables, major: Version): string | undefined {
	const latest = tables.primaryReleases.findLast(
		(row) => row.major.canonical === major.canonical && !row.withdrawn,
	);
	return tables.boards
		.filter(({ kind }) => major.era !== 'modern' || kind === 'apple-silicon')
		.map(({ board_id }) => board_id)
		.filter((board) => latest && runs(tables, latest, board))
		.sort(compareText)[0];
}

function runs(tables: Tables, release: ReleaseRow, board: string): boolean {
	return (
		isMadeFor(release, board) &&
		tables.primarySupport.some((row) => row.board_id === board && covers(row, release))
	);
}

/** The learned releases of one major version that a board runs. */
interface Runs {
	readonly board: string;
	readonly major: SupportRow['major'];
	readonly versions: ReadonlySet<string>;
	readonly sources: readonly string[];
	readonly confidence: Confidence;
}

/**
 * The rows to add for a board so that its ranges hold the learned releases and no others. Most ranges are open, and need
 * no row: only new boards, new major versions and closed ranges do.
 */
export function rowsFor(
	{ board, major, versions, sources, confidence }: Runs,
	ranges: readonly SupportRow[],
	releases: readonly ReleaseRow[],
): SupportRow[] {
	const ofMajor = releases.filter((release) => release.major.canonical === major.canonical);
	const isCovered = (release: ReleaseRow) => ranges.some((row) => covers(row, release));
	const rows: SupportRow[] = [];
	let open: { first: ReleaseRow; last: ReleaseRow } | null = null;
	const close = (end: boolean) => {
		if (open) {
			const first = open.first.version;
			// A range that reaches the end of the major stays open, like those of the shipped tables.
			const last = end ? null : open.last.version;
			rows.push({ line: 0, board_id: board, major, first, last, confidence, sources, note: '' });
		}
		open = null;
	};
	for (const release of ofMajor) {
		const missing = versions.has(release.version.canonical) && !isCovered(release);
		if (missing) open = { first: open ? (open as { first: ReleaseRow }).first : release, last: release };
		else if (isCovered(release) || isMadeFor(release, board)) close(false);
	}
	close(true);
	return rows.sort(shapes.primarySupport.order);
}
