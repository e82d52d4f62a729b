import type { Catalog } from '../../catalog/catalog.ts';

/** The sources that tokens name, each once, with where to read them. A token such as `wikipedia:System 7` begins with its source. */
export function namedSources(catalog: Catalog, tokens: Iterable<string>) {
	const used = new Set([...tokens].map((token) => token.split(':')[0]!));
	return [...used].toSorted().map((source) => {
		const known = catalog.sources.get(source);
		return { source, name: known?.name ?? source, url: known?.address ?? null };
	});
}
