import { expect, test } from 'bun:test';
import { addedIn, createLicenses, licenseColumns, licenseSelection } from './license-columns.ts';
import { migrations } from './schema.ts';
import { tablesOf } from './tables.ts';

test('a later column is added by its own version of the schema alone', () => {
	const columns = [
		...licenseColumns,
		{ name: 'order_number', sql: 'TEXT', since: 2, property: 'orderNumber', carried: 'text' },
	] as const;
	expect(createLicenses(columns)).toBe(createLicenses());
	expect(addedIn(1, columns)).toEqual([]);
	expect(addedIn(2, columns)).toEqual(['ALTER TABLE licenses ADD COLUMN order_number TEXT']);
	expect(
		tablesOf([...migrations, addedIn(2, columns)]).find(({ name }) => name === 'licenses')!.columns,
	).toEqual(columns.map(({ name }) => name));
});

test('every column of licenses is in the schema', () => {
	expect(tablesOf().find(({ name }) => name === 'licenses')!.columns).toEqual(
		licenseColumns.map(({ name }) => name),
	);
});

test('a license is read under the names that programs have for its columns', () => {
	expect(licenseSelection).toStartWith(
		'number, id, email, note, created, expires, revoked, seal_key AS "sealKey"',
	);
});
