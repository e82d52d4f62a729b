import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { readFolder } from '../../src/data/load.ts';

const file = 'primary/releases.csv';
const row = /^14,14\.7\.2,(\d{4}-\d\d-\d\d),/m;

/** The data as shipped (0), or the same with 14.7.2 released a day earlier (1). */
export function stateOfData(folder: string, number: 0 | 1): Catalog {
	const texts = new Map(readFolder(folder));
	const earlier = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
	if (number === 1)
		texts.set(
			file,
			texts.get(file)!.replace(row, (_, date: string) => `14,14.7.2,${earlier(date)},`),
		);
	return built(texts);
}

function built(texts: ReadonlyMap<string, string>): Catalog {
	const { catalog, findings } = makeCatalog(texts);
	if (!catalog) throw new Error(`the data of the soak is invalid: ${JSON.stringify(findings[0])}`);
	return catalog;
}
