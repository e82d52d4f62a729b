import type { Report, Reporter } from '../tables/table.ts';
import { type SupportRow, shapes, type Tables } from '../tables/tables.ts';
import { identifiersOf, twinsOf } from '../twins.ts';

/**
 * The identifiers of a T2 Mac name the same machine, so that they have the same records: the update identifier
 * has every range of its board IDs and no other, and a release made for one is made for all.
 */
export function checkTwins(tables: Tables, reporter: Reporter): void {
	const twins = twinsOf(tables.boards);
	const ranges = Map.groupBy(
		tables.primarySupport.filter((row) => twins.has(row.board_id)),
		(row) => row.board_id,
	);
	const report = reporter(shapes.primarySupport.file);
	const t2 = tables.boards.filter((row) => row.kind === 't2').map((row) => row.board_id);
	for (const id of new Set(t2)) {
		// Without a board ID it is a finding of the boards already.
		if (!twins.has(id)) continue;
		const own = new Map((ranges.get(id) ?? []).map((row) => [rangeOf(row), row]));
		const others = (twins.get(id) ?? []).flatMap((board) => ranges.get(board) ?? []);
		const expected = new Set(others.map(rangeOf));
		for (const [range, row] of own)
			if (!expected.has(range))
				report(row, 'first', range, `a range that ${twins.get(id)?.join(' or ')} has too`);
		for (const row of others)
			if (!own.has(rangeOf(row))) report(row, 'first', rangeOf(row), `a range that ${id} has too`);
	}
	checkScopes(tables, new Set(t2), twins, reporter(shapes.primaryReleases.file));
}

function checkScopes(
	tables: Tables,
	t2: ReadonlySet<string>,
	twins: ReadonlyMap<string, readonly string[]>,
	report: Report,
): void {
	const ofMac = identifiersOf(twins, tables);
	for (const row of tables.primaryReleases) {
		for (const board of row.scope) {
			if (![board, ...(twins.get(board) ?? [])].some((id) => t2.has(id))) continue;
			const missing = ofMac(board).filter((id) => !row.scope.includes(id));
			if (missing.length > 0) report(row, 'scope', board, `the same Mac as ${missing.join(' and ')} too`);
		}
	}
}

function rangeOf({ major, first, last }: SupportRow): string {
	return `${major.canonical}: ${first.canonical} to ${last?.canonical ?? 'the latest'}`;
}
