import { compareText, fold } from './identifier.ts';
import type { BoardRow, Tables } from './tables.ts';

/** The other identifiers that the rows pair each identifier with: the two of a T2 Mac name each other. */
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
	board: string,
	twins: ReadonlyMap<string, readonly string[]>,
	{ boards, aliases }: Tables,
): string[] {
	const ofMac = new Set([board]);
	for (const id of ofMac) for (const twin of twins.get(id) ?? []) ofMac.add(twin);
	if (ofMac.size === 1) return [board];
	const models = new Set(
		boards.filter((row) => ofMac.has(row.board_id)).map((row) => fold(row.model_identifier)),
	);
	const chosen = aliases.find((row) => models.has(fold(row.alias)))?.board_id;
	const rank = (id: string) => (id === chosen ? 0 : twins.get(id) && isUpdateId(id, boards) ? 2 : 1);
	return [...ofMac].toSorted((a, b) => rank(a) - rank(b) || compareText(a, b));
}

function isUpdateId(id: string, rows: readonly BoardRow[]): boolean {
	return rows.some((row) => row.update_id === id);
}
