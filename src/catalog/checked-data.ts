import { deserialize, serialize } from 'bun:jsc';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { versions } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Catalog } from './catalog.ts';
import { makeCatalog } from './make-catalog.ts';
import type { Tables, TableTexts } from './tables/tables.ts';

/** The rows of the tables, which what is learnt later is added to, and the catalog they make. */
export interface Shipped {
	readonly tables: Tables;
	readonly catalog: Catalog;
}

/**
 * Tables that were checked and put together when the program was installed. Doing it again takes six times as long
 * as reading what came out (170 ms of a core to 26), which is the same as long as the tables, the code that reads them
 * and the Bun that runs it are the same, byte for byte. Written by `npm ci`, beside the page; without it everything is
 * done at every start.
 */
export const checkedDataFile = fileURLToPath(new URL('../../dist/checked-data', import.meta.url));

const here = fileURLToPath(import.meta.url);
const sealBytes = 32;

/** Checks the tables and puts them together; null where something is wrong with them, which whoever loads them is told. */
export function checkData(texts: TableTexts): Uint8Array | null {
	const built = makeCatalog(texts);
	return built.catalog && recordOf(texts, built);
}

/** A record of what the tables make, behind a seal over it and over everything that it was made of. */
export function recordOf(texts: TableTexts, { tables, catalog }: Shipped): Uint8Array | null {
	const body = new Uint8Array(serialize({ tables, catalog } satisfies Shipped));
	const seal = sealOf(texts, body);
	return seal && Buffer.concat([seal, body]);
}

/** What was made of these tables, by this code; null for all others, and without a record. */
export function recorded(texts: TableTexts, file = checkedDataFile): Shipped | null {
	try {
		const record = readFileSync(file);
		const body = record.subarray(sealBytes);
		if (!sealOf(texts, body)?.equals(record.subarray(0, sealBytes))) return null;
		return deserialize(new Uint8Array(body).buffer) as Shipped;
	} catch {
		return null;
	}
}

/** Null in an executable, whose code cannot be read. */
function sealOf(texts: TableTexts, body: Uint8Array): Buffer | null {
	const digest = createHash('sha256').update(versions.bun!);
	try {
		for (const [file, text] of codeFiles(here)) digest.update(`\n\n${relative(here, file)}\n`).update(text);
	} catch {
		return null;
	}
	for (const [file, text] of texts) digest.update(`\n\n${file} ${text.length}\n`).update(text);
	return digest.update('\n\n').update(body).digest();
}

/** Everything that decides how tables are read and what is wrong with them: a file and whatever it imports, by path. */
export function codeFiles(file: string): Map<string, string> {
	const found = new Map<string, string>();
	const waiting = [file];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (found.has(next)) continue;
		const text = readFileSync(next, 'utf8');
		found.set(next, text);
		for (const [, module] of text.matchAll(/^(?:import|export|\}) (?:[^'\n]*from )?'(\.[^']+\.ts)'/gm))
			waiting.push(fileURLToPath(new URL(module!, pathToFileURL(next))));
	}
	return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
