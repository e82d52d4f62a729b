import { compareText } from '../identifier.ts';
import { compareVersions } from '../version.ts';
import { type BoardRow, boardColumns } from './board-columns.ts';
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
import { type Columns, type Finding, type Row, readTable, type TableShape } from './table.ts';

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

function by<C extends Columns>(column: keyof C & string) {
	return (a: Row<C>, b: Row<C>) => compareText(a[column] as string, b[column] as string);
}

function releases(file: string): TableShape<typeof releaseColumns> {
	const order = (a: ReleaseRow, b: ReleaseRow) => compareVersions(a.version, b.version);
	return { file, columns: releaseColumns, order, sortedBy: 'version', key: 'version' };
}

function support(file: string): TableShape<typeof supportColumns> {
	const order = (a: SupportRow, b: SupportRow) =>
		compareText(a.board_id, b.board_id) || compareVersions(a.first, b.first);
	return { file, columns: supportColumns, order, sortedBy: 'board_id, then first', key: 'board_id' };
}

/** Every table of the data folder. */
export const shapes = {
	boards: {
		file: 'boards.csv',
		columns: boardColumns,
		order: (a: BoardRow, b: BoardRow) =>
			compareText(a.board_id, b.board_id) ||
			compareText(a.introduced, b.introduced) ||
			compareText(a.name, b.name),
		sortedBy: 'board_id, then introduced, then name',
		key: 'board_id',
	} satisfies TableShape<typeof boardColumns>,
	primaryReleases: releases('primary/releases.csv'),
	primarySupport: support('primary/support.csv'),
	legacyReleases: releases('legacy/releases.csv'),
	legacySupport: support('legacy/support.csv'),
	...buildShapes,
	variants: {
		file: 'legacy/variants.csv',
		columns: variantColumns,
		order: by<typeof variantColumns>('variant'),
		sortedBy: 'variant',
		key: 'variant',
	} satisfies TableShape<typeof variantColumns>,
	canonical: {
		file: 'canonical.csv',
		columns: canonicalColumns,
		order: (a: Row<typeof canonicalColumns>, b: Row<typeof canonicalColumns>) =>
			compareVersions(a.major, b.major),
		sortedBy: 'major',
		key: 'major',
	} satisfies TableShape<typeof canonicalColumns>,
	aliases: {
		file: 'aliases.csv',
		columns: aliasColumns,
		order: by<typeof aliasColumns>('alias'),
		sortedBy: 'alias',
		key: 'alias',
	} satisfies TableShape<typeof aliasColumns>,
	excluded: {
		file: 'excluded.csv',
		columns: excludedColumns,
		order: by<typeof excludedColumns>('identifier'),
		sortedBy: 'identifier',
		key: 'identifier',
	} satisfies TableShape<typeof excludedColumns>,
	remarks: {
		file: 'remarks.csv',
		columns: remarkColumns,
		order: by<typeof remarkColumns>('subject'),
		sortedBy: 'subject',
		key: 'subject',
	} satisfies TableShape<typeof remarkColumns>,
	sources: {
		file: 'sources.csv',
		columns: sourceColumns,
		order: by<typeof sourceColumns>('source'),
		sortedBy: 'source',
		key: 'source',
	} satisfies TableShape<typeof sourceColumns>,
	changes: {
		file: 'changes.csv',
		columns: changeColumns,
		order: by<typeof changeColumns>('changed'),
		sortedBy: 'changed',
		key: 'changed',
	} satisfies TableShape<typeof changeColumns>,
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
	const read = <C extends Columns>(name: TableName, shape: TableShape<C>): Row<C>[] => {
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
	const tables: Tables = {
		boards: read('boards', shapes.boards),
		primaryReleases: read('primaryReleases', shapes.primaryReleases),
		primarySupport: read('primarySupport', shapes.primarySupport),
		legacyReleases: read('legacyReleases', shapes.legacyReleases),
		legacySupport: read('legacySupport', shapes.legacySupport),
		builds: read('builds', shapes.builds),
		variants: read('variants', shapes.variants),
		canonical: read('canonical', shapes.canonical),
		aliases: read('aliases', shapes.aliases),
		excluded: read('excluded', shapes.excluded),
		remarks: read('remarks', shapes.remarks),
		sources: read('sources', shapes.sources),
		changes: read('changes', shapes.changes),
		securityLists: read('securityLists', shapes.securityLists),
		securityFixes: read('securityFixes', shapes.securityFixes),
		securityExploited: read('securityExploited', shapes.securityExploited),
		securityResponses: read('securityResponses', shapes.securityResponses),
		securitySlips: read('securitySlips', shapes.securitySlips),
		caseNumbers: read('caseNumbers', shapes.caseNumbers),
		otherNames: read('otherNames', shapes.otherNames),
		machines: read('machines', shapes.machines),
		majorNames: read('majorNames', shapes.majorNames),
		numberless: read('numberless', shapes.numberless),
	};
	return { tables, findings, partial };
}
