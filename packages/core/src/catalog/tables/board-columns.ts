import { anyText, maybeDay, oneOf, someOf, someText } from './readers.ts';
import type { Row } from './table.ts';

/**
 * The table of boards. A new column is a line at the end: a machine of the catalog and its record in `/boards/{board_id}` have it
 * by themselves, under its own name.
 */
export const boardColumns = {
	board_id: someText,
	kind: oneOf('apple-silicon', 'intel', 't2', 'model-number', 'virtual-machine', 'other'),
	name: anyText,
	model_identifier: anyText,
	processor: anyText,
	introduced: maybeDay,
	introduced_precision: oneOf('day', 'month', 'year', ''),
	update_id: anyText,
	confidence: oneOf('high', 'medium', 'low'),
	sources: someOf,
	note: anyText,
};

export type BoardRow = Row<typeof boardColumns>;

/** Columns of the board, and those with another name in a machine. All others are facts about the machine. */
type NoFact = 'line' | 'board_id' | 'kind' | 'update_id' | 'model_identifier' | 'introduced_precision';
export type MachineFacts = Omit<BoardRow, NoFact>;

export function factsOf(row: BoardRow): MachineFacts {
	const { line, board_id, kind, update_id, model_identifier, introduced_precision, ...facts } = row;
	return facts;
}

type Needed = 'line' | 'board_id' | 'kind' | 'confidence' | 'sources';

/** A row with every optional column empty. */
export const blankBoard = Object.fromEntries(
	Object.entries(boardColumns).flatMap(([name, reader]) => {
		const value = reader.read('');
		return value === undefined ? [] : [[name, value]];
	}),
) as Omit<BoardRow, Needed>;
