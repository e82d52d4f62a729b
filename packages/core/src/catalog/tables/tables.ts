import { csvLine } from '../../text/csv.ts';
import { millisecondsOfDay } from '../../text/day.ts';
import { compareBuilds } from '../build-number.ts';
import type { DataSet } from '../catalog.ts';
import { compareText } from '../identifier.ts';
import { compareVersions, rangeContains } from '../version.ts';
import { boardColumns } from './board-columns.ts';
import { installerShape } from './installer-table.ts';
import {
	anyText,
	build,
	day,
	dayOrMoment,
	list,
	major,
	maybeAddress,
	maybeDay,
	maybeDayOrMoment,
	maybeRelease,
	moment,
	oneOf,
	release,
	sentence,
	someOf,
	someText,
	yes,
} from './readers.ts';
import { securityShapes } from './security-tables.ts';
import { type Columns, type Finding, type Row, readTable, sortedTable, type TableShape } from './table.ts';

const confidence = oneOf('high', 'medium', 'low');
const precision = oneOf('day', 'month', 'year');

const releaseColumns = {
	major,
	version: release,
	released: day,
	precision,
	confidence,
	disputed: list,
	withdrawn: yes,
	scope: someOf,
	sources: someOf,
	note: anyText,
};

const supportColumns = {
	board_id: someText,
	major,
	first: release,
	last: maybeRelease,
	confidence,
	sources: someOf,
	note: anyText,
};

const pullColumns = {
	version: release,
	pulled_on: dayOrMoment,
	listed_again_on: maybeDayOrMoment,
	boards: someOf,
	sources: someOf,
	note: anyText,
};

const replacedColumns = { build, replaced_on: day, boards: someOf, sources: someOf, note: anyText };

const canonicalColumns = { major, board_id: someText };
const aliasColumns = { alias: someText, board_id: someText, sources: someOf, note: anyText };
const excludedColumns = { identifier: someText, reason: someText, sources: someOf, note: anyText };
const remarkColumns = { subject: someText, remark: sentence, sources: list };
const sourceColumns = { source: someText, name: someText, address: maybeAddress, what: someText };
const changeColumns = { changed: moment, what: someText };
const variantColumns = {
	variant: someText,
	version: maybeRelease,
	released: day,
	precision,
	confidence,
	disputed: list,
	sources: someOf,
	note: anyText,
};

export type ReplacedRow = Row<typeof replacedColumns>;
export type PullRow = Row<typeof pullColumns>;
export type ReleaseRow = Row<typeof releaseColumns>;
export type SupportRow = Row<typeof supportColumns>;

const caseNumberColumns = { case_number: someText, board_id: someText, sources: someOf, note: anyText };
const nameColumns = {
	name: someText,
	board_id: anyText,
	machine: anyText,
	sources: someOf,
	note: anyText,
};
const machineColumns = {
	board_id: someText,
	name: someText,
	first: release,
	last: release,
	first_x: maybeRelease,
	sources: someOf,
	note: anyText,
};
const majorColumns = { major, system: someText, name: anyText, sources: someOf };
const numberlessColumns = {
	name: someText,
	processor: anyText,
	introduced: maybeDay,
	introduced_precision: oneOf('day', 'month', 'year', ''),
	first: maybeRelease,
	last: release,
	ran: someText,
	reason: someText,
	sources: someOf,
	note: anyText,
};

export type MachineRow = Row<typeof machineColumns>;
export type NumberlessRow = Row<typeof numberlessColumns>;

const buildColumns = {
	build,
	version: release,
	released: maybeDay,
	kind: oneOf('release', 'factory', 'security update', 'supplemental', 'server'),
	name: anyText,
	boards: list,
	sources: someOf,
	note: anyText,
};

export type BuildRow = Row<typeof buildColumns>;

/** By version and day; builds without a day come last. */
function orderOfBuilds(a: BuildRow, b: BuildRow): number {
	return (
		compareVersions(a.version, b.version) ||
		Number(a.released === '') - Number(b.released === '') ||
		compareText(a.released, b.released) ||
		compareBuilds(a.build, b.build)
	);
}

