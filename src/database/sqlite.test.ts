import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let database: Database;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-sqlite-'));
	database = await openSqlite(join(folder, 'test.db'));
	await database.rows('CREATE TABLE notes (word TEXT)');
});
afterEach(async () => {
	await database.close();
	rmSync(folder, { recursive: true });
});

test('a write is on disk before it counts as done', async () => {
	expect(await database.tuples('PRAGMA journal_mode')).toEqual([['wal']]);
	expect(await database.tuples('PRAGMA synchronous')).toEqual([[2]]);
});

test('a full disk rolls the whole transaction back and is reported as such', async () => {
	const [pages] = await database.tuples<[number]>('PRAGMA page_count');
	await database.rows(`PRAGMA max_page_count = ${pages![0] + 5}`);
	const filling = database.transaction(async (queries) => {
		for (let count = 0; count < 100; count++)
			await queries.rows('INSERT INTO notes VALUES ($1)', ['x'.repeat(4000)]);
	});
	const failure = await filling.catch((thrown) => thrown);
	expect(failure.code).toBe('database-full');
	expect(failure.message).toBe(`no space left for the database ${folder}/test.db: free some and try again`);
	expect(await database.rows('SELECT word FROM notes')).toEqual([]);
	await database.rows('INSERT INTO notes VALUES ($1)', ['small']);
});

test('a writer waits for another process without holding this one up', async () => {
	const other = await openSqlite(join(folder, 'test.db'));
	const locked = Promise.withResolvers<void>();
	const holding = other.transaction(async (queries) => {
		await queries.rows('INSERT INTO notes VALUES ($1)', ['first']);
		locked.resolve();
		// A writer that held this process up would wait in vain for all these turns, and give up.
		for (let turn = 0; turn < 40; turn++) await Bun.sleep(5);
	});
	await locked.promise;
	await database.rows('INSERT INTO notes VALUES ($1)', ['second']);
	await holding;
	expect(await database.tuples('SELECT word FROM notes')).toEqual([['first'], ['second']]);
	await other.close();
});
