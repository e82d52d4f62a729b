import { deserialize, serialize } from 'bun:jsc';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { versions } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { makeCatalog, type Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';

/**
 * The catalog as it was made when the program was installed. Reading this record takes 26 ms of a core, checking the tables and making the
 * catalog again takes 170 ms. The record is valid as long as the tables, the code that reads them and Bun are the same, byte for byte.
 * `npm ci` writes it beside the page; without it, every start makes the catalog.
 */
export const checkedDataFile = fileURLToPath(new URL('../../dist/checked-data', import.meta.url));

const thisFile = fileURLToPath(import.meta.url);
const digestBytes = 32;

/** Checks the tables, makes the catalog and returns its record; null if the tables are invalid, which loading them will report. */
export function checkData(texts: TableTexts): Uint8Array | null {
	const built = makeCatalog(texts);
	return built.catalog && recordOf(texts, built);
}

/** The record of a catalog: a digest of everything that it was made of, then the catalog and its tables. */
export function recordOf(texts: TableTexts, { tables, catalog }: Shipped): Uint8Array | null {
	const body = new Uint8Array(serialize({ tables, catalog } satisfies Shipped));
	const digest = digestOf(texts, body);
	return digest && Buffer.concat([digest, body]);
}

/** The recorded catalog of these tables and this code; null if there is none. */
export function recorded(texts: TableTexts, file = checkedDataFile): Shipped | null {
	try {
		const record = readFileSync(file);
		const body = record.subarray(digestBytes);
		if (!digestOf(texts, body)?.equals(record.subarray(0, digestBytes))) return null;
		return deserialize(new Uint8Array(body).buffer) as Shipped;
	} catch {
		return null;
	}
}

/** The digest of tables, code, Bun and record; null in an executable, whose code cannot be read. */
function digestOf(texts: TableTexts, body: Uint8Array): Buffer | null {
	const hash = createHash('sha256').update(versions.bun!);
	try {
		for (const [file, text] of codeFiles(thisFile))
			hash.update(`\n\n${relative(thisFile, file)}\n`).update(text);
	} catch {
		return null;
	}
	for (const [file, text] of texts) hash.update(`\n\n${file} ${text.length}\n`).update(text);
	return hash.update('\n\n').update(body).digest();
}

/** The workspaces, one of which has the rules of the tables. */
const packages = new URL('../../packages', import.meta.url).href;

/** All code that reads and checks the tables: a file and everything that it imports, by path. */
export function codeFiles(file: string): Map<string, string> {
	const texts = new Map<string, string>();
	const waiting = [file];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (texts.has(next)) continue;
		const text = readFileSync(next, 'utf8');
		texts.set(next, text);
		for (const [, module] of text.matchAll(/^(?:import|export|\}) (?:[^'\n]*from )?'([.@][^']+\.ts)'/gm))
			waiting.push(fileURLToPath(new URL(module!.replace('@pointrelease', packages), pathToFileURL(next))));
	}
	return new Map([...texts].sort(([a], [b]) => compareText(a, b)));
}