/** Every table of the data folder. */
export const shapes = {
	boards: sortedTable('boards.csv', boardColumns, ['board_id', 'introduced', 'name']),
	primaryReleases: sortedTable('primary/releases.csv', releaseColumns, ['version']),
	primarySupport: sortedTable('primary/support.csv', supportColumns, ['board_id', 'first']),
	legacyReleases: sortedTable('legacy/releases.csv', releaseColumns, ['version']),
	legacySupport: sortedTable('legacy/support.csv', supportColumns, ['board_id', 'first']),
	builds: {
		file: 'builds.csv',
		columns: buildColumns,
		order: orderOfBuilds,
		sortedBy: 'version, then released (those without a day last), then build',
		key: 'build',
	} satisfies TableShape<typeof buildColumns>,
	pulls: sortedTable('pulled.csv', pullColumns, ['version', 'pulled_on', 'listed_again_on']),
	replaced: { ...sortedTable('replaced.csv', replacedColumns, ['build', 'replaced_on']), isNew: true },
	variants: sortedTable('legacy/variants.csv', variantColumns, ['variant']),
	canonical: sortedTable('canonical.csv', canonicalColumns, ['major']),
	aliases: sortedTable('aliases.csv', aliasColumns, ['alias']),
	excluded: sortedTable('excluded.csv', excludedColumns, ['identifier']),
	remarks: sortedTable('remarks.csv', remarkColumns, ['subject']),
	sources: sortedTable('sources.csv', sourceColumns, ['source']),
	changes: sortedTable('changes.csv', changeColumns, ['changed']),
	...securityShapes,
	caseNumbers: sortedTable('case-numbers.csv', caseNumberColumns, ['case_number', 'board_id']),
	otherNames: sortedTable('names.csv', nameColumns, ['name', 'board_id', 'machine']),
	machines: sortedTable('machines.csv', machineColumns, ['board_id', 'name']),
	majorNames: sortedTable('majors.csv', majorColumns, ['major']),
	numberless: sortedTable('numberless.csv', numberlessColumns, ['name']),
	installers: installerShape,
};

type Shapes = typeof shapes;
export type TableName = keyof Shapes;
export type Tables = { [K in TableName]: Row<Shapes[K]['columns']>[] };
/** The text of each table, by the path of its file below the data folder. */
export type TableTexts = ReadonlyMap<string, string>;

interface ReadTables {
	readonly tables: Tables;
	readonly findings: Finding[];
	/** The tables that are absent or lack rows. */
	readonly partial: ReadonlySet<TableName>;
}

/** Whether a pull is over and lasted less than 24 hours. */
export function isBriefPull({
	pulled_on: on,
	listed_again_on: again,
}: Pick<PullRow, 'pulled_on' | 'listed_again_on'>): boolean {
	return again !== '' && Date.parse(again) - Date.parse(on) < millisecondsOfDay;
}

/** Reads every table, and collects the findings of all of them. */
export function readTables(texts: TableTexts): ReadTables {
	const findings: Finding[] = [];
	const partial = new Set<TableName>();
	const read = (name: TableName, shape: TableShape<Columns>) => {
		const text = texts.get(shape.file);
		if (text === undefined) {
			if (shape.isNew && texts.size > 0) return [];
			findings.push({
				file: shape.file,
				line: 0,
				column: '(table)',
				value: '',
				expected: 'the table to be there',
			});
			partial.add(name);
			return [];
		}
		const table = readTable(shape, text, findings);
		if (table.partial) partial.add(name);
		return table.rows;
	};
	const tables = Object.entries<unknown>(shapes).map(([name, shape]) => [
		name,
		read(name as TableName, shape as TableShape<Columns>),
	]);
	return { tables: Object.fromEntries(tables), findings, partial };
}

/** One of the two data sets: its releases and which boards run them. */
export interface ReleaseTable {
	readonly dataSet: DataSet;
	readonly name: 'legacyReleases' | 'primaryReleases';
	readonly file: string;
	readonly rows: readonly ReleaseRow[];
	readonly support: { readonly file: string; readonly rows: readonly SupportRow[] };
}

/** Both data sets, oldest first, so that majors come out in version order. */
export function releaseTables(tables: Tables): readonly ReleaseTable[] {
	return [
		{
			dataSet: 'legacy',
			name: 'legacyReleases',
			file: shapes.legacyReleases.file,
			rows: tables.legacyReleases,
			support: { file: shapes.legacySupport.file, rows: tables.legacySupport },
		},
		{
			dataSet: 'primary',
			name: 'primaryReleases',
			file: shapes.primaryReleases.file,
			rows: tables.primaryReleases,
			support: { file: shapes.primarySupport.file, rows: tables.primarySupport },
		},
	];
}

/** Whether a row's range holds a release, whatever the scope of the release. */
export function covers({ major, first, last }: SupportRow, release: ReleaseRow): boolean {
	return major.canonical === release.major.canonical && rangeContains(first, last, release.version);
}

/** Whether the scope of a release includes a board. */
export function isMadeFor({ scope }: ReleaseRow, board: string): boolean {
	return scope[0] === 'all' || scope.includes(board);
}

/** The text of one table in the form of the data folder, so that a diff shows only the new rows. */
export function printTable(name: TableName, tables: Tables): string {
	const columns = Object.keys(shapes[name].columns);
	const cells = columns.map((column) => cellsOf(tables[name], column));
	const lines = tables[name].map((_, row) => csvLine(cells.map((column) => column[row]!)));
	return `${[csvLine(columns), ...lines].join('\n')}\n`;
}

/** The cells of a column, as its file spells them. */
export function cellsOf(rows: readonly object[], column: string): string[] {
	return rows.map((row) => printCell((row as Record<string, unknown>)[column]));
}

function printCell(value: unknown): string {
	if (value === null || value === false) return '';
	if (value === true) return 'yes';
	if (Array.isArray(value)) return value.join(';');
	return typeof value === 'object' && 'canonical' in (value as object)
		? String((value as { canonical: string }).canonical)
		: String(value);
}
