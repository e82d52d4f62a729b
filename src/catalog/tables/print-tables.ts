import { csvLine } from '../../text/csv.ts';
import { shapes, type TableName, type Tables } from './tables.ts';

/** The text of one table, in the very form of the data folder: a diff shows the new rows and nothing else. */
export function printTable(name: TableName, tables: Tables): string {
	const columns = Object.keys(shapes[name].columns);
	const lines = tables[name].map((row) => {
		const cells = row as unknown as Record<string, unknown>;
		return csvLine(columns.map((column) => printCell(cells[column])));
	});
	return `${[csvLine(columns), ...lines].join('\n')}\n`;
}

function printCell(value: unknown): string {
	if (value === null || value === false) return '';
	if (value === true) return 'yes';
	if (Array.isArray(value)) return value.join(';');
	return typeof value === 'object' && 'canonical' in (value as object)
		? String((value as { canonical: string }).canonical)
		: String(value);
}
