import { Database as File } from 'bun:sqlite';
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

test('a writer waits for another process without blocking its own', async () => {
	const other = await openSqlite(join(folder, 'test.db'));
	const locked = Promise.withResolvers<void>();
	const holding = other.transaction(async (queries) => {
		await queries.rows('INSERT INTO notes VALUES ($1)', ['first']);
		locked.resolve();
		// If waiting blocked the process, these turns would never come, and the writer would give up.
		for (let turn = 0; turn < 40; turn++) await Bun.sleep(5);
	});
	await locked.promise;
	await database.rows('INSERT INTO notes VALUES ($1)', ['second']);
	await holding;
	expect(await database.tuples('SELECT word FROM notes')).toEqual([['first'], ['second']]);
	await other.close();
});

test('while another process holds the lock, reads are answered and the process is never blocked', async () => {
	const holder = new File(join(folder, 'test.db'));
	holder.run('BEGIN IMMEDIATE');
	let written = false;
	const write = database
		.transaction((queries) => queries.rows('INSERT INTO notes VALUES ($1)', ['late']))
		.then(() => {
			written = true;
		});
	// If SQLite itself waited for the lock, the write would fail within the first turn, and a read behind it would not be
	// answered.
	for (let turn = 0; turn < 50; turn++) {
		expect(await database.rows('SELECT word FROM notes')).toEqual([]);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(written).toBe(false);
	holder.run('INSERT INTO notes VALUES (?)', ['first']);
	holder.run('COMMIT');
	await write;
	expect(await database.rows('SELECT word FROM notes')).toEqual([{ word: 'first' }, { word: 'late' }]);
	holder.close();
});

test('the next read sees a finished write', async () => {
	for (let number = 1; number <= 50; number++) {
		await database.rows('INSERT INTO notes VALUES ($1)', [String(number)]);
		expect(await database.rows('SELECT count(*) AS count FROM notes')).toEqual([{ count: number }]);
	}
});
