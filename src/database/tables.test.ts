import { expect, test } from 'bun:test';
import { kinds, useStores } from '../../test/stores.ts';
import { openDatabase } from './open.ts';
import { isSingle, type Table, tablesOf } from './tables.ts';

const stores = useStores();

const columnsIn = {
	sqlite: `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table'`,
	postgres: `SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
		WHERE table_schema = ANY (current_schemas(false))`,
};

test.each(kinds)('%s: the tables of the schema are those of a database, with every column', async (kind) => {
	const database = await openDatabase(await stores.settings(kind));
	const rows = await database.rows<{ table: string; column: string }>(columnsIn[kind]);
	await database.close();
	const present = rows.map(({ table, column }) => `${table}.${column}`);
	const read = tablesOf().flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
	// The target of a copy has its own version of the schema.
	expect(read.concat('pointrelease_database.schema').toSorted()).toEqual(present.toSorted());
});

test('every table has a key, and comes after those that it refers to', () => {
	const made = tablesOf([
		[
			'CREATE TABLE parents (single INTEGER PRIMARY KEY)',
			'CREATE TABLE children (day TEXT, parent INTEGER REFERENCES parents (single), PRIMARY KEY (parent, day))',
		],
		['ALTER TABLE parents ADD COLUMN later TEXT'],
	]);
	expect(made).toEqual([
		{ name: 'parents', key: ['single'], columns: ['single', 'later'] },
		{ name: 'children', key: ['parent', 'day'], columns: ['day', 'parent'] },
	]);
	const tables = tablesOf();
	for (const { name, key } of tables) expect([name, key.length]).not.toEqual([name, 0]);
	const names = tables.map(({ name }: Table) => name);
	expect(names.indexOf('licenses')).toBeLessThan(names.indexOf('feed_addresses'));
	expect(tables.filter(isSingle).map(({ name }) => name)).toEqual(['ledger', 'learning', 'apple_list']);
});
