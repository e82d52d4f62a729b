import type { BoardList, BoardSummary } from '../service/records.ts';

/** One Mac, which a T2 Mac is under all of its identifiers: the board it is shown as, and every ID it goes by. */
export type Mac<Board> = Board & { readonly ids: readonly string[] };

/** Macs with the majors they run, as the picture of everything and the groups of a release show them. */
export type ListedMac = Mac<BoardList['boards'][number]>;

type Twin = Pick<BoardSummary, 'board_id' | 'kind' | 'has_t2' | 'twin_board_ids'>;

/** The boards as Macs, in their order: twins become one, shown as the first of them. */
export function macsOf<Board extends Twin>(boards: readonly Board[]): Mac<Board>[] {
	return [...Map.groupBy(boards, machineOf).values()].map((same) => ({
		...same[0]!,
		ids: same.map(({ board_id }) => board_id),
	}));
}

/** What all identifiers of a Mac share: the one of its T2 chip. */
function machineOf({ board_id, kind, twin_board_ids: [twin] }: Twin): string {
	return kind === 't2' ? board_id : (twin ?? board_id);
}

/** The kind that people know a Mac by, whichever of its identifiers it is. */
export function kindOf({ kind, has_t2 }: Pick<BoardSummary, 'kind' | 'has_t2'>): BoardSummary['kind'] {
	return has_t2 ? 't2' : kind;
}
