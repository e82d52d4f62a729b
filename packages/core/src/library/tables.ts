/** The rows behind a catalog, to change them and open them again. Needs all documents: `data/sources.json`, too. */
import { catalogOf, tablesOf as tablesOfCatalog } from '../catalog/make-catalog.ts';
import { type Finding, printFinding } from '../catalog/tables/table.ts';
import type { Tables } from '../catalog/tables/tables.ts';
import { type FindClose, type Macs, macsIn } from './macs.ts';
import { needs } from './needs.ts';

export { type DataDocument, makeDocument, type Piece, pieces } from '../catalog/document.ts';
export { printTable, readTables, shapes, type TableName, type Tables } from '../catalog/tables/tables.ts';
export { type Finding, printFinding };

/** The rows that a catalog was made from. */
export function tablesOf(macs: Macs): Tables {
	for (const piece of ['names', 'security', 'sources'] as const) needs(macs, piece);
	return tablesOfCatalog(macs.catalog);
}

/** Checks the rows and makes a catalog of them, or says what is wrong with them. */
export function openTables(
	tables: Tables,
	findClose: FindClose | null = null,
):
	| { readonly macs: Macs; readonly findings: readonly [] }
	| { readonly macs: null; readonly findings: readonly Finding[] } {
	const made = catalogOf(tables);
	return made.catalog
		? { macs: macsIn(made.catalog, findClose), findings: [] }
		: { macs: null, findings: made.findings };
}
