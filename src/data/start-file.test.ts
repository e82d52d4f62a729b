import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDocument } from '@pointrelease/core/src/catalog/document.ts';
import { makeCatalog, tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { firstDifference } from '../../test/first-difference.ts';
import { smallData } from '../../test/small-data.ts';
import { worldFolder } from '../../test/world.ts';
import { loadShipped, readFolder } from './load.ts';
import { printStartFile } from './start-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-start-'));
const data = join(folder, 'data');
const file = join(folder, 'tables.columns');
afterAll(() => rmSync(folder, { recursive: true }));

function write(texts: ReadonlyMap<string, string>): void {
	for (const [name, text] of texts) {
		mkdirSync(dirname(join(data, name)), { recursive: true });
		writeFileSync(join(data, name), text);
	}
}

/** With a version that no check gives, to tell from where it was read. */
beforeEach(() => {
	write(smallData());
	const texts = readFolder(data);
	const { tables } = makeCatalog(texts);
	writeFileSync(file, printStartFile(texts, makeDocument(tables!, 'as built')));
});

const versionLoaded = () => loadShipped(data, [file]).catalog.dataVersion;

test('the tables of the folder are loaded as they were built', () => {
	const { catalog, tables } = loadShipped(data, [file]);
	const checked = makeCatalog(readFolder(data));
	expect(catalog.dataVersion).toBe('as built');
	expect(tables).toEqual(checked.tables!);
	const { dataVersion } = checked.catalog!;
	expect(firstDifference({ ...catalog, dataVersion }, checked.catalog!)).toBeNull();
	expect(tablesOf(catalog)).toBe(tables);
});

test('a folder that differs in one byte is read and checked itself', () => {
	write(smallData(['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B']));
	expect(versionLoaded).toThrow('aliases.csv:2: board_id: "M0001B": expected an identifier');
	write(smallData(['boards.csv', 'Intel virtual machine', 'virtual machine']));
	expect(versionLoaded()).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
});

test('without the file, or with a damaged one, the folder is read and checked', () => {
	const whole = readFileSync(file);
	const checked = makeCatalog(readFolder(data)).catalog!.dataVersion;
	rmSync(file);
	expect(versionLoaded()).toBe(checked);
	for (const length of [0, 63, 64, 65, whole.length - 1]) {
		writeFileSync(file, whole.subarray(0, length));
		expect(versionLoaded()).toBe(checked);
	}
	for (const at of [0, 63, 64, 65, whole.length >> 1, whole.length - 1]) {
		writeFileSync(file, whole.with(at, whole[at]! ^ 1));
		expect(versionLoaded()).toBe(checked);
	}
});

test('a file of another form is not used', () => {
	const texts = readFolder(data);
	const { tables, catalog } = makeCatalog(texts);
	const document = makeDocument(tables!, 'as built');
	const newer = { ...document, tables: { ...document.tables, rumours: {} } };
	writeFileSync(file, printStartFile(texts, newer));
	expect(versionLoaded()).toBe(catalog!.dataVersion);
});

test('the columns of a whole data set make the same catalog as its check', () => {
	const texts = readFolder(worldFolder);
	const { tables, catalog } = makeCatalog(texts);
	writeFileSync(file, printStartFile(texts, makeDocument(tables!, catalog!.dataVersion)));
	expect(firstDifference(loadShipped(worldFolder, [file]).catalog, catalog!)).toBeNull();
});
