import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { buildCatalog } from './build.ts';
import type { Catalog } from './catalog.ts';
import { type Finding, printFinding } from './table.ts';
import { shapes, type TableTexts } from './tables.ts';

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
	throw new Failure(
		'broken-data',
		`the data in ${folder} is broken: ${summarise(findings)} (see: pointrelease data check)`,
	);
}

function summarise(findings: readonly Finding[]): string {
	const shown = findings.slice(0, 3).map(printFinding).join('; ');
	return findings.length > 3 ? `${shown}; and ${findings.length - 3} more` : shown;
}
