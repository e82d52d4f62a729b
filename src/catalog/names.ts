import type { Board, Major, NumberlessMachine } from './catalog.ts';
import { fold } from './identifier.ts';
import type { NumberlessRow, Tables } from './tables/tables.ts';

/**
 * Everything that may stand for boards, folded to lower case. The identifiers of a T2 Mac are one Mac: its
 * model identifier means the one that stands for it.
 */
export function namesOf(boards: readonly Board[]): Map<string, Board[]> {
	const names = new Map<string, Board[]>();
	const add = (name: string, board: Board) => {
		const boardsOfName = names.get(fold(name)) ?? [];
		if (!boardsOfName.includes(board)) names.set(fold(name), [...boardsOfName, board]);
	};
	for (const board of boards) add(board.id, board);
	for (const board of boards) for (const name of board.aliases) add(name, board);
	for (const board of boards.filter(({ id, identifiers }) => identifiers[0] === id)) {
		for (const name of [...board.modelIdentifiers, ...board.caseNumbers]) add(name, board);
	}
	return names;
}

/** The vendor's name of a major. A learned one has no row yet. */
export function systemNames(tables: Tables, major: string): Pick<Major, 'systemName' | 'releaseName'> {
	const row = tables.majorNames.find((row) => row.major.canonical === major);
	return { systemName: `${row?.system ?? 'macOS'} ${major}`, releaseName: row?.name ?? '' };
}

export function numberlessOf(
	row: NumberlessRow,
	{ otherNames }: Pick<Tables, 'otherNames'>,
): NumberlessMachine {
	const { name, processor, introduced, ran, reason, sources } = row;
	return {
		name,
		processor,
		introduced,
		introducedPrecision: row.introduced_precision,
		first: row.first?.canonical ?? '',
		last: row.last.canonical,
		ran,
		reason,
		sources,
		otherNames: otherNames
			.filter((one) => one.machine === name && one.board_id === '')
			.map((one) => one.name),
	};
}
