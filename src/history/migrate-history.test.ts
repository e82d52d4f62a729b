import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { shipped } from '../../test/shipped-data.ts';
import { historyFromBytes } from '../fleet/history/history-bytes.ts';
import { applicationId, schemaVersion } from '../fleet/history/history-schema.ts';
import { packSightings, Sightings } from '../fleet/history/sightings.ts';
import { type HistorySource, seenFleet } from '../fleet/history/source.ts';
import { dayNumber } from '../text/day.ts';
import { takeBack } from './forget.ts';
import { openHistory } from './open-history.ts';
import { rememberRows } from './remember.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The schema of version 0.2.0. */
const firstSchema = `
CREATE TABLE imports (id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
	added TEXT NOT NULL, taken TEXT NOT NULL, macs INTEGER NOT NULL, first_day INTEGER NOT NULL, last_day INTEGER NOT NULL);
CREATE TABLE macs (id INTEGER PRIMARY KEY AUTOINCREMENT, serial TEXT NOT NULL UNIQUE);
CREATE TABLE states (id INTEGER PRIMARY KEY, cells TEXT NOT NULL UNIQUE);
CREATE TABLE sightings (segment INTEGER NOT NULL, import INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (segment, import));
CREATE TABLE days (import INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (import, day)) WITHOUT ROWID;
CREATE TABLE facts (mac INTEGER NOT NULL, field TEXT NOT NULL, day INTEGER NOT NULL, import INTEGER NOT NULL,
	value TEXT NOT NULL, PRIMARY KEY (mac, field, day, import)) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** A history of the first schema: one export of 5 October, number 4, with two Macs. */
function firstHistory(name: string, packed?: Uint8Array): string {
	const path = join(folder, name);
	const database = new Database(path, { create: true });
	database.run(firstSchema);
	database.run(`PRAGMA application_id = ${applicationId}`);
	database.run('PRAGMA user_version = 1');
	const [first, last] = [dayNumber('2026-10-02'), dayNumber('2026-10-05')];
	database.run("INSERT INTO settings VALUES ('serials', 'plain')");
	database
		.query(
			"INSERT INTO imports VALUES (4, 'abc', 'oct.csv', '2026-10-06T08:00:00.000Z', '2026-10-05', 2, ?, ?)",
		)
		.run(first, last);
	database.run("INSERT INTO macs VALUES (1, 'C02AAA'), (2, 'C02AAB')");
	database.run("INSERT INTO facts VALUES (1, 'name', 1, 4, 'Anna''s Mac')");
	database.query('INSERT INTO states VALUES (1, ?)').run('{"model":"Mac14,2","version":"26.6.2"}');
	const sightings = new Sightings();
	sightings.add(1, 1, first);
	sightings.add(2, 1, last);
	const bytes = packed ?? deflateRawSync(packSightings(sightings).get(0)!);
	database.query('INSERT INTO sightings VALUES (0, 4, ?)').run(bytes);
	database.query('INSERT INTO days VALUES (4, ?), (4, ?)').run(first, last);
	database.close();
	return path;
}

function seenIn(source: HistorySource) {
	const fleet = seenFleet(source, shipped, '2026-11-01');
	return Array.from(fleet.timelines(), ({ mac, runs: [run] }) => {
		const { serial, name } = fleet.mac(mac);
		return { serial, name, text: run.text, isInExport: run.isInExport, beganInExport: run.beganInExport };
	});
}

/** The tables as SQLite has them, without their order. */
function tablesOf(path: string): string[] {
	const database = new Database(path, { readonly: true });
	const rows = database.query("SELECT sql FROM sqlite_master WHERE type = 'table'").values();
	database.close();
	return rows
		.map(([sql]) =>
			String(sql)
				.replace(/\s+/g, ' ')
				.replace(/ ?([()]) ?/g, '$1'),
		)
		.sort();
}

test('a history of the first schema is migrated, and a copy of it stays', async () => {
	const path = firstHistory('old.db');
	const before = readFileSync(path);
	const history = openHistory(path, false);
	expect(history.copyBefore).toBe(`${path}.schema-1`);
	expect(readFileSync(history.copyBefore!)).toEqual(before);
	expect(statSync(history.copyBefore!).mode & 0o777).toBe(0o600);
	expect(history.imports()).toEqual([
		{
			id: 4,
			name: 'oct.csv',
			sha256: 'abc',
			added: '2026-10-06T08:00:00.000Z',
			taken: '2026-10-05',
			macs: 2,
			first_day: dayNumber('2026-10-02'),
			last_day: dayNumber('2026-10-05'),
			rows: null,
			unreadable_days: null,
			duplicates: null,
		},
	]);
	// For the day of the export it is not known whether the inventory stated the contact.
	const expected = [
		{ serial: 'C02AAA', name: "Anna's Mac", text: '26.6.2', isInExport: false, beganInExport: false },
		{ serial: 'C02AAB', name: null, text: '26.6.2', isInExport: true, beganInExport: true },
	];
	expect(seenIn(history.source(null))).toEqual(expected);
	history.close();
	expect(seenIn(historyFromBytes(readFileSync(path)))).toEqual(expected);
	const again = openHistory(path, false);
	expect(again.copyBefore).toBe(null);
	takeBack(again, '4', { by: 'kim', now: new Date() });
	const rows = [
		{ 'Serial Number': 'C02AAC', 'Model Identifier': 'Mac14,2', 'Operating System Version': '26.7' },
	];
	const task = { catalog: shipped, now: new Date('2026-10-07T12:00:00Z'), pseudonyms: null };
	expect(await rememberRows(again, { name: 'more', rows }, task)).toMatchObject({ import: 5, rows: 1 });
	again.close();
	openHistory(join(folder, 'new.db'), true).close();
	expect(tablesOf(path)).toEqual(tablesOf(join(folder, 'new.db')));
});

test('a page reads a history of the first schema as it is', () => {
	const source = historyFromBytes(readFileSync(firstHistory('page.db')));
	expect(seenIn(source).map(({ serial }) => serial)).toEqual(['C02AAA', 'C02AAB']);
});

test('an earlier copy is never overwritten', () => {
	const path = firstHistory('twice.db');
	writeFileSync(`${path}.schema-1`, 'mine');
	const history = openHistory(path, false);
	expect(history.copyBefore).toBe(`${path}.schema-1-2`);
	expect(readFileSync(`${path}.schema-1`, 'utf8')).toBe('mine');
	history.close();
});

test('a history that cannot be migrated stays as it was', () => {
	const path = firstHistory('damaged.db', new Uint8Array([1, 2, 3]));
	const before = readFileSync(path);
	expect(() => openHistory(path, false)).toThrow(`${path} is damaged.`);
	expect(readFileSync(path)).toEqual(before);
	expect(readdirSync(folder).filter((name) => name.startsWith('damaged.db'))).toEqual(['damaged.db']);
});

test('a history of a newer schema is refused in one line', () => {
	const path = firstHistory('newer.db');
	const database = new Database(path);
	database.run(`PRAGMA user_version = ${schemaVersion + 1}`);
	database.close();
	expect(() => openHistory(path, false)).toThrow(
		`${path} was written by a newer version of pointrelease. Use that version, or another file.`,
	);
	expect(readdirSync(folder).filter((name) => name.startsWith('newer.db'))).toEqual(['newer.db']);
});
