import { type ReleaseRow, shapes, type Tables } from '../../catalog/tables.ts';
import { parseMajor } from '../../catalog/version.ts';
import type { Fact } from '../facts/fact.ts';
import { modernCanonical } from '../rules/learn.ts';
import { covers } from './learnt-ranges.ts';

/**
 * The board that answers for each major: the shipped one as long as it runs the latest release, otherwise the
 * one a person named. A new major is answered for by the board that answers for all modern ones.
 */
export function canonicalRows(tables: Tables, facts: readonly Fact[]): Tables['canonical'] {
	const named = new Map(
		facts.filter((fact) => fact.kind === 'canonical').map((fact) => [fact.subject, fact.value]),
	);
	const rows = tables.canonical.map((row) => {
		const other = named.get(row.major.canonical);
		if (other === undefined || runsLatest(tables, row.major.canonical, row.board_id)) return row;
		return { ...row, board_id: other };
	});
	const known = new Set(rows.map((row) => row.major.canonical));
	for (const major of new Set(tables.primaryReleases.map((row) => row.major.canonical))) {
		if (known.has(major)) continue;
		const fixed = runsLatest(tables, major, modernCanonical) ? modernCanonical : named.get(major);
		rows.push({ line: 0, major: parseMajor(major)!, board_id: fixed ?? modernCanonical });
	}
	return rows.sort(shapes.canonical.order);
}

function runsLatest(tables: Tables, major: string, board: string): boolean {
	const latest = tables.primaryReleases.findLast((row) => row.major.canonical === major && !row.withdrawn);
	return latest !== undefined && runs(tables, latest, board);
}

function runs(tables: Tables, release: ReleaseRow, board: string): boolean {
	const { scope } = release;
	return (
		(scope[0] === 'all' || scope.includes(board)) &&
		tables.primarySupport.some((row) => row.board_id === board && covers(row, release))
	);
}
