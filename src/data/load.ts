import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog, type Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Finding, printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import { shapes, type TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { Failure } from '../process/failure.ts';
import { nativeSha256 } from '../process/native-sha256.ts';
import { readStartFile, startFile, startFileOfTests } from './start-file.ts';

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

/**
 * Loads the whole folder, or throws with the first findings and their number. If the tables are those of the installation, byte for
 * byte, they were checked when it was built.
 */
export function loadShipped(
	folder: string,
	files: readonly string[] = [startFile, startFileOfTests],
): Shipped {
	if (!existsSync(folder)) {
		throw new Failure(
			'broken-data',
			`the data folder ${folder} does not exist: expected a folder of data tables`,
		);
	}
	const texts = readFolder(folder);
	for (const file of files) {
		const checked = readStartFile(texts, file);
		if (checked) return checked;
	}
	const shipped = makeCatalog(texts, nativeSha256);
	if (shipped.catalog) return shipped;
	throw brokenData(folder, shipped.findings);
}

export function loadCatalog(folder: string): Catalog {
	return loadShipped(folder).catalog;
}

function brokenData(folder: string, findings: readonly Finding[]): Failure {
	return new Failure(
		'broken-data',
		`the data in ${folder} is invalid: ${summarise(findings)} (see: pointrelease data check)`,
	);
}

function summarise(findings: readonly Finding[]): string {
	const shown = findings.slice(0, 3).map(printFinding).join('; ');
	return findings.length > 3 ? `${shown}; and ${findings.length - 3} more` : shown;
}
