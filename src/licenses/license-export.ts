import { licenseColumns } from '../database/license-columns.ts';
import { type License, statusOf } from './license.ts';

/** Programs that read exports rely on this order. Later properties follow. */
const firstColumns = ['id', 'email', 'status', 'created', 'expires', 'revoked', 'note'];

const properties = new Map(
	licenseColumns.flatMap((column) =>
		'exported' in column ? [[column.name as string, column.property]] : [],
	),
);

/** The columns of an export and of `--json`. */
export const exportedColumns: readonly string[] = [...new Set([...firstColumns, ...properties.keys()])];
/** The columns that were added after the first version. */
export const laterColumns = exportedColumns.slice(firstColumns.length);

/** A license in exports and in `--json`. */
export function licenseJson(license: License): Record<string, string | number | null> {
	return Object.fromEntries(
		exportedColumns.map((column) => {
			const property = properties.get(column);
			return [column, property ? license[property] : statusOf(license)];
		}),
	);
}
