import { tablesOf } from '../../catalog/make-catalog.ts';
import { printTable } from '../../catalog/tables/print-tables.ts';
import { shapes, type TableName } from '../../catalog/tables/tables.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';

/** The whole data set as the texts of its tables: for whoever looks up many Macs and sends none of them. */
export const readTablesOfData: Read<'/dataset/tables'> = (catalog) =>
	cachedJson(catalog, '/dataset/tables', () => {
		const tables = tablesOf(catalog);
		const names = Object.keys(shapes) as TableName[];
		const texts = names.map((name) => [shapes[name].file, printTable(name, tables)]);
		const { dataVersion, changed } = catalog;
		return { data_version: dataVersion, data_changed: changed, tables: Object.fromEntries(texts) };
	});
