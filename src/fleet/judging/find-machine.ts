import type { Board, Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { type BoardMatch, findBoards, matchBoards } from '@pointrelease/core/src/names/find-boards.ts';
import type { MachineCells } from './machine-cells.ts';

/**
 * Finds the boards that the row may mean: by the board ID first, then by the model identifier, then by the name. Each further
 * cell narrows the boards; a cell that contradicts the ones before it is ignored.
 */
export function findMachine(
	catalog: Catalog,
	{ board, model, model_name }: MachineCells,
	guesses: boolean,
): BoardMatch {
	const texts = [board, model, model_name].filter((text) => text !== '');
	const matches = texts.flatMap((text) => matchBoards(catalog, text) ?? []);
	const ofBoards = matches.filter((match) => match.kind === 'boards');
	const [first, ...others] = ofBoards;
	if (!first) {
		const asked = texts[0] ?? '';
		const none: BoardMatch = { kind: 'unknown-board', text: asked, close: [], excluded: null };
		return matches[0] ?? (guesses && asked !== '' ? findBoards(catalog, asked) : none);
	}
	let { boards } = first;
	for (const other of others) {
		const shared = boards.flatMap((board) => {
			const same = other.boards.find(({ id }) => id === board.id);
			// Several machines share some board IDs: a name or identifier beside the ID selects one of them.
			return same ? [same.machines.length < board.machines.length ? same : board] : [];
		});
		if (shared.length > 0) boards = shared;
	}
	return { ...first, boards };
}

export function whyUnknown(match: Exclude<BoardMatch, { kind: 'boards' }>, model: string): string {
	if (match.kind === 'numberless')
		return `The ${match.machine.name} is known, but the number on its case is not.`;
	if (match.excluded) return `${JSON.stringify(model)} is left out: ${match.excluded}`;
	const close = match.close.length > 0 ? ` Similar: ${listOf(match.close)}.` : '';
	return `No Mac is known as ${JSON.stringify(model)}.${close}`;
}

export function listOf(names: readonly string[]): string {
	return names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');
}

/** The name of the Mac; null if the boards that it may be have different names. */
export function nameOf(boards: readonly Board[]): string | null {
	const names = new Set(boards.map(({ machines }) => machines[0]?.name ?? ''));
	const [name] = names;
	return names.size === 1 && name ? name : null;
}
