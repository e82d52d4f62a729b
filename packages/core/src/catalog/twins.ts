import { groupBy } from '../text/group-by.ts';
import { compareText, fold } from './identifier.ts';
import type { BoardRow } from './tables/board-columns.ts';
import type { Tables } from './tables/tables.ts';

/** The other identifiers of each T2 Mac, by identifier. */
export function twinsOf(rows: readonly BoardRow[]): Map<string, string[]> {
	const twins = new Map<string, string[]>();
	const pair = (a: string, b: string) => twins.set(a, [...new Set([...(twins.get(a) ?? []), b])]);
	for (const row of rows.filter((row) => row.update_id !== '')) {
		pair(row.board_id, row.update_id);
		pair(row.update_id, row.board_id);
	}
	return twins;
}

/**
 * Every identifier of one Mac, the one that stands for it first: the `Mac-...` board ID or, where an update
 * identifier covers several of them, the one that the table of aliases gives their model identifier to.
 */
export function identifiersOf(
	twins: ReadonlyMap<string, readonly string[]>,
	{ boards, aliases }: Tables,
): (board: string) => string[] {
	const rows = groupBy(
		boards.filter((row) => twins.has(row.board_id)),
		(row) => row.board_id,
	);
	const updateIds = new Set(boards.map((row) => row.update_id));
	return (board) => {
		if (!twins.has(board)) return [board];
		const ofMac = new Set([board]);
		for (const id of ofMac) for (const twin of twins.get(id) ?? []) ofMac.add(twin);
		const models = new Set(
			[...ofMac].flatMap((id) => rows.get(id) ?? []).map((row) => fold(row.model_identifier)),
		);
		const chosen = aliases.find((row) => models.has(fold(row.alias)))?.board_id;
		const rank = (id: string) => (id === chosen ? 0 : updateIds.has(id) ? 2 : 1);
		return [...ofMac].toSorted((a, b) => rank(a) - rank(b) || compareText(a, b));
	};
}
