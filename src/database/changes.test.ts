import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchForChanges } from './database.ts';
import { openSqlite } from './sqlite.ts';

test('a query is due twice at the start and after each change, and again after the longest rest', () => {
	let [time, mark] = [0, 'a'];
	const mayHaveChanged = watchForChanges({ mark: () => mark }, () => time, 2_000);
	expect([mayHaveChanged(), mayHaveChanged(), mayHaveChanged()]).toEqual([true, true, false]);
	mark = 'b';
	expect([mayHaveChanged(), mayHaveChanged(), mayHaveChanged()]).toEqual([true, true, false]);
	time = 1_999;
	expect(mayHaveChanged()).toBe(false);
	time = 2_000;
	expect([mayHaveChanged(), mayHaveChanged()]).toEqual([true, false]);
});

test('without a mark a query is always due', () => {
	const mayHaveChanged = watchForChanges({ mark: () => null });
	expect([mayHaveChanged(), mayHaveChanged()]).toEqual([true, true]);
});

test('a write by another connection changes the mark of a file, a read does not', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
	const file = join(folder, 'x.db');
	const [one, other] = [await openSqlite(file), await openSqlite(file)];
	try {
		await one.rows('CREATE TABLE t (a INTEGER)');
		const before = other.mark();
		await other.rows('SELECT * FROM t');
		expect(other.mark()).toBe(before);
		for (let write = 0; write < 20; write++) {
			const last = other.mark();
			await one.rows('INSERT INTO t VALUES (1)');
			expect(other.mark()).not.toBe(last);
		}
	} finally {
		await Promise.all([one.close(), other.close()]);
		rmSync(folder, { recursive: true });
	}
});
