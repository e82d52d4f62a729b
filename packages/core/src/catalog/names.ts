import type { Board, Major } from './catalog.ts';
import { fold } from './identifier.ts';
import type { NumberlessMachine } from './machine.ts';
import type { NumberlessRow, Tables } from './tables/tables.ts';

/**
 * Every name of a board, folded to lower case. A model identifier or number on the case of a T2 Mac, which has several
 * identifiers, means the one that stands for the Mac.
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

/** The vendor's name of a major version. A learned major version has no row, and so no name, yet. */
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
			.filter((row) => row.machine === name && row.board_id === '')
			.map((row) => row.name),
	};
}
