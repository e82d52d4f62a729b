import { licenseColumns } from '../database/license-columns.ts';
import { type License, statusOf } from './license.ts';

/** The order that those who read an export count by; properties that came later follow. */
const firstColumns = ['id', 'email', 'status', 'created', 'expires', 'revoked', 'note'];

const properties = new Map(
	licenseColumns.flatMap((column) =>
		'exported' in column ? [[column.name as string, column.property]] : [],
	),
);

/** What an export and `--json` show of a license. */
export const exportedColumns: readonly string[] = [...new Set([...firstColumns, ...properties.keys()])];
/** Those that came after the first. */
export const laterColumns = exportedColumns.slice(firstColumns.length);

/** A license as programs get it. */
export function licenseJson(license: License): Record<string, string | number | null> {
	return Object.fromEntries(
		exportedColumns.map((column) => {
			const property = properties.get(column);
			return [column, property ? license[property] : statusOf(license)];
		}),
	);
}
