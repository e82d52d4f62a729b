import { groupBy } from '../../text/group-by.ts';
import { fold, isOther, kindsOfShape, withoutSuffix } from '../identifier.ts';
import type { BoardRow } from '../tables/board-columns.ts';
import type { KnownNames, Report, Reporter } from '../tables/table.ts';
import { type SupportRow, shapes, type Tables } from '../tables/tables.ts';
import { identifiersOf, twinsOf } from '../twins.ts';

/** Checks each board: its shape and kind, its twin and its support, and that no two boards differ only in case. */
export function checkBoards(tables: Tables, allBoards: boolean, allSupport: boolean, report: Report): void {
	const supported = new Set<string>();
	for (const row of tables.primarySupport) supported.add(row.board_id);
	for (const row of tables.legacySupport) supported.add(row.board_id);
	const excluded = new Set(tables.excluded.map((row) => fold(row.identifier)));
	const updateIds = new Set(tables.boards.map((row) => row.update_id));
	const t2 = new Set(tables.boards.filter((row) => row.kind === 't2').map((row) => row.board_id));
	const firstRows = new Map<string, BoardRow>();
	for (const row of tables.boards) {
		const { board_id: board, kind } = row;
		if ((row.introduced === '') !== (row.introduced_precision === '')) {
			report(
				row,
				'introduced_precision',
				row.introduced_precision,
				'a precision exactly when there is a day',
			);
		}
		if (allBoards && row.update_id !== '' && !t2.has(row.update_id)) {
			report(row, 'update_id', row.update_id, 'the identifier of a board of kind t2');
		}
		const first = firstRows.get(fold(board));
		if (first?.board_id === board) {
			if (first.kind !== kind) report(row, 'kind', kind, `${first.kind}, as in line ${first.line}`);
			continue;
		}
		if (first) {
			report(row, 'board_id', board, `an identifier that differs from ${first.board_id} in more than case`);
		}
		firstRows.set(fold(board), first ?? row);
		checkShape(row, report);
		if (allSupport && !supported.has(board))
			report(row, 'board_id', board, 'a board that the support tables give a release');
		if (excluded.has(fold(board))) {
			report(row, 'board_id', board, `a board that ${shapes.excluded.file} does not leave out`);
		}
		if (allBoards && kind === 't2' && !updateIds.has(board)) {
			report(row, 'board_id', board, 'a T2 identifier that is the update_id of an Intel board');
		}
	}
}

function checkShape(row: BoardRow, report: Report): void {
	const { board_id: board, kind } = row;
	const kinds = kindsOfShape(board);
	if (kind === 'other' && isOther(board)) return;
	if (kinds.length === 0) {
		const forms = 'J293AP, Mac-F42786C8, M0001A, A1001, VMA2MACOSAP or VMM-x86_64';
		report(row, 'board_id', board, `an identifier of a known kind, shaped like ${forms}`);
	} else if (!kinds.includes(kind)) {
		report(row, 'kind', kind, `${kinds.join(' or ')}, by the shape of ${board}`);
	}
}

/** Checks that names collide neither with board IDs nor with each other. */
export function checkNames(tables: Tables, boards: KnownNames, reporter: Reporter): void {
	const folded = new Map(tables.boards.map(({ board_id: board }) => [fold(board), board]));
	const shortened = new Map(
		tables.boards.map(({ board_id: board }) => [fold(withoutSuffix(board) ?? board), board]),
	);
	const aliases = new Map<string, string>();
	const models = new Set(tables.boards.map((row) => fold(row.model_identifier)));
	const ofBoards = reporter(shapes.boards.file);
	for (const row of tables.boards) {
		const boardId = folded.get(fold(row.model_identifier));
		if (boardId)
			ofBoards(row, 'model_identifier', row.model_identifier, `a name that is not the board ID ${boardId}`);
	}
	const ofAliases = reporter(shapes.aliases.file);
	for (const row of tables.aliases) {
		if (!boards.has(row.board_id)) {
			ofAliases(row, 'board_id', row.board_id, `an identifier of ${shapes.boards.file}`);
		}
		const boardId = folded.get(fold(row.alias));
		if (boardId) ofAliases(row, 'alias', row.alias, `a name that is not the board ID ${boardId}`);
		const short = boardId ? undefined : shortened.get(fold(row.alias));
		if (short) ofAliases(row, 'alias', row.alias, `a name that is not short for the board ID ${short}`);
		if (models.has(fold(row.alias)) && !carries(tables.boards, row.board_id, row.alias))
			ofAliases(row, 'alias', row.alias, `a name that is not a model identifier, or one of ${row.board_id}`);
		const otherAlias = aliases.get(fold(row.alias));
		if (otherAlias)
			ofAliases(row, 'alias', row.alias, `a name that differs from ${otherAlias} in more than case`);
		aliases.set(fold(row.alias), row.alias);
	}
}

