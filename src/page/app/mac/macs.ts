import { prospectOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { toneOf } from '@pointrelease/core/src/advice/standing/tone.ts';
import type { BoardList, BoardRecord, BoardSummary } from '../service/records.ts';

/** One Mac with all of its board IDs. A T2 Mac has several. */
type Mac<Board> = Board & { readonly ids: readonly string[] };

/** A Mac with the major versions that it runs. */
export type ListedMac = Mac<BoardList['boards'][number]>;

/** The Macs of a list, in its order. Boards that differ only in their identifier are one Mac. */
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
	return [...groups.values()].map((boardsOfMac) => ({
		...boardsOfMac[0]!,
		ids: boardsOfMac.flatMap(({ board_ids }) => board_ids),
	}));
}

/** The kind that people know a Mac by. A T2 Mac is `t2` under both of its identifiers. */
export function kindOf({ kind, has_t2 }: Pick<BoardSummary, 'kind' | 'has_t2'>): BoardSummary['kind'] {
	return has_t2 ? 't2' : kind;
}

/**
 * The headline of a Mac without a version: how long it gets updates. Days of the end of support follow from Apple's habits of
 * recent years, which say nothing about Macs from before.
 */
export function prospectOfMac({ kind, gets_updates, ended_on, latest_version }: BoardRecord): string {
	const endedOn = kind === 'model-number' ? null : ended_on;
	return prospectOf({ getsUpdates: gets_updates, endedOn }, latest_version);
}

/**
 * The tone of a Mac. Two views need it: imported from here it is in the script that views share, imported from the core it
 * would be a script of its own, and 400 bytes of headers more for each.
 */
export const macTone = toneOf;
