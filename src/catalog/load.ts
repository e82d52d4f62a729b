import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { buildCatalog } from './build.ts';
import type { Catalog } from './catalog.ts';
import { checkTables } from './check.ts';
import { type Finding, printFinding } from './table.ts';
import { readTables, shapes, type Tables, type TableTexts } from './tables.ts';

/** The text of every table that the folder holds. */
export function readFolder(folder: string): TableTexts {
	const texts = new Map<string, string>();
	for (const { file } of Object.values(shapes)) {
		try {
			texts.set(file, readFileSync(join(folder, file), 'utf8'));
		} catch {
			// An absent or unreadable table is reported as a finding, together with everything else.
		}
	}
	return texts;
}

/** Loads the folder whole, or throws with the first findings and how many there are. */
export function loadCatalog(folder: string): Catalog {
	const { catalog, findings } = buildCatalog(readFolder(folder));
	if (catalog) return catalog;
	throw brokenData(folder, findings);
}

/** The rows of the folder's tables, checked: what is learnt later is added to them. */
export function loadTables(folder: string): Tables {
	const { tables, findings, complete } = readTables(readFolder(folder));
	if (complete) findings.push(...checkTables(tables));
	if (findings.length === 0) return tables;
	throw brokenData(folder, findings);
}

function brokenData(folder: string, findings: readonly Finding[]): Failure {
	return new Failure(
		'broken-data',
		`the data in ${folder} is broken: ${summarise(findings)} (see: pointrelease data check)`,
	);
}

function summarise(findings: readonly Finding[]): string {
	const shown = findings.slice(0, 3).map(printFinding).join('; ');
	return findings.length > 3 ? `${shown}; and ${findings.length - 3} more` : shown;
}
