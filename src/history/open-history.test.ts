import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationId } from '../fleet/history/history-schema.ts';
import { schemaOf } from './migrate-history.ts';
import { openHistory } from './open-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-history-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A history of some version with foreign changes. */
function changed(name: string, version: number, ...changes: string[]): string {
	const database = new Database(path(name), { create: true });
	database.run(schemaOf(version));
	database.run(`PRAGMA application_id = ${applicationId}`);
	database.run(`PRAGMA user_version = ${version}`);
	for (const change of changes) database.run(change);
	database.close();
	return path(name);
}

const view = ['DROP TABLE days', 'CREATE VIEW days AS SELECT 1 AS import, 1 AS day'];

test.each([
	['a view', 'view days', view],
	['a trigger', 'trigger wipe', ['CREATE TRIGGER wipe AFTER INSERT ON imports BEGIN DELETE FROM macs; END']],
	['another column', 'table macs', ['ALTER TABLE macs ADD COLUMN note TEXT DEFAULT (randomblob(9))']],
	['another table', 'table more', ['CREATE TABLE more (a)']],
	['an index', 'index fast', ['CREATE INDEX fast ON macs (lower(serial))']],
])('a history with %s is refused in one line, and stays as it was', (name, object, changes) => {
	for (const version of [1, 2]) {
		const file = changed(`${name} ${version}.db`, version, ...changes);
		const before = readFileSync(file);
		expect(() => openHistory(file, true)).toThrow(
			`${file} is not a fleet history: its ${object} is not one that pointrelease makes.`,
		);
		expect(readFileSync(file)).toEqual(before);
	}
});

test('a history that lacks a table is refused', () => {
	expect(() => openHistory(changed('less.db', 2, 'DROP TABLE facts'), false)).toThrow(
		'it has no table facts.',
	);
});

test('an unchanged history of any version is opened', () => {
	for (const version of [1, 2]) openHistory(changed(`${version}.db`, version), false).close();
});

test('opening a named pipe fails at once instead of waiting', () => {
	expect(Bun.spawnSync(['mkfifo', path('pipe.db')]).exitCode).toBe(0);
	for (const make of [true, false])
		expect(() => openHistory(path('pipe.db'), make)).toThrow(`${path('pipe.db')} is not a fleet history.`);
});
