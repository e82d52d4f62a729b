import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyFromBytes } from '../fleet/history/history-bytes.ts';
import { applicationId, historySchema, otherFormat, schemaVersion } from '../fleet/history/history-schema.ts';
import { openHistory } from './open-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-history-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A history with foreign changes. */
function changed(name: string, ...changes: string[]): string {
	const database = new Database(path(name), { create: true });
	database.run(historySchema);
	database.run(`PRAGMA application_id = ${applicationId}`);
	database.run(`PRAGMA user_version = ${schemaVersion}`);
	for (const change of changes) database.run(change);
	database.close();
	return path(name);
}

/** Nothing is written into a history that is refused. */
function refused(file: string, why = ''): void {
	const before = readFileSync(file);
	for (const make of [true, false])
		expect(() => openHistory(file, make)).toThrow(
			`${file} has another format than this version of pointrelease reads${why}. Move it away, and add your exports to a new history.`,
		);
	expect(readFileSync(file)).toEqual(before);
}

const view = ['DROP TABLE days', 'CREATE VIEW days AS SELECT 1 AS import, 1 AS day'];

test.each([
	['a view', 'view days', view],
	['a trigger', 'trigger wipe', ['CREATE TRIGGER wipe AFTER INSERT ON imports BEGIN DELETE FROM macs; END']],
	['another column', 'table macs', ['ALTER TABLE macs ADD COLUMN note TEXT DEFAULT (randomblob(9))']],
	['another table', 'table more', ['CREATE TABLE more (a)']],
	['an index', 'index fast', ['CREATE INDEX fast ON macs (lower(serial))']],
])('a history with %s is refused in one line, and stays as it was', (name, object, changes) => {
	refused(changed(`${name}.db`, ...changes), ` (its ${object} is not one that pointrelease makes)`);
});

test('a history that lacks a table is refused', () => {
	refused(changed('less.db', 'DROP TABLE facts'), ' (it has no table facts)');
});

test('a history of another format is refused in one line that says what to do, on disk and in the page', () => {
	for (const version of [0, 2, 99]) {
		const file = changed(`${version}.db`, `PRAGMA user_version = ${version}`);
		refused(file);
		expect(() => historyFromBytes(readFileSync(file))).toThrow(otherFormat('This history'));
	}
});

test('an unchanged history is opened', () => {
	openHistory(changed('same.db'), false).close();
});

test('opening a named pipe fails at once instead of waiting', () => {
	expect(Bun.spawnSync(['mkfifo', path('pipe.db')]).exitCode).toBe(0);
	for (const make of [true, false])
		expect(() => openHistory(path('pipe.db'), make)).toThrow(`${path('pipe.db')} is not a fleet history.`);
});
