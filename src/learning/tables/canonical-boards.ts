import { compareText } from '../../catalog/identifier.ts';
import { type ReleaseRow, shapes, type Tables } from '../../catalog/tables.ts';
import { parseMajor, type Version } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { covers } from './learnt-ranges.ts';

/** The board that answers for every modern major that it runs, with its own latest release. */
const modernCanonical = 'J293AP';

/**
 * The board that answers for each major: the shipped one, unless it cannot and a person named another. A new major
 * is answered for by the board of all modern ones; where that does not run it, by the first Apple silicon board that
 * runs its latest release.
 */
export function canonicalRows(tables: Tables, facts: readonly Fact[]): Tables['canonical'] {
	const named = new Map(
		facts.filter((fact) => fact.kind === 'canonical').map((fact) => [fact.subject, fact.value]),
	);
	const rows = tables.canonical.map((row) => {
		const other = named.get(row.major.canonical);
		return other === undefined || mayAnswer(tables, row.major, row.board_id)
			? row
			: { ...row, board_id: other };
	});
	const known = new Set(rows.map((row) => row.major.canonical));
	for (const name of new Set(tables.primaryReleases.map((row) => row.major.canonical))) {
		if (known.has(name)) continue;
		const major = parseMajor(name)!;
		const board = mayAnswer(tables, major, modernCanonical)
			? modernCanonical
			: (named.get(name) ?? firstRunningLatest(tables, name));
		rows.push({ line: 0, major, board_id: board ?? modernCanonical });
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

function firstRunningLatest(tables: Tables, major: string): string | undefined {
	const latest = tables.primaryReleases.findLast((row) => row.major.canonical === major && !row.withdrawn);
	return tables.boards
		.filter(({ kind, board_id }) => kind === 'apple-silicon' && latest && runs(tables, latest, board_id))
		.map(({ board_id }) => board_id)
		.sort(compareText)[0];
}

function runs(tables: Tables, release: ReleaseRow, board: string): boolean {
	const { scope } = release;
	return (
		(scope[0] === 'all' || scope.includes(board)) &&
		tables.primarySupport.some((row) => row.board_id === board && covers(row, release))
	);
}
