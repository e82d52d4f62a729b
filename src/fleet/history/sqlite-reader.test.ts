import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { isSqlite, SqliteReader } from './sqlite-reader.ts';

function written(fill: (database: Database) => void, pageSize = 512): Uint8Array {
	const database = new Database(':memory:');
	database.run(`PRAGMA page_size = ${pageSize}`);
	fill(database);
	const bytes = database.serialize();
	database.close();
	return bytes;
}

const valuesOf = (bytes: Uint8Array, table: string) =>
	Array.from(new SqliteReader(bytes).rows(table), ({ values }) => values);

test('whole numbers around each stored size, fractions, and null', () => {
	const edges = [7, 15, 23, 31, 47].flatMap((bits) => [
		2 ** bits - 1,
		2 ** bits,
		-(2 ** bits),
		-(2 ** bits) - 1,
	]);
	const values = [
		0,
		1,
		2,
		-1,
		...edges,
		2 ** 52,
		-(2 ** 52),
		0.5,
		-1.25,
		null,
		'',
		'é',
		Uint8Array.of(1, 128),
	];
	const bytes = written((database) => {
		database.run('CREATE TABLE t (value)');
		for (const value of values) database.query('INSERT INTO t VALUES (?)').run(value);
	});
	expect(valuesOf(bytes, 't')).toEqual(values.map((value) => [value]));
});

test('texts of every length from less than a page to two, with and without row numbers', () => {
	const lengths = Array.from({ length: 560 }, (_, index) => 450 + index);
	const bytes = written((database) => {
		database.run('CREATE TABLE numbered (length, text)');
		database.run('CREATE TABLE keyed (length PRIMARY KEY, text) WITHOUT ROWID');
		database.transaction(() => {
			for (const table of ['numbered', 'keyed']) {
				const insert = database.query(`INSERT INTO ${table} VALUES (?, ?)`);
				for (const length of lengths) insert.run(length, 'x'.repeat(length));
			}
		})();
	});
	const expected = lengths.map((length) => [length, 'x'.repeat(length)]);
	expect(valuesOf(bytes, 'numbered')).toEqual(expected);
	expect(valuesOf(bytes, 'keyed')).toEqual(expected);
});

test('a row that fills the last page of a file to its last byte', () => {
	// 477 bytes are the longest row that a page of 512 holds; 3 of them are the header of the row.
	const text = 'x'.repeat(474);
	const bytes = written((database) => {
		database.run('CREATE TABLE t (a)');
		database.query('INSERT INTO t VALUES (?)').run(text);
	});
	expect([bytes.length, bytes.at(-1)]).toEqual([2 * 512, 'x'.charCodeAt(0)]);
	expect(valuesOf(bytes, 't')).toEqual([[text]]);
});

test('a page may keep some of its last bytes for others', () => {
	const text = 'x'.repeat(900);
	const bytes = written((database) => {
		database.run('CREATE TABLE t (a)');
		database.query('INSERT INTO t VALUES (?)').run(text);
	});
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	// The row has 903 bytes: 395 in page 2 and 508 in page 3, or 407 and 496 if 12 bytes of each page are taken.
	const start = 512 + view.getUint16(520);
	const [cell, next] = [bytes.slice(start, 1020), bytes.slice(1020, 1024)];
	bytes.set([...cell, ...bytes.slice(1008, 1020), ...next], start - 24);
	view.setUint16(520, start - 24 - 512);
	for (const page of [2, 3]) bytes.fill(0, page * 512 - 12, page * 512);
	bytes[20] = 12;
	expect(valuesOf(bytes, 't')).toEqual([[text]]);
});

test('row numbers, also those that take nine bytes', () => {
	const ids = [0, 1, 127, 128, 16_383, 16_384, 2 ** 49 - 1, 2 ** 60];
	const bytes = written((database) => {
		database.run('CREATE TABLE t (id INTEGER PRIMARY KEY, a)');
		for (const id of ids) database.query('INSERT INTO t VALUES (?, 7)').run(BigInt(id));
	});
	expect([...new SqliteReader(bytes).rows('t')]).toEqual(ids.map((id) => ({ id, values: [null, 7] })));
});

