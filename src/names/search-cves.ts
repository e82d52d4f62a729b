import type { Catalog, Cve } from '../catalog/catalog.ts';
import { compareCves } from '../catalog/tables/security-tables.ts';

/** As people write one or begin to: `CVE-2026-65400`, `cve 2026 65400`, `cve-2026-65`. */
const shape = /^cve[\s-]*(\d{4})[\s-]+(\d{1,7})$/i;

/** The CVEs that a text names, or whose identifier begins with it, the one itself first; null for any other text. */
export function searchCves(catalog: Catalog, text: string): Cve[] | null {
	const [, year, number] = shape.exec(text.trim()) ?? [];
	if (year === undefined) return null;
	const id = `CVE-${year}-${number}`;
	return [...catalog.security.cves.values()]
		.filter((cve) => cve.id.startsWith(id) && cve.fixedIn.length + cve.responses.length > 0)
		.sort((a, b) => compareCves(a.id, b.id));
}
