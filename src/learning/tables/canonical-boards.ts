import { compareText } from '../../catalog/identifier.ts';
import { type ReleaseRow, shapes, type Tables } from '../../catalog/tables/tables.ts';
import { parseMajor, type Version } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { covers } from './learnt-ranges.ts';

/** The board that answers for every modern major that it runs, with its own latest release. */
const modernCanonical = 'J293AP';

/**
 * The board that answers for each major: the shipped one, or for a new major the board of all modern ones. Where that
 * cannot, because it does not run what it would have to answer with, the one that a person named, or else the first that
 * runs the latest release: that a board does not run a release is no reason to keep it from those that do.
 */
export function canonicalRows(tables: Tables, facts: readonly Fact[]): Tables['canonical'] {
	const named = new Map(
		facts.filter((fact) => fact.kind === 'canonical').map((fact) => [fact.subject, fact.value]),
	);
	const answering = (major: Version, usual: string) =>
		mayAnswer(tables, major, usual)
			? usual
			: (named.get(major.canonical) ?? firstRunningLatest(tables, major) ?? usual);
	const rows = tables.canonical.map((row) => ({ ...row, board_id: answering(row.major, row.board_id) }));
	const known = new Set(rows.map((row) => row.major.canonical));
	for (const name of new Set(tables.primaryReleases.map((row) => row.major.canonical))) {
		if (known.has(name)) continue;
		const major = parseMajor(name)!;
		rows.push({ line: 0, major, board_id: answering(major, modernCanonical) });
	}
	return rows.sort(shapes.canonical.order);
}

/** For a modern major any release will do; for the older ones it must be the very latest. */
function mayAnswer(tables: Tables, major: Version, board: string): boolean {
	const offered = tables.primaryReleases.filter(
		(row) => row.major.canonical === major.canonical && !row.withdrawn,
	);
	return (major.era === 'modern' ? offered : offered.slice(-1)).some((release) =>
		runs(tables, release, board),
	);
}

/** In code-point order; of a modern major among Apple silicon, which outlasts the others. */
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
	const { scope } = release;
	return (
		(scope[0] === 'all' || scope.includes(board)) &&
		tables.primarySupport.some((row) => row.board_id === board && covers(row, release))
	);
}
