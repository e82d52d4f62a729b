import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '@pointrelease/core/src/catalog/assemble.ts';
import type { DataDocument } from '@pointrelease/core/src/catalog/document.ts';
import { madeOf, type Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { unpackTables } from '@pointrelease/core/src/catalog/tables/packed.ts';
import type { TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { shippedFolder } from '../process/shipped.ts';

/**
 * The tables of the data folder by columns, checked when the program was built: a start reads them in 15 ms; reading and checking the
 * folder takes 130 ms. The first line is a digest of the folder's tables and of the rest of the file. Where it differs, the
 * folder was changed, or is another one, and is read and checked itself.
 */
export const startFile = join(shippedFolder('dist/data'), 'tables.columns');

/**
 * The same of the frozen copy in `test/world`, in a checkout alone: a test run starts hundreds of programs with it, and each
 * would take 0.2 core-seconds to check tables that do not change.
 */
export const startFileOfTests = join(shippedFolder('dist/data'), '../tests/tables.columns');

export function printStartFile(texts: TableTexts, document: DataDocument): string {
	const json = JSON.stringify(document);
	return `${digestOf(texts, json)}\n${json}`;
}

/** The checked tables with these texts, and their catalog; null if the file does not have them. */
export function readStartFile(texts: TableTexts, file: string): Shipped | null {
	try {
		const text = readFileSync(file, 'utf8');
		const end = text.indexOf('\n');
		const json = text.slice(end + 1);
		if (digestOf(texts, json) !== text.slice(0, end)) return null;
		const document: DataDocument = JSON.parse(json);
		const tables = unpackTables(document.tables);
		return madeOf(tables, assemble(tables, document.data_version));
	} catch {
		// The file is absent, or was written by another version. The folder has the same facts.
		return null;
	}
}

function digestOf(texts: TableTexts, json: string): string {
	const hash = createHash('sha256');
	for (const [file, text] of texts) hash.update(`${file} ${text.length}\n`).update(text);
	return hash.update(json).digest('hex');
}
