import { importLicenses } from '../src/licenses/issuing/import.ts';
import type { Issued } from '../src/licenses/issuing/issue.ts';
import type { Registry } from '../src/licenses/registry.ts';

/** Imports a text and returns the issued licenses in the order of its lines. */
export async function importText(
	registry: Registry,
	text: string,
	options: { mail?: boolean; again?: boolean } = {},
): Promise<Issued[]> {
	const all: Issued[] = [];
	await importLicenses(registry, () => [text], {
		mail: false,
		...options,
		onStep: (issued) => void all.push(...issued),
	});
	return all;
}
