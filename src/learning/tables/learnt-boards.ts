import type { BoardKind } from '../../catalog/catalog.ts';
import { fold } from '../../catalog/identifier.ts';
import { type BoardRow, blankBoard } from '../../catalog/tables/board-columns.ts';
import { shapes, type Tables } from '../../catalog/tables/tables.ts';
import { type Fact, sourceOf } from '../facts/fact.ts';

/** The rows of boards that the shipped tables lack: one per machine, or a nameless one until a feed names it. */
export function learntBoards(
	shipped: Tables,
	facts: readonly Fact[],
	running: ReadonlySet<string>,
): BoardRow[] {
	const known = new Set(shipped.boards.map((row) => fold(row.board_id)));
	const machines = Map.groupBy(
		facts.filter((fact) => fact.kind === 'machine'),
		(fact) => fact.subject,
	);
	const rows: BoardRow[] = [];
	for (const fact of facts) {
		// A board that runs nothing yet is not in the catalog yet.
		if (fact.kind !== 'board' || known.has(fold(fact.subject)) || !running.has(fact.subject)) continue;
		known.add(fold(fact.subject));
		const named = (machines.get(fact.subject) ?? []).map((machine) => rowOf(fact, machine));
		rows.push(...(named.length > 0 ? distinct(named) : [rowOf(fact, null)]));
	}
	return rows;
}

function rowOf(board: Fact, machine: Fact | null): BoardRow {
	const [name = '', introduced = ''] = machine?.value.split('\t') ?? [];
	return {
		...blankBoard,
		line: 0,
		board_id: board.subject,
		kind: board.value as BoardKind,
		name,
		model_identifier: machine?.object ?? '',
		introduced,
		introduced_precision: introduced === '' ? '' : 'day',
		confidence: 'medium',
		sources: [sourceOf(board), ...(machine ? [sourceOf(machine)] : [])],
	};
}

function distinct(rows: readonly BoardRow[]): BoardRow[] {
	const sorted = rows.toSorted(shapes.boards.order);
	return sorted.filter((row, index) => index === 0 || shapes.boards.order(sorted[index - 1]!, row) !== 0);
}
