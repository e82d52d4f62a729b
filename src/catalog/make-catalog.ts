import { atOnce, inSteps, type Steps } from '../process/steps.ts';
import { assembling } from './assemble.ts';
import type { Catalog } from './catalog.ts';
import { checkTables } from './checks/check.ts';
import { versionOf } from './data-version.ts';
import type { Finding } from './tables/table.ts';
import { readTables, type TableName, type Tables, type TableTexts } from './tables/tables.ts';

export type Made =
	| { readonly catalog: Catalog; readonly tables: Tables; readonly findings: readonly [] }
	| { readonly catalog: null; readonly findings: readonly Finding[] };

/** From the text of the tables to a catalog, or to everything that is wrong with them. Never half of it. */
export function makeCatalog(texts: TableTexts): Made {
	const { tables, findings, partial } = readTables(texts);
	return atOnce(making(tables, findings, partial));
}

/** A catalog with the tables that it was made from, whenever that was. */
export function madeOf(tables: Tables, catalog: Catalog): Made {
	madeFrom.set(catalog, tables);
	return { catalog, tables, findings: [] };
}

/** The same from tables that were read already. */
export function catalogOf(tables: Tables): Made {
	return atOnce(making(tables));
}

/** The same in steps of a millisecond or two: in between, whatever else the process has to do gets its turn. */
export async function catalogInSteps(tables: Tables, rest: () => Promise<void>): Promise<Made> {
	return inSteps(making(tables), rest);
}

/** Checks and assembles, with a pause wherever one is possible. */
function* making(
	tables: Tables,
	read: readonly Finding[] = [],
	partial: ReadonlySet<TableName> = new Set(),
): Steps<Made> {
	const findings = [...read, ...(yield* checkTables(tables, partial))];
	if (findings.length > 0) return { catalog: null, findings };
	yield;
	return madeOf(tables, yield* assembling(tables, yield* versionOf(tables)));
}

const madeFrom = new WeakMap<Catalog, Tables>();

/** The tables that a catalog was made from. */
export function tablesOf(catalog: Catalog): Tables {
	return madeFrom.get(catalog)!;
}
