import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { randomFrom } from '../../../test/seeded-random.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { openHistory } from '../../history/open-history.ts';
import { historyFromBytes } from './history-bytes.ts';
import { historyRecord } from './history-report.ts';
import { Sightings } from './sightings.ts';
import { seenFleet } from './source.ts';
import { SqliteReader } from './sqlite-reader.ts';

let folder = '';
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'history-bytes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('files of SQLite are read: long values, many rows, tables with and without row numbers', () => {
	const path = join(folder, 'any.db');
	const database = new Database(path, { create: true });
	database.run('CREATE TABLE numbered (id INTEGER PRIMARY KEY, number, text TEXT, bytes BLOB)');
	database.run('CREATE TABLE keyed (a TEXT, b INTEGER, c REAL, PRIMARY KEY (a, b)) WITHOUT ROWID');
	const random = randomFrom(11);
	const numbers = [0, 1, -1, 127, 128, -129, 40_000, -70_000, 2 ** 31, -(2 ** 33), 2 ** 47, 2 ** 52, null];
	const rows = Array.from({ length: 700 }, (_, index) => {
		const text = 'ä'.repeat(Math.floor(random() ** 4 * 9000));
		const bytes = new Uint8Array(Math.floor(random() ** 4 * 20_000)).fill(index % 256);
		return [index * 3 + 1, numbers[index % numbers.length]!, text, bytes] as const;
	});
	database.transaction(() => {
		for (const row of rows) database.query('INSERT INTO numbered VALUES (?, ?, ?, ?)').run(...row);
		for (const [id, , text] of rows)
			database.query('INSERT INTO keyed VALUES (?, ?, ?)').run(`${id} ${text.slice(0, 3000)}`, id, id + 0.5);
	})();
	const keyed = database.query('SELECT a, b, c FROM keyed ORDER BY a, b').values();
	database.close();
	const reader = new SqliteReader(readFileSync(path));
	const read = Array.from(reader.rows('numbered'), ({ id, values }) => [id, ...values.slice(1)]);
	expect(read.length).toBe(rows.length);
	for (const [at, row] of read.entries()) expect(row).toEqual([...rows[at]!]);
	expect(Array.from(reader.rows('keyed'), ({ values }) => values)).toEqual(keyed as never);
	expect(() => reader.rows('none')).toThrow('no table none');
	for (const length of [0, 15, 50, 200])
		expect(() => new SqliteReader(readFileSync(path).subarray(0, length))).toThrow();
});

test('a history reads the same from its bytes and from its file', () => {
	const path = join(folder, 'history.db');
	const history = openHistory(path, true);
	const cells = {
		board: '',
		model: 'Mac14,2',
		model_name: '',
		version: '',
		os: '',
		build: '',
		supplement: '',
		platform: '',
	};
	const versions = ['26.6.2', '26.7', '26.7.1'];
	const random = randomFrom(2);
	history.change(() => {
		for (const [at, version] of versions.entries())
			history.run(
				'INSERT INTO states (id, cells) VALUES (?, ?)',
				at + 1,
				JSON.stringify({ ...cells, version }),
			);
		for (let mac = 1; mac <= 3000; mac++) {
			history.run('INSERT INTO macs (serial) VALUES (?)', `S${mac}`);
			history.run('INSERT INTO facts VALUES (?, ?, ?, ?, ?)', mac, 'name', 1, 1, `mac ${mac}`);
			history.run('INSERT INTO facts VALUES (?, ?, ?, ?, ?)', mac, 'owner', 2, 1, `owner ${mac}`);
		}
		for (let day = 0; day < 20; day++) {
			const sightings = new Sightings();
			for (let mac = 1; mac <= 3000; mac++)
				if (random() < 0.6)
					sightings.add(
						mac,
						1 + Math.min(2, Math.floor((day / 20 + random()) * 2)),
						dayNumber('2026-09-20') + day,
					);
			history.store(day + 1, sightings);
		}
	});
	const question = {
		catalog: shipped,
		policy: noPolicy('2026-11-10'),
		within: 14,
		staleDays: 30,
		groupBy: null,
	};
	const record = historyRecord(seenFleet(history.source(null), shipped, '2026-11-10'), question);
	history.close();
	const source = historyFromBytes(readFileSync(path));
	expect(historyRecord(seenFleet(source, shipped, '2026-11-10'), question)).toEqual(record);
	expect(record.macs_seen).toBe(3000);
	expect(source.mac(17)).toEqual({ serial: 'S17', name: 'mac 17', group: null });
	expect(() => historyFromBytes(readFileSync(join(folder, 'any.db')))).toThrow(
		'This database is not a fleet history.',
	);
});

describe('a history of somebody else is refused in words', () => {
	const day = dayNumber('2026-11-01');
	const broken: [name: string, change: string, values: (string | number)[]][] = [
		['a state that is not JSON', 'UPDATE states SET cells = ?', ['{"version":"26.7"']],
		['a state without texts', 'UPDATE states SET cells = ?', ['{"version":26.7}']],
		['a state that is no object', 'UPDATE states SET cells = ?', ['null']],
		['sightings in a state that it lacks', 'UPDATE states SET id = ?', [7]],
		['a day that no export has', 'UPDATE days SET day = ?', [-2_000_000_000]],
		['a day that is no number', 'UPDATE imports SET last_day = ?', ['a']],
		['a retirement in a far future', 'INSERT INTO retirements VALUES (1, ?, NULL, ?)', [day * 9, '']],
	];
	let whole: Uint8Array;
	beforeAll(() => {
		const path = join(folder, 'whole.db');
		const history = openHistory(path, true);
		history.run('INSERT INTO states (id, cells) VALUES (1, ?)', '{"model":"Mac14,2","version":"26.7"}');
		history.run('INSERT INTO macs (id, serial) VALUES (1, ?)', 'S1');
		const values = "(1, '', '', '', '', 1, ?, ?, 1, 0, 0, '[]', '{}')";
		history.run(`INSERT INTO imports VALUES ${values}`, day, day);
		const sightings = new Sightings();
		sightings.add(1, 1, day);
		history.store(1, sightings);
		history.close();
		whole = readFileSync(path);
	});

	const macsIn = (bytes: Uint8Array) =>
		[...seenFleet(historyFromBytes(bytes), shipped, '2026-11-10').timelines()].length;

	test('unless it is whole', () => {
		expect(macsIn(whole)).toBe(1);
	});

	test.each(broken)('%s', (_, change, values) => {
		const database = Database.deserialize(whole);
		database.run(change, values);
		const changed = database.serialize();
		database.close();
		expect(() => macsIn(changed)).toThrow(
			'This history is damaged, or was being written while it was copied.',
		);
	});
});
