import { expect, test } from 'bun:test';
import { addedIn, createLicenses, licenseColumns, licenseSelection } from './license-columns.ts';
import { migrations } from './schema.ts';
import { tables } from './tables.ts';

test('the first version of the schema still creates the table of licenses as it was released', () => {
	expect(createLicenses().replace(/\s+/g, ' ')).toBe(
		'CREATE TABLE licenses ( number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE CHECK (length(id) = 8), ' +
			'digest BYTEA NOT NULL UNIQUE CHECK (length(digest) = 32), email TEXT NOT NULL, mailbox TEXT NOT NULL, ' +
			'note TEXT, created TEXT NOT NULL, expires TEXT, revoked TEXT, sealed BYTEA NOT NULL, ' +
			'seal_key TEXT NOT NULL, change INTEGER NOT NULL )',
	);
});

test('a later column is added by its own version of the schema alone', () => {
	const columns = [
		...licenseColumns,
		{ name: 'order_number', sql: 'TEXT', since: 12, property: 'orderNumber', carried: 'text' },
	] as const;
	expect(createLicenses(columns)).toBe(createLicenses(licenseColumns.filter(({ since }) => since === 1)));
	expect(addedIn(11, columns)).toEqual(addedIn(11));
	expect(addedIn(12, columns)).toEqual([...addedIn(12), 'ALTER TABLE licenses ADD COLUMN order_number TEXT']);
	expect(addedIn(1, columns)).toEqual([]);
});

test('every column of licenses is in a version of the schema, may be NULL if it came later, and is copied', () => {
	for (const { name, sql, since } of licenseColumns) {
		const statements = migrations[since - 1]!.filter(
			(statement) =>
				typeof statement === 'string' && new RegExp(`\\blicenses\\b[^]*\\b${name} `).test(statement),
		);
		expect([name, statements.length > 0]).toEqual([name, true]);
		if (since > 1) expect([name, sql]).not.toEqual([name, expect.stringContaining('NOT NULL')]);
	}
	expect(tables.find(({ name }) => name === 'licenses')!.columns).toEqual(
		licenseColumns.map(({ name }) => name),
	);
});

test('a license is read under the names that programs have for its columns', () => {
	expect(licenseSelection).toStartWith(
		'number, id, email, note, created, expires, revoked, seal_key AS "sealKey"',
	);
});
