import { describe, expect, test } from 'bun:test';
import { readFolder } from '../../../../../src/data/load.ts';
import { firstDifference } from '../../../../../test/first-difference.ts';
import { shippedFolder } from '../../../../../test/shipped-data.ts';
import { smallData } from '../../../../../test/small-data.ts';
import { assemble } from '../assemble.ts';
import { makeCatalog } from '../make-catalog.ts';
import { type PackedTables, packTables, UnreadableTables, unpackTables } from './packed.ts';
import { readTables } from './tables.ts';

const small = readTables(smallData()).tables;

/** As another program gets it. */
const sent = (packed: PackedTables): PackedTables => JSON.parse(JSON.stringify(packed));

describe('tables by columns', () => {
	test('the whole data comes out as it was read from its files, and makes the same catalog', () => {
		const made = makeCatalog(readFolder(shippedFolder));
		const { catalog } = made;
		const unpacked = unpackTables(sent(packTables(made.tables!)));
		expect(firstDifference(unpacked, made.tables!)).toBeNull();
		expect(firstDifference(assemble(unpacked, catalog!.dataVersion), catalog!)).toBeNull();
		expect(firstDifference({ a: [small], b: small }, { a: [small], b: { ...small } })).toBe('it.a.0');
	});

	test('equal cells share one value', () => {
		const { primaryReleases } = unpackTables(packTables(small));
		const majors = primaryReleases.filter(({ major }) => major.canonical === '11').map(({ major }) => major);
		expect(majors.length).toBeGreaterThan(1);
		for (const major of majors) expect(major).toBe(majors[0]!);
	});

	test('a number repeats the cell before it', () => {
		const { canonical } = packTables(small);
		expect(packTables({ ...small, canonical: [] }).canonical).toEqual({ major: [], board_id: [] });
		const rows = small.canonical.map((row) => ({ ...row, board_id: 'J293AP' }));
		expect(packTables({ ...small, canonical: rows }).canonical).toEqual({
			major: canonical!.major!,
			board_id: ['J293AP', rows.length - 1],
		});
	});

	test('parts with different columns are one whole', () => {
		const first = packTables(small, (table, column) => (table + column).length % 2 === 0);
		const second = packTables(small, (table, column) => (table + column).length % 2 !== 0);
		expect(unpackTables(sent(first), sent(second))).toEqual(small);
	});

	test('a table without its key has no rows, and a column that is missing is blank', () => {
		const tables = unpackTables({
			canonical: { board_id: ['J293AP'] },
			changes: { changed: ['2026-01-02T03:04:05Z'] },
		});
		expect(tables.canonical).toEqual([]);
		expect(tables.boards).toEqual([]);
		expect(tables.changes).toEqual([{ line: 2, changed: '2026-01-02T03:04:05Z', what: '' }]);
		const pulls = unpackTables({ pulls: { version: ['11.1'] } }).pulls;
		expect(pulls[0]!.listed_again_on).toBe('');
		expect(unpackTables({ variants: { variant: ['7.1P3'] } }).variants[0]!.version).toBeNull();
	});
});

describe('packed tables that cannot be read', () => {
	test.each<[string, PackedTables]>([
		['there is no table "shapes"', { shapes: {} }],
		['there is no table "constructor"', { constructor: {} } as unknown as PackedTables],
		['the table canonical has no column "colour"', { canonical: { colour: [] } }],
		['major of canonical has the cell "eleven"', { canonical: { major: ['eleven'] } }],
		['major of canonical has the cell null', { canonical: { major: [null as never] } }],
		['major of canonical repeats a cell 2 times', { canonical: { major: [2, '11'] } }],
		['major of canonical repeats a cell 0 times', { canonical: { major: ['11', 0] } }],
		['major of canonical repeats a cell 10000000000 times', { canonical: { major: ['11', 1e10] } }],
		['major of canonical is not a list of cells', { canonical: { major: 11 as never } }],
		[
			'board_id of canonical has 2 cells, and major has 1',
			{ canonical: { major: ['11'], board_id: ['a', 1] } },
		],
	])('%s', (message, packed) => {
		expect(() => unpackTables(packed)).toThrow(new UnreadableTables(message));
	});
});
