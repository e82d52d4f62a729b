import type { Board, BoardKind, Catalog } from '../../catalog/catalog.ts';
import { fold, kindsOfShape } from '../../catalog/identifier.ts';
import { isSettled, type Remembered } from '../observation.ts';

/** What an identifier in a feed's device list stands for. */
export type Listed =
	| { readonly kind: 'known'; readonly board: Board; readonly twins: readonly Board[] }
	| { readonly kind: 'new'; readonly id: string; readonly boardKind: BoardKind }
	/** Left out on purpose, or internal to the vendor. */
	| { readonly kind: 'ignored' }
	/** Of no shape that a board has: a person has to look. */
	| { readonly kind: 'shapeless'; readonly id: string };

/** Stand-ins of the vendor's (`X86LEGACYAP`, `X589AMLUAP`): they are no machines, whatever follows the X. */
const internal = /^X/i;
const longestIdentifier = 40;

/** Finds the board in any letter case: the vendor's list and the Mac itself spell some differently. */
export function identify(catalog: Catalog, id: string): Listed {
	const exact = catalog.boards.get(id);
	const board = exact ?? catalog.names.get(fold(id))?.find((named) => fold(named.id) === fold(id));
	if (board) {
		// Whatever is learnt about one identifier of a T2 Mac holds for all of them.
		const others = board.identifiers.filter((other) => other !== board.id);
		const twins = others.map((other) => catalog.boards.get(other)!);
		return { kind: 'known', board, twins };
	}
	if (internal.test(id) || catalog.excluded.has(fold(id))) return { kind: 'ignored' };
	// Model numbers are of the same shape as other things, and no feed lists machines by them.
	const [boardKind] = kindsOfShape(id).filter((kind) => kind !== 'model-number');
	if (!boardKind) return { kind: 'shapeless', id: id.slice(0, longestIdentifier) };
	// The T2 Macs are all known: a new identifier of their shape is one of Apple silicon.
	return { kind: 'new', id, boardKind };
}

/** The known boards that a list means: one feed names a T2 Mac by its update identifier and another by its board. */
export function boardsMeant(catalog: Catalog, ids: Iterable<string>): Set<Board> {
	const found = [...ids].map((id) => identify(catalog, id)).filter((listed) => listed.kind === 'known');
	return new Set(found.flatMap(({ board, twins }) => [board, ...twins]));
}

/**
 * The boards that the vendor dropped from a list and has again, but not yet for long: two of its servers that differ would make what
 * they run come and go.
 */
export function returning(catalog: Catalog, remembered: Remembered | undefined): Set<string> {
	const unsettled = Object.entries(remembered?.back ?? {}).filter(([, span]) => !isSettled(span));
	const boards = boardsMeant(
		catalog,
		unsettled.map(([id]) => id),
	);
	return new Set([...boards].map(({ id }) => id));
}

/** Whether any board of the kind runs the major: a new Intel Mac in a major without Intel Macs is a mistake. */
export function kindRuns(catalog: Catalog, kind: BoardKind, major: string): boolean {
	return catalog.majors.get(major)?.boards.some((board) => board.kind === kind) ?? false;
}
