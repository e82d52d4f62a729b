import { boardColumns } from './board-columns.ts';
import { buildShapes } from './build-tables.ts';
import { nameShapes } from './name-tables.ts';
import {
	anyText,
	day,
	list,
	major,
	maybeAddress,
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

const canonicalColumns = { major, board_id: someText };
const aliasColumns = { alias: someText, board_id: someText, sources: someOf, note: anyText };
const excludedColumns = { identifier: someText, reason: someText, sources: someOf, note: anyText };
const remarkColumns = { subject: someText, remark: sentence };
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

export type ReleaseRow = Row<typeof releaseColumns>;
export type SupportRow = Row<typeof supportColumns>;

/** Every table of the data folder. */
export const shapes = {
	boards: sortedTable('boards.csv', boardColumns, ['board_id', 'introduced', 'name']),
	primaryReleases: sortedTable('primary/releases.csv', releaseColumns, ['version']),
	primarySupport: sortedTable('primary/support.csv', supportColumns, ['board_id', 'first']),
	legacyReleases: sortedTable('legacy/releases.csv', releaseColumns, ['version']),
	legacySupport: sortedTable('legacy/support.csv', supportColumns, ['board_id', 'first']),
	...buildShapes,
	variants: sortedTable('legacy/variants.csv', variantColumns, ['variant']),
	canonical: sortedTable('canonical.csv', canonicalColumns, ['major']),
	aliases: sortedTable('aliases.csv', aliasColumns, ['alias']),
	excluded: sortedTable('excluded.csv', excludedColumns, ['identifier']),
	remarks: sortedTable('remarks.csv', remarkColumns, ['subject']),
	sources: sortedTable('sources.csv', sourceColumns, ['source']),
	changes: sortedTable('changes.csv', changeColumns, ['changed']),
	...securityShapes,
	...nameShapes,
};

type Shapes = typeof shapes;
export type TableName = keyof Shapes;
export type Tables = { [K in TableName]: Row<Shapes[K]['columns']>[] };
/** The text of each table, by the path of its file below the data folder. */
export type TableTexts = ReadonlyMap<string, string>;

export interface ReadTables {
	readonly tables: Tables;
	readonly findings: Finding[];
	/** The tables that are absent or lack rows: what is missing there says nothing about the others. */
	readonly partial: ReadonlySet<TableName>;
}

/** Reads every table, whatever is wrong with some. */
export function readTables(texts: TableTexts): ReadTables {
	const findings: Finding[] = [];
	const partial = new Set<TableName>();
	const read = (name: TableName, shape: TableShape<Columns>) => {
		const text = texts.get(shape.file);
		if (text === undefined) {
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
