import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildCatalog } from './build.ts';
import type { TableTexts } from './tables/tables.ts';

/**
 * Tables that were checked when the program was installed. Checking them again takes a third of the time of loading
 * them, and says the same as long as the tables and the code that reads them are the same, byte for byte.
 */
export interface CheckedData {
	/** Of the tables and the code. */
	readonly digest: string;
	readonly dataVersion: string;
}

/** Written by `npm ci`, beside the page. Without it everything is checked at every start. */
export const checkedDataFile = fileURLToPath(new URL('../../dist/checked-data.json', import.meta.url));

const here = fileURLToPath(new URL('.', import.meta.url));

/** Checks the tables; null where something is wrong with them, which whoever loads them is told. */
export function checkData(texts: TableTexts): CheckedData | null {
	const digest = digestOf(texts);
	const { catalog } = buildCatalog(texts);
	return catalog && digest !== null ? { digest, dataVersion: catalog.dataVersion } : null;
}

/** The version of tables that the record is about; null for all others, and without a record. */
export function checkedVersion(texts: TableTexts, record = checkedDataFile): string | null {
	try {
		const { digest, dataVersion }: CheckedData = JSON.parse(readFileSync(record, 'utf8'));
		return digest === digestOf(texts) ? dataVersion : null;
	} catch {
		return null;
	}
}

/** Null in an executable, whose code cannot be read. */
function digestOf(texts: TableTexts): string | null {
	const digest = createHash('sha256');
	try {
		for (const file of codeFiles()) digest.update(`\n\n${file}\n`).update(readFileSync(here + file));
	} catch {
		return null;
	}
	for (const [file, text] of texts) digest.update(`\n\n${file} ${text.length}\n`).update(text);
	return digest.digest('hex');
}

/** Everything that decides how tables are read and what is wrong with them: this folder and what it is made with. */
export function codeFiles(): string[] {
	const own = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
	);
	return [...own.sort(), '../csv.ts', '../steps.ts'];
}
