import type { BoardList, BoardSummary } from '../service/records.ts';

/** One Mac, with every ID it goes by: a T2 Mac has several. */
export type Mac<Board> = Board & { readonly ids: readonly string[] };

/** Macs with the majors they run, as the picture of everything and the groups of a release show them. */
export type ListedMac = Mac<BoardList['boards'][number]>;

/** The Macs of a list, in its order. What nothing but its identifier tells from another is the same Mac. */
export function macsOf(boards: BoardList['boards']): ListedMac[] {
	const groups = Map.groupBy(boards, (board) =>
		JSON.stringify([
			board.names,
			board.introduced,
			board.model_identifiers,
			board.majors,
			board.latest_version,
		]),
	);
	return [...groups.values()].map((same) => ({
		...same[0]!,
		ids: same.flatMap(({ board_ids }) => board_ids),
	}));
}

/** The kind that people know a Mac by, whichever of its identifiers it is. */
export function kindOf({ kind, has_t2 }: Pick<BoardSummary, 'kind' | 'has_t2'>): BoardSummary['kind'] {
	return has_t2 ? 't2' : kind;
}
