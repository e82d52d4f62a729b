import { sha256Hex } from '../text/sha256.ts';
import type { AppleList } from './apple-list.ts';
import { assemble } from './assemble.ts';
import type { Catalog } from './catalog.ts';
import { checkTables } from './checks/check.ts';
import { compareText } from './identifier.ts';
import type { Finding } from './tables/table.ts';
import { readTables, type TableName, type Tables, type TableTexts } from './tables/tables.ts';

/** The rows of the shipped tables, to which learned facts are added, and their catalog. */
export interface Shipped {
	readonly tables: Tables;
	readonly catalog: Catalog;
}

type Made =
	| { readonly catalog: Catalog; readonly tables: Tables; readonly findings: readonly [] }
	| { readonly catalog: null; readonly tables: null; readonly findings: readonly Finding[] };

/** SHA-256 of a text in hexadecimal. That of a runtime itself takes less time than the one of the core. */
type Sha256 = (text: string) => string;

/** Turns the text of the tables into a catalog, or lists everything that is wrong with them. */
export function makeCatalog(texts: TableTexts, sha256: Sha256 = sha256Hex): Made {
	const { tables, findings, partial } = readTables(texts);
	return assembleValid(tables, [...findings, ...checkTables(tables, partial)], sha256);
}

/** The same for tables that were read already. */
export function catalogOf(tables: Tables, sha256: Sha256 = sha256Hex): Made {
	return assembleValid(tables, checkTables(tables, new Set()), sha256);
}

function assembleValid(tables: Tables, findings: readonly Finding[], sha256: Sha256): Made {
	if (findings.length > 0) return { catalog: null, tables: null, findings };
	return madeOf(tables, assemble(tables, versionOf(tables, sha256)));
}

const madeFrom = new WeakMap<Catalog, Tables>();

/** Records which tables a catalog was made from. */
export function madeOf(tables: Tables, catalog: Catalog) {
	madeFrom.set(catalog, tables);
	return { catalog, tables, findings: [] as const };
}

/** The same catalog with another state of Apple's list. */
export function withAppleList(catalog: Catalog, appleList: AppleList | null): Catalog {
	return madeOf(tablesOf(catalog), { ...catalog, appleList }).catalog;
}

/** The tables that a catalog was made from. */
export function tablesOf(catalog: Catalog): Tables {
	return madeFrom.get(catalog)!;
}

/** The day of the last change and a digest of every fact, so that equal facts have equal versions. */
function versionOf(tables: Tables, sha256: Sha256): string {
	let facts = '';
	for (const name of Object.keys(tables).toSorted(compareText) as TableName[]) {
		const rows: readonly Record<string, unknown>[] = tables[name];
		facts += `\n\n${name}${rows.map(factsOf).join('')}`;
	}
	return `${tables.changes.at(-1)!.changed.slice(0, 10)}-${sha256(facts).slice(0, 12)}`;
}

function factsOf(row: Record<string, unknown>): string {
	let facts = '\n';
	for (const column in row) {
		if (column === 'line') continue;
		const value = row[column];
		facts += '\t';
		if (typeof value === 'string') facts += value;
		else facts += typeof value === 'object' && value && 'canonical' in value ? value.canonical : value;
	}
	return facts;
}
