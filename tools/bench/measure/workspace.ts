import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { createAnswerBook } from '../../../src/api/answer-book.ts';
import { loadCatalog } from '../../../src/data/load.ts';
import { shuffle } from '../../../test/seeded-random.ts';
import { hotPaths, proximoPaths } from './paths.ts';

/** Runs the work with a temporary folder, which is removed in any case. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-bench-'));
	try {
		return await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

export function shippedCatalog(): Catalog {
	return loadCatalog(new URL('../../../data', import.meta.url).pathname);
}

/** Every path of operation 3, shuffled. */
export function shippedPaths(): string[] {
	return shuffle(proximoPaths(shippedCatalog()));
}

/** The few hundred paths of current Macs, shuffled. */
export function shippedHotPaths(): string[] {
	return shuffle(hotPaths(shippedCatalog()));
}

/** The bodies of the service for the paths, for peers to serve. */
export function bodiesOf(catalog: Catalog, paths: readonly string[]): Map<string, string> {
	const book = createAnswerBook(catalog);
	return new Map(paths.map((path) => [path, book.answer(path).body]));
}

/** The same as a file that a peer reads at its start. */
export function writeBodies(folder: string, bodies: ReadonlyMap<string, string>): string {
	const file = join(folder, 'bodies.json');
	writeFileSync(file, JSON.stringify([...bodies]));
	return file;
}
