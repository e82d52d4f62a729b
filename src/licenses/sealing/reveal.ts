import type { Queries } from '../../database/database.ts';
import { placeholders } from '../../database/placeholders.ts';
import type { License } from '../license.ts';
import { unseal } from './seal.ts';
import type { SealingKeys } from './sealing-keys.ts';

/** Opens the sealed keys of licenses, by number. Those whose sealing key is not at hand are missing. */
export async function revealKeys(
	{ database, sealingKeys }: { database: Queries; sealingKeys: SealingKeys },
	licenses: readonly License[],
): Promise<Map<number, string>> {
	const keys = new Map<number, string>();
	if (licenses.length === 0) return keys;
	const numbers = licenses.map(({ number }) => number);
	const text = `SELECT number, id, sealed, seal_key AS "sealKey" FROM licenses
		WHERE number IN ${placeholders(1, numbers.length)}`;
	for (const row of await database.rows<License & { sealed: Uint8Array }>(text, numbers)) {
		const sealing = sealingKeys.find(row.sealKey);
		const key = sealing && unseal(row.sealed, row.id, sealing);
		if (key) keys.set(row.number, key);
	}
	return keys;
}
