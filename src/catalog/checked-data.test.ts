import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shippedFolder } from '../../test/shipped-data.ts';
import { smallData } from '../../test/small-data.ts';
import { checkData, codeFiles, recorded, recordOf, type Shipped } from './checked-data.ts';
import { loadShipped, readFolder } from './load.ts';
import { makeCatalog, tablesOf } from './make-catalog.ts';
import type { TableTexts } from './tables/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-checked-'));
const data = join(folder, 'data');
const record = join(folder, 'checked-data');
afterAll(() => rmSync(folder, { recursive: true }));

function write(texts: ReadonlyMap<string, string>): void {
	for (const [file, text] of texts) {
		mkdirSync(dirname(join(data, file)), { recursive: true });
		writeFileSync(join(data, file), text);
	}
}

function shippedOf(texts: TableTexts): Shipped {
	const built = makeCatalog(texts);
	if (!built.catalog) throw new Error('these tables are broken');
	return { tables: built.tables, catalog: built.catalog };
}

beforeEach(() => {
	write(smallData());
	const texts = readFolder(data);
	const { tables, catalog } = shippedOf(texts);
	writeFileSync(record, recordOf(texts, { tables, catalog: { ...catalog, dataVersion: 'as recorded' } })!);
});

const versionLoaded = (from = record) => loadShipped(data, from).catalog.dataVersion;

test('tables that were checked at the installation are what they were then', () => {
	const { catalog, tables } = loadShipped(data, record);
	const checked = shippedOf(readFolder(data));
	expect(tables).toEqual(checked.tables);
	expect(catalog.dataVersion).toBe('as recorded');
	// Compared without a word: nobody could read two whole catalogs.
	const { dataVersion } = checked.catalog;
	expect(Bun.deepEquals({ ...catalog, dataVersion }, checked.catalog, true)).toBe(true);
	expect(tablesOf(catalog)).toBe(tables);
});

test('the catalog of the shipped tables comes out of its record as it went in', () => {
	const texts = readFolder(shippedFolder);
	const went = shippedOf(texts);
	writeFileSync(record, recordOf(texts, went)!);
	const came = recorded(texts, record)!;
	expect(came.tables).toEqual(went.tables);
	// Put into a record again it is the same bytes. Comparing two catalogs, in which everything leads to everything, would never end.
	expect(readFileSync(record).equals(recordOf(texts, came)!)).toBe(true);
	// What is one thing stays one: a release that two Macs run, and the Mac that a major knows.
	for (const { releases, boards } of came.catalog.majors.values()) {
		for (const release of releases) expect(came.catalog.releases.get(release.version)).toBe(release);
		for (const board of boards) expect(came.catalog.boards.get(board.id)).toBe(board);
	}
});

test('a record says what the check said', () => {
	const version = versionLoaded('nowhere');
	writeFileSync(record, checkData(readFolder(data))!);
	expect(versionLoaded()).toBe(version);
	expect(version).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
});

test('tables with one other byte are checked', () => {
	write(smallData(['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B']));
	expect(() => versionLoaded()).toThrow('aliases.csv:2: board_id: "M0001B": expected an identifier');
});

test('a record that is cut off, or differs in one byte, is none', () => {
	const whole = readFileSync(record);
	const texts = readFolder(data);
	for (const length of [0, 31, 32, 33, whole.length - 1]) {
		writeFileSync(record, whole.subarray(0, length));
		expect(recorded(texts, record)).toBeNull();
	}
	for (const at of [0, 31, 32, whole.length >> 1, whole.length - 1]) {
		writeFileSync(record, whole.with(at, whole[at]! ^ 1));
		expect(recorded(texts, record)).toBeNull();
	}
	expect(versionLoaded()).toBe(versionLoaded('nowhere'));
});

test('tables with something wrong are not recorded', () => {
	write(smallData(['canonical.csv', '11,J293AP', '11,M8493']));
	expect(checkData(readFolder(data))).toBeNull();
});

test('another reader or check of any folder is other code, a test is not', () => {
	expect(codeFiles()).toContain('assemble.ts');
	expect(codeFiles()).toContain('checks/check-boards.ts');
	expect(codeFiles()).toContain('tables/readers.ts');
	expect(codeFiles().filter((file) => file.includes('test'))).toEqual([]);
});