/** Whether a board has the model identifier. An alias that is a model identifier may only choose one of its boards. */
function carries(rows: readonly BoardRow[], board: string, model: string): boolean {
	return rows.some((row) => row.board_id === board && fold(row.model_identifier) === fold(model));
}

/** Checks that the table of sources has every source that a row names. */
export function checkSources(tables: Tables, reporter: Reporter): void {
	const sourceNames = new Set(tables.sources.map((row) => row.source));
	const expected = `sources of ${shapes.sources.file}, each with or without a detail after a colon`;
	// Rows with the same text share one list, and each list is checked once: 0.5 ms for all tables instead of 3.
	const valid = new Set<readonly string[]>();
	for (const name of Object.keys(shapes) as (keyof Tables)[]) {
		const report = reporter(shapes[name].file);
		for (const row of tables[name]) {
			if (!('sources' in row)) break;
			if (valid.has(row.sources)) continue;
			const unknown = row.sources.filter((source) => !sourceNames.has(sourceToken(source)));
			if (unknown.length === 0) valid.add(row.sources);
			for (const source of unknown) report(row, 'sources', source, expected);
		}
	}
}

/** `macindex` for `macindex:MI000001`: the part before the colon names the source. */
function sourceToken(source: string): string {
	const colon = source.indexOf(':');
	return colon === -1 ? source : source.slice(0, colon);
}

/**
 * Checks that all identifiers of a T2 Mac have the same records, because they name the same machine: the update
 * identifier has exactly the ranges of its board IDs, and a release made for one is made for all.
 */
export function checkTwins(tables: Tables, reporter: Reporter): void {
	const twins = twinsOf(tables.boards);
	const ranges = groupBy(
		tables.primarySupport.filter((row) => twins.has(row.board_id)),
		(row) => row.board_id,
	);
	const report = reporter(shapes.primarySupport.file);
	const t2 = tables.boards.filter((row) => row.kind === 't2').map((row) => row.board_id);
	for (const id of new Set(t2)) {
		// `checkBoards` reports a T2 identifier without a board ID.
		if (!twins.has(id)) continue;
		const rowsByRange = new Map((ranges.get(id) ?? []).map((row) => [rangeOf(row), row]));
		const twinRows = (twins.get(id) ?? []).flatMap((board) => ranges.get(board) ?? []);
		const expected = new Set(twinRows.map(rangeOf));
		for (const [range, row] of rowsByRange)
			if (!expected.has(range))
				report(row, 'first', range, `a range that ${twins.get(id)?.join(' or ')} has too`);
		for (const row of twinRows)
			if (!rowsByRange.has(rangeOf(row))) report(row, 'first', rangeOf(row), `a range that ${id} has too`);
	}
	checkScopes(tables, new Set(t2), twins, reporter(shapes.primaryReleases.file));
}

function checkScopes(
	tables: Tables,
	t2: ReadonlySet<string>,
	twins: ReadonlyMap<string, readonly string[]>,
	report: Report,
): void {
	const ofMac = identifiersOf(twins, tables);
	for (const row of tables.primaryReleases) {
		for (const board of row.scope) {
			if (![board, ...(twins.get(board) ?? [])].some((id) => t2.has(id))) continue;
			const missing = ofMac(board).filter((id) => !row.scope.includes(id));
			if (missing.length > 0) report(row, 'scope', board, `the same Mac as ${missing.join(' and ')} too`);
		}
	}
}

function rangeOf({ major, first, last }: SupportRow): string {
	return `${major.canonical}: ${first.canonical} to ${last?.canonical ?? 'the latest'}`;
}
