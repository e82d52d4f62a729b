import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Failure } from '../process/failure.ts';
import { readDatabaseUrl } from './database-url.ts';

describe('an unencoded character in the password of an address is reported in one line without the password', () => {
	test.each([
		'swordfish%zz',
		'swordfish%',
		'sword#fish',
		'sword/fish',
		'sword?fish',
		'12?swordfish',
		'12#swordfish',
		'%ff',
	])('%s', (password) => {
		const read = () => readDatabaseUrl({ DATABASE_URL: `postgres://user:${password}@host:5432/shop` });
		expect(read).toThrow(Failure);
		expect(read).toThrow(/^DATABASE_URL cannot be read: expected postgres:[^\n]+PGPASSWORD set$/);
		expect(read).not.toThrow(/fish/);
	});
});

test('PGPASSWORD needs no encoding, and a password in the address takes precedence', () => {
	const DATABASE_URL = 'postgres://user@host:5432/shop';
	fc.assert(
		fc.property(
			fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()),
			(PGPASSWORD) => {
				const url = new URL(readDatabaseUrl({ DATABASE_URL, PGPASSWORD })!);
				expect(decodeURIComponent(url.password)).toBe(PGPASSWORD);
				expect([url.username, url.host, url.pathname]).toEqual(['user', 'host:5432', '/shop']);
			},
		),
	);
	const whole = 'postgres://user:p%40ss@host/shop';
	expect(readDatabaseUrl({ DATABASE_URL: whole, PGPASSWORD: 'other' })).toBe(whole);
	expect(readDatabaseUrl({ DATABASE_URL, PGPASSWORD: '' })).toBe(DATABASE_URL);
});
