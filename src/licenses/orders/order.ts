import type { Queries } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import type { License } from '../license.ts';

/** Every license of an order, those that others took the place of too. */
export function licensesOfOrder(queries: Queries, ref: string): Promise<License[]> {
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE order_ref = $1 ORDER BY number`,
		[ref],
	);
}

/** Those that no other took the place of. */
export function present(licenses: readonly License[]): License[] {
	const replaced = new Set(licenses.map(({ replaces }) => replaces));
	return licenses.filter(({ id }) => !replaced.has(id));
}
