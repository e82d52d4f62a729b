import { Database as File } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('while another process holds the lock, reads are answered and the process is never blocked', async () => {
	const file = join(folder, 'held.db');
	const database = await openSqlite(file);
	await database.rows('CREATE TABLE notes (text TEXT)');
	const holder = new File(file);
	holder.run('BEGIN IMMEDIATE');
	let written = false;
	const write = database
		.transaction((queries) => queries.rows('INSERT INTO notes VALUES ($1)', ['late']))
		.then(() => {
			written = true;
		});
	// If SQLite waited for the lock, it would give up within the first turn, and the write would fail; a read behind the write
	// would never come.
	for (let turn = 0; turn < 50; turn++) {
		expect(await database.rows('SELECT text FROM notes')).toEqual([]);
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(written).toBe(false);
	holder.run('INSERT INTO notes VALUES (?)', ['first']);
	holder.run('COMMIT');
	await write;
	expect(await database.rows('SELECT text FROM notes')).toEqual([{ text: 'first' }, { text: 'late' }]);
	holder.close();
	await database.close();
});

test('the next read sees a finished write', async () => {
	const database = await openSqlite(join(folder, 'own.db'));
	await database.rows('CREATE TABLE notes (number INTEGER)');
	for (let number = 1; number <= 50; number++) {
		await database.rows('INSERT INTO notes VALUES ($1)', [number]);
		expect(await database.rows('SELECT count(*) AS count FROM notes')).toEqual([{ count: number }]);
	}
	await database.close();
});
