import { macLifecycle } from '../../advice/lifecycle.ts';
import { atPresent, lastPull, latestOfBoard, latestOfMajor, pulledOn } from '../../advice/offered.ts';
import type { Board, Catalog, Release } from '../../catalog/catalog.ts';
import { makeDocument } from '../../catalog/document.ts';
import { compareText } from '../../catalog/identifier.ts';
import { latestMajor, macsOf } from '../../catalog/lookup.ts';
import { tablesOf } from '../../catalog/make-catalog.ts';
import { printTable, shapes, type TableName } from '../../catalog/tables/tables.ts';
import { groupBy } from '../../text/group-by.ts';
import { spreadsheetCell } from '../../text/spreadsheet.ts';
import type { Answer } from '../answer.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { readKnown } from './query.ts';
import { jsonAnswer, type Read } from './read.ts';

type Cell = string | boolean | null;

/** A table of the data for spreadsheets and databases. */
function exportOf(
	columns: readonly string[],
	rowsOf: (catalog: Catalog) => Iterable<readonly Cell[]>,
): Read<string> {
	return (catalog, request) => {
		const known = readKnown(catalog, request);
		if (isProblem(known)) return known;
		let body = `${columns.join(',')}\r\n`;
		for (const row of rowsOf(known.catalog)) body += `${row.map(print).join(',')}\r\n`;
		return { status: 200, body, fields: { 'Content-Type': 'text/csv; charset=utf-8' } };
	};
}

function print(cell: Cell): string {
	return cell === null ? '' : spreadsheetCell(String(cell));
}

/** One row for each board. */
export const readBoardsTable = exportOf(
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
		'ended_on',
		'estimated_end',
		'basis',
	],
	(catalog) => [...catalog.boards.values()].map((board) => boardRow(catalog, board)),
);

function boardRow(catalog: Catalog, board: Board): Cell[] {
	const [first, last] = [[...board.support.values()].at(0), [...board.support.values()].at(-1)];
	const { endedOn, estimatedEnd, basis } = macLifecycle(catalog, board, atPresent);
	const latest = last ? latestOfBoard(last, atPresent) : null;
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
		latest?.version ?? null,
		latest?.released ?? null,
		endedOn,
		estimatedEnd,
		basis,
	];
}

/**
 * One row for each name of a Mac that runs macOS 11 or later, for Snipe-IT's import of asset models, which finds a model by its
 * name. Its field for the end of life counts months from the purchase, which nobody here knows, so the day is in the notes; an
 * estimate is not, because an inventory would show it as a fact.
 */
export const readSnipeItTable = exportOf(
	['Name', 'Manufacturer', 'Model Number', 'Notes'],
	function* (catalog) {
		const modern = macsOf(catalog).filter(
			(board) => board.kind !== 'virtual-machine' && latestMajor(board).major.era === 'modern',
		);
		const named = modern.flatMap((board) => board.machines.map(({ name }) => ({ board, name })));
		const byName = groupBy(
			named.filter(({ name }) => name !== ''),
			({ name }) => name,
		);
		for (const [name, same] of [...byName].toSorted(([a], [b]) => compareText(a, b))) {
			const boards = same.map(({ board }) => board);
			const models = [...new Set(boards.flatMap(({ modelIdentifiers }) => modelIdentifiers))];
			yield [name, 'Apple', models.length === 1 ? models[0]! : null, updatesNote(catalog, boards)];
		}
	},
);

/** What is certain about the updates of Macs with one name: of those that differ, the shortest. */
function updatesNote(catalog: Catalog, boards: readonly Board[]): string {
	const shortest = boards.reduce((a, b) =>
		latestMajor(b).major.releases[0]!.released < latestMajor(a).major.releases[0]!.released ? b : a,
	);
	const { lastMajor, getsUpdates, endedOn } = macLifecycle(catalog, shortest, atPresent);
	const last = latestOfBoard(latestMajor(shortest), atPresent).version;
	if (getsUpdates) return `Gets updates of macOS at least as long as macOS ${lastMajor} does.`;
	return `No updates of macOS since ${endedOn}: the last major version is ${lastMajor}, its last release ${last}.`;
}

/** One row for each release. */
export const readReleasesTable = exportOf(
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
		'pulled_on',
		'listed_again_on',
	],
	function* ({ majors }) {
		for (const major of majors.values()) {
			const { name, era, releases } = major;
			const latest = latestOfMajor(major, atPresent);
			for (const release of releases) {
				const pull = lastPull(release, null, atPresent);
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
					pull?.on ?? null,
					pull?.listedAgainOn ?? null,
				];
			}
		}
	},
);

/** One row for each board and release: what a join with an inventory needs. */
export const readSupportTable = exportOf(
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
		'pulled_on',
		'listed_again_on',
	],
	function* ({ boards }) {
		for (const board of boards.values())
			for (const support of board.support.values()) {
				const { major, releases } = support;
				const latest = latestOfBoard(support, atPresent);
				const isShown = (release: Release) =>
					!release.withdrawn && pulledOn(release, board, atPresent) === null;
				for (const [at, release] of releases.entries()) {
					const next = releases.slice(at + 1).find(isShown) ?? null;
					const pull = lastPull(release, board, atPresent);
					yield [
						board.id,
						release.version,
						major.name,
						release.released,
						release.withdrawn,
						next?.version ?? null,
						next?.released ?? null,
						latest.version,
						latest.released,
						pull?.on ?? null,
						pull?.listedAgainOn ?? null,
					];
				}
			}
	},
);

/** The whole data set as CSV tables, for clients that look up many Macs without sending them. */
export const readTablesOfData: Read<'/dataset/tables', 'DataTables'> = (catalog) => {
	const tables = tablesOf(catalog);
	const names = Object.keys(shapes) as TableName[];
	const texts = names.map((name) => [shapes[name].file, printTable(name, tables)]);
	const { dataVersion, changed } = catalog;
	return jsonAnswer({ data_version: dataVersion, data_changed: changed, tables: Object.fromEntries(texts) });
};

/** What `lookup.json` of the library holds, with what was learned since: it is opened in place of that file. */
export function readCoreDocument(catalog: Catalog): Answer<Shapes['DataDocument']> {
	return jsonAnswer(makeDocument(tablesOf(catalog), catalog.dataVersion, 'lookup'));
}
