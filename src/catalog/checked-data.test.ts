import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { smallData } from '../../test/small-data.ts';
import { buildCatalog } from './build.ts';
import { checkData, codeFiles } from './checked-data.ts';
import { loadShipped, readFolder } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-checked-'));
const data = join(folder, 'data');
const record = join(folder, 'checked-data.json');
afterAll(() => rmSync(folder, { recursive: true }));

function write(texts: ReadonlyMap<string, string>): void {
	for (const [file, text] of texts) {
		mkdirSync(dirname(join(data, file)), { recursive: true });
		writeFileSync(join(data, file), text);
	}
}

beforeEach(() => {
	write(smallData());
	writeFileSync(record, JSON.stringify({ ...checkData(readFolder(data)), dataVersion: 'as recorded' }));
});

const versionLoaded = (from = record) => loadShipped(data, from).catalog.dataVersion;

test('tables that were checked at the installation are put together as they were then', () => {
	const { catalog, tables } = loadShipped(data, record);
	const checked = buildCatalog(readFolder(data));
	expect(tables).toEqual(checked.catalog ? checked.tables : ({} as never));
	// Compared without a word: nobody could read two whole catalogs.
	const [one, other] = [catalog, checked.catalog!].map((built) => ({ ...built, dataVersion: '' }));
	expect(Bun.deepEquals(one, other)).toBe(true);
	expect(catalog.dataVersion).toBe('as recorded');
});

test('a record says what the check said', () => {
	expect(checkData(readFolder(data))?.dataVersion).toBe(versionLoaded('nowhere'));
	expect(versionLoaded('nowhere')).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
});

test('tables with one other byte are checked', () => {
	write(smallData(['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B']));
	expect(() => versionLoaded()).toThrow('aliases.csv:2: board_id: "M0001B": expected an identifier');
});

test.each(['', '{}', 'null', '{"digest":"0","dataVersion":"1"}'])('the record %p is none', (text) => {
	writeFileSync(record, text);
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
