import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { readFolder } from '../../src/data/load.ts';
import { shippedFolder } from '../shipped-data.ts';

/** The shipped catalog with rows added at the end of tables. */
export function withRows(rows: Readonly<Record<string, readonly string[]>>): Catalog {
	const texts = new Map(readFolder(shippedFolder));
	for (const [file, lines] of Object.entries(rows))
		texts.set(file, `${texts.get(file) ?? ''}${lines.map((line) => `${line}\n`).join('')}`);
	const { catalog, findings } = makeCatalog(texts);
	if (!catalog) throw new Error(JSON.stringify(findings.slice(0, 3)));
	return catalog;
}
