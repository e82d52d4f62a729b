import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCatalog, type Shipped, tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { shippedFolder } from '../../test/shipped-data.ts';
import { smallData } from '../../test/small-data.ts';
import { checkData, codeFiles, recorded, recordOf } from './checked-data.ts';
import { loadShipped, readFolder } from './load.ts';

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

test('the tables of the installation are loaded from the record', () => {
	const { catalog, tables } = loadShipped(data, record);
	const checked = shippedOf(readFolder(data));
	expect(tables).toEqual(checked.tables);
	expect(catalog.dataVersion).toBe('as recorded');
	// Without printing the difference: nobody could read two whole catalogs.
	const { dataVersion } = checked.catalog;
	expect(Bun.deepEquals({ ...catalog, dataVersion }, checked.catalog, true)).toBe(true);
	expect(tablesOf(catalog)).toBe(tables);
});

test('the catalog of the shipped tables comes out of its record unchanged', () => {
	const texts = readFolder(shippedFolder);
	const original = shippedOf(texts);
	writeFileSync(record, recordOf(texts, original)!);
	const restored = recorded(texts, record)!;
	expect(restored.tables).toEqual(original.tables);
	// Recorded again, it gives the same bytes. Comparing the catalogs themselves would never end: their objects refer to each other.
	expect(readFileSync(record).equals(recordOf(texts, restored)!)).toBe(true);
	// A shared object stays shared: a release of two Macs, and a Mac of a major version.
	for (const { releases, boards } of restored.catalog.majors.values()) {
		for (const release of releases) expect(restored.catalog.releases.get(release.version)).toBe(release);
		for (const board of boards) expect(restored.catalog.boards.get(board.id)).toBe(board);
	}
});

test('a recorded catalog has the version that the check gave it', () => {
	const version = versionLoaded('nowhere');
	writeFileSync(record, checkData(readFolder(data))!);
	expect(versionLoaded()).toBe(version);
	expect(version).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
});

test('tables that differ from the recorded ones in one byte are checked', () => {
	write(smallData(['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B']));
	expect(() => versionLoaded()).toThrow('aliases.csv:2: board_id: "M0001B": expected an identifier');
});

test('a record that is cut off, or differs in one byte, is refused', () => {
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

test('the digest covers all code that readers and checks import, without tests', () => {
	const root = fileURLToPath(new URL('../..', import.meta.url));
	const files = [...codeFiles(join(root, 'src/data/checked-data.ts')).keys()].map((file) =>
		relative(root, file),
	);
	expect(files).toContain('src/data/checked-data.ts');
	for (const file of [
		'catalog/assemble.ts',
		'catalog/checks/check-boards.ts',
		'catalog/tables/readers.ts',
		'text/csv.ts',
	])
		expect(files).toContain(`packages/core/src/${file}`);
	expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
	// Bun's transpiler sees no other imports.
	const transpiler = new Bun.Transpiler({ loader: 'ts' });
	for (const file of files)
		for (const { path } of transpiler.scanImports(readFileSync(join(root, file)))) {
			if (path.startsWith('.')) expect(files).toContain(normalize(join(dirname(file), path)));
			if (path.startsWith('@')) expect(files).toContain(path.replace('@pointrelease', 'packages'));
		}
});

test('a new import of a reader belongs to its code', () => {
	const code = join(folder, 'code');
	mkdirSync(join(code, 'deep'), { recursive: true });
	const write = (file: string, text: string) => writeFileSync(join(code, file), text);
	write('reader.ts', "import { a } from './deep/a.ts';\nexport const x = a;\n");
	write('deep/a.ts', "import {\n\tb,\n} from '../b.ts';\nexport const a = b;\n");
	write('b.ts', "export { c as b } from './c.ts';\n");
	write('c.ts', 'export const c = 1;\n');
	write('other.ts', 'export const other = 1;\n');
	const files = () => [...codeFiles(join(code, 'reader.ts')).keys()].map((file) => relative(code, file));
	expect(files()).toEqual(['b.ts', 'c.ts', 'deep/a.ts', 'reader.ts']);
	write('c.ts', "import './other.ts';\nexport const c = 1;\n");
	expect(files()).toEqual(['b.ts', 'c.ts', 'deep/a.ts', 'other.ts', 'reader.ts']);
});
