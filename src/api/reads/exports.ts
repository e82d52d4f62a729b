import type { Board, Catalog } from '../../catalog/catalog.ts';
import { tablesOf } from '../../catalog/make-catalog.ts';
import { printTable, shapes, type TableName } from '../../catalog/tables/tables.ts';
import { spreadsheetCell } from '../../text/spreadsheet.ts';
import { cachedAnswer } from '../answer-cache.ts';
import { compressedAnswer } from '../compressed-answer.ts';
import type { ReadPath } from '../routes.ts';
import { cachedJson, type Read } from './read.ts';

type Cell = string | boolean | null;

/** A table of the data for spreadsheets and databases, by the path of its export. */
function exportOf<Path extends ReadPath & `/export/${string}`>(
	path: Path,
	columns: readonly string[],
	rowsOf: (catalog: Catalog) => Iterable<readonly Cell[]>,
): Read<Path> {
	return (catalog) =>
		cachedAnswer(catalog, path, () => {
			let text = `${columns.join(',')}\r\n`;
			for (const row of rowsOf(catalog)) text += `${row.map(print).join(',')}\r\n`;
			return compressedAnswer(catalog, text, { 'Content-Type': 'text/csv; charset=utf-8' });
		});
}

function print(cell: Cell): string {
	return cell === null ? '' : spreadsheetCell(String(cell));
}

/** One row for each board. */
export const readBoardsTable = exportOf(
	'/export/boards.csv',
	[
		'board_id',
		'kind',
		'name',
		'names',
		'model_identifiers',
		'processor',
		'introduced',
		'twin_board_ids',
		'first_version',
		'latest_major',
		'latest_version',
		'latest_released',
	],
	({ boards }) => boards.values().map(boardRow),
);

function boardRow(board: Board): Cell[] {
	const [first, last] = [[...board.support.values()].at(0), [...board.support.values()].at(-1)];
	const names = [...new Set(board.machines.map(({ name }) => name))].filter((name) => name !== '');
	return [
		board.id,
		board.kind,
		names[0] ?? null,
		names.join('; '),
		board.modelIdentifiers.join(' '),
		board.machines[0]?.processor ?? null,
		board.introduced,
		board.twins.join(' '),
		first?.first.version ?? null,
		last?.major.name ?? null,
		last?.latest.version ?? null,
		last?.latest.released ?? null,
	];
}

/** One row for each release. */
export const readReleasesTable = exportOf(
	'/export/releases.csv',
	[
		'version',
		'major',
		'era',
		'released',
		'precision',
		'confidence',
		'withdrawn',
		'builds',
		'latest_of_major',
	],
	function* ({ majors }) {
		for (const { name, era, releases, latest } of majors.values())
			for (const release of releases)
				yield [
					release.version,
					name,
					era,
					release.released,
					release.precision,
					release.confidence,
					release.withdrawn,
					release.builds.map(({ build }) => build).join(' '),
					release === latest,
				];
	},
);

/** One row for each board and release: what a join with an inventory needs. */
export const readSupportTable = exportOf(
	'/export/support.csv',
	[
		'board_id',
		'version',
		'major',
		'released',
		'withdrawn',
		'next_version',
		'next_released',
		'latest_version',
		'latest_released',
	],
	function* ({ boards }) {
		for (const { id, support } of boards.values())
			for (const { major, releases, latest } of support.values())
				for (const [at, release] of releases.entries()) {
					const next = releases.slice(at + 1).find(({ withdrawn }) => !withdrawn) ?? null;
					yield [
						id,
						release.version,
						major.name,
						release.released,
						release.withdrawn,
						next?.version ?? null,
						next?.released ?? null,
						latest.version,
						latest.released,
					];
				}
	},
);

/** The whole data set as texts of tables, for clients that look up many Macs without sending them. */
export const readTablesOfData: Read<'/dataset/tables'> = (catalog) =>
	cachedJson(catalog, '/dataset/tables', () => {
		const tables = tablesOf(catalog);
		const names = Object.keys(shapes) as TableName[];
		const texts = names.map((name) => [shapes[name].file, printTable(name, tables)]);
		const { dataVersion, changed } = catalog;
		return { data_version: dataVersion, data_changed: changed, tables: Object.fromEntries(texts) };
	});