test('the largest pages, a part of a larger buffer, and the numbers of the header', () => {
	const bytes = written((database) => {
		database.run('PRAGMA application_id = 305419896');
		database.run('PRAGMA user_version = -3');
		database.run('CREATE TABLE t (a)');
		database.run('CREATE INDEX i ON t (a)');
		database.run("INSERT INTO t VALUES ('x')");
	}, 65_536);
	const within = new Uint8Array(bytes.length + 7);
	within.set(bytes, 7);
	const reader = new SqliteReader(within.subarray(7));
	expect([...reader.rows('t')]).toEqual([{ id: 1, values: ['x'] }]);
	expect([reader.pragma('application_id'), reader.pragma('user_version')]).toEqual([305_419_896, -3]);
	expect(() => reader.rows('i')).toThrow('no table i');
});

test('a damaged file throws a RangeError, and a circular chain of pages ends', () => {
	expect(isSqlite(new TextEncoder().encode('SQLite format 3\0and more'))).toBe(true);
	expect(isSqlite(new TextEncoder().encode('SQLite format 3'))).toBe(false);
	expect(() => new SqliteReader(new Uint8Array(600))).toThrow(new RangeError('not an SQLite file'));
	const text = 'x'.repeat(1500);
	const intact = written((database) => {
		database.run('CREATE TABLE t (a)');
		database.query('INSERT INTO t VALUES (?)').run(text);
	});
	expect(intact.length).toBe(5 * 512);
	const damaged = (change: (view: DataView) => void) => {
		const copy = new Uint8Array(intact);
		change(new DataView(copy.buffer));
		return () => valuesOf(copy, 't');
	};
	const isDamaged = new RangeError('the file is damaged');
	expect(damaged((view) => view.setUint8(512, 0))).toThrow(isDamaged);
	expect(damaged((view) => view.setUint8(100, 7))).toThrow(isDamaged);
	expect(damaged((view) => view.setUint32(2 * 512, 0))).toThrow(isDamaged);
	expect(damaged((view) => view.setUint32(4 * 512, 3))()).toEqual([[text]]);
});

/** The place of a page, and the places of its cell pointers. */
function pointersOf(bytes: Uint8Array, page: number): number[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	const head = (page - 1) * 512;
	const isLeaf = bytes[head] === 13;
	return Array.from({ length: view.getUint16(head + 3) }, (_, cell) => head + (isLeaf ? 8 : 12) + cell * 2);
}

test('a file that gives a value or a page again and again is damaged', () => {
	const sameCell = written((database) => {
		database.run('CREATE TABLE t (value)');
		for (const length of [5632, 80, 90]) database.query('INSERT INTO t VALUES (?)').run('x'.repeat(length));
	});
	const view = new DataView(sameCell.buffer, sameCell.byteOffset);
	const [first, ...others] = pointersOf(sameCell, 2);
	expect(others).toHaveLength(2);
	for (const other of others) view.setUint16(other, view.getUint16(first!));
	expect(() => valuesOf(sameCell, 't')).toThrow('the file is damaged');

	const samePage = written((database) => {
		database.run('CREATE TABLE t (value)');
		for (let row = 0; row < 60; row++) database.query('INSERT INTO t VALUES (?)').run(`row ${row}`.repeat(9));
	});
	expect(samePage[512]).toBe(5);
	const pages = new DataView(samePage.buffer, samePage.byteOffset);
	const [one, ...more] = pointersOf(samePage, 2).map((at) => 512 + pages.getUint16(at));
	for (const child of more) pages.setUint32(child, pages.getUint32(one!));
	expect(() => valuesOf(samePage, 't')).toThrow('the file is damaged');
});

test('a page size that SQLite never uses is damaged', () => {
	for (const size of [0, 2, 4, 256, 513, 3000]) {
		const bytes = written((database) => database.run('CREATE TABLE t (value)'));
		new DataView(bytes.buffer, bytes.byteOffset).setUint16(16, size);
		expect(() => valuesOf(bytes, 't')).toThrow('the file is damaged');
	}
});
