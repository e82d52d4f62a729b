import type { Catalog } from '../../catalog/catalog.ts';
import type { Memory, Reading } from '../observation.ts';
import { identify } from './listed.ts';

/**
 * Adds what the vendor lists now to what it listed before. Of what it listed before, only known releases and
 * known boards are kept: nothing else can be missed, and a feed that says something else every time must not
 * fill the database.
 */
export function remember(memory: Memory, reading: Reading, catalog: Catalog): Memory {
	const result: Record<string, Memory[string]> = {};
	const versions = new Set([...catalog.majors.values()].flatMap(({ byVersion }) => [...byVersion.keys()]));
	for (const [version, { boards, expires }] of Object.entries(memory)) {
		if (!versions.has(version)) continue;
		result[version] = { boards: boards.filter((id) => identify(catalog, id).kind === 'known'), expires };
	}
	for (const { version, boards, expires } of reading.observations) {
		const before = result[version];
		result[version] = {
			boards: [...new Set([...(before?.boards ?? []), ...(boards ?? [])])].sort(),
			expires: [before?.expires ?? '', expires ?? ''].sort().at(-1) || null,
		};
	}
	return result;
}
