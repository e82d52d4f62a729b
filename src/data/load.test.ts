import { afterAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogOf, makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import { readTables, shapes } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { shipped, shippedFolder } from '../../test/shipped-data.ts';
import { type Edit, findingsAfter, smallData } from '../../test/small-data.ts';
import { Failure } from '../process/failure.ts';
import { loadCatalog, readFolder } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

function failureOf(load: () => unknown): string {
	try {
		load();
	} catch (thrown) {
		if (thrown instanceof Failure) return `${thrown.code}: ${thrown.message}`;
		throw thrown;
	}
	return 'no failure';
}

describe('broken data', () => {
	test('all findings are reported at once, whatever table they are in', () => {
		expect(
			findingsAfter(
				['primary/releases.csv', '2007-11-14', '2007-11-31'],
				['legacy/releases.csv', 'medium,,yes', 'medium,,true'],
				['canonical.csv', '11,J293AP', '11,M8493'],
				['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B'],
			),
		).toEqual([
			'primary/releases.csv:3: released: "2007-11-31": expected a day that exists, written YYYY-MM-DD, from 1983 to 2099',
			'legacy/releases.csv:3: withdrawn: "true": expected "yes" or nothing',
			'aliases.csv:2: board_id: "M0001B": expected an identifier of boards.csv',
			'canonical.csv:4: board_id: "M8493": expected a board that runs major 11',
		]);
	});

	test('one finding anywhere means no catalog at all', () => {
		const built = makeCatalog(smallData(['primary/support.csv', 'factory', ' factory']));
		expect(built.catalog === null).toBe(true);
		expect(built.findings).toHaveLength(1);
	});

	test('an unreadable table does not hide contradictions between the others', () => {
		const texts = new Map(smallData(['primary/support.csv', 'M8493,10.4,10.4,', 'M8493,10.4,10.4.7,']));
		texts.set('sources.csv', 'source,name,address,wat\n');
		const files = makeCatalog(texts).findings.map(({ file }) => file);
		expect(files).toEqual(['sources.csv', 'sources.csv', 'primary/support.csv']);
	});

	test('a row that cannot be read is one finding, not one for every row that refers to it', () => {
		const { findings } = makeCatalog(smallData(['primary/releases.csv', '11,11.0,', '11,11.x,']));
		expect(findings.map(({ file, value }) => [file, value])).toEqual([['primary/releases.csv', '11.x']]);
	});

	test('a table that is absent is one finding, not one for every row that refers to it', () => {
		const texts = new Map(smallData());
		texts.delete('boards.csv');
		expect(makeCatalog(texts).findings.map(printFinding)).toEqual([
			'boards.csv:0: (table): "": expected the table to be there',
		]);
	});

	test('valid tables that were read already make the same catalog', () => {
		const { catalog } = makeCatalog(smallData());
		expect(catalogOf(readTables(smallData()).tables).catalog?.dataVersion).toBe(catalog!.dataVersion);
	});

	test('broken tables that were read already make no catalog', () => {
		const { tables } = readTables(smallData(['canonical.csv', '11,J293AP', '11,M8493']));
		expect(catalogOf(tables).catalog === null).toBe(true);
	});
});

describe('loading a folder', () => {
	test('a folder that does not exist lacks every table', () => {
		const { findings } = makeCatalog(readFolder(join(folder, 'nowhere')));
		expect(findings.map(({ file }) => file)).toEqual(Object.values(shapes).map(({ file }) => file));
	});

	test('the failure shows the first three findings and counts the others', () => {
		const empty = join(folder, 'empty');
		mkdirSync(empty);
		expect(failureOf(() => loadCatalog(empty))).toBe(
			`broken-data: the data in ${empty} is invalid: ` +
				'boards.csv:0: (table): "": expected the table to be there; ' +
				'primary/releases.csv:0: (table): "": expected the table to be there; ' +
				`primary/support.csv:0: (table): "": expected the table to be there; and ${Object.keys(shapes).length - 3} more (see: pointrelease data check)`,
		);
	});

	test('a folder that does not exist is reported as such', () => {
		const nowhere = join(folder, 'nowhere');
		expect(failureOf(() => loadCatalog(nowhere))).toBe(
			`broken-data: the data folder ${nowhere} does not exist: expected a folder of data tables`,
		);
	});

	test('the shipped folder with one bad cell does not load', () => {
		const copy = join(folder, 'copy');
		cpSync(shippedFolder, copy, { recursive: true });
		writeFileSync(join(copy, 'changes.csv'), 'changed,what\nyesterday,Something\n');
		expect(failureOf(() => loadCatalog(copy))).toBe(
			`broken-data: the data in ${copy} is invalid: ` +
				'changes.csv:2: changed: "yesterday": expected a moment in UTC, written YYYY-MM-DDTHH:MM:SSZ ' +
				'(see: pointrelease data check)',
		);
	});
});

describe('the version of the data', () => {
	const versionAfter = (...edits: Edit[]) => makeCatalog(smallData(...edits)).catalog!.dataVersion;

	test('is the day of the last change and a digest', () => {
		expect(shipped.dataVersion).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/);
		expect(shipped.dataVersion.slice(0, 10)).toBe(shipped.changed.slice(0, 10));
	});

	test('is the same for the same facts', () => {
		expect(versionAfter()).toBe(versionAfter());
	});

	test('differs when any fact differs', () => {
		const versions = [
			versionAfter(),
			versionAfter(['primary/releases.csv', '2007-11-14', '2007-11-13']),
			versionAfter(['boards.csv', 'Intel virtual machine', 'virtual machine']),
			versionAfter(['majors.csv', 'Tiger', 'Lion']),
			versionAfter(['case-numbers.csv', 'A2338', 'A2339']),
			versionAfter(['legacy/support.csv', '7.5.3,7.5.5', '7.5.3,']),
			versionAfter(['sources.csv', '/list,a list', '/list,another list']),
		];
		expect(new Set(versions).size).toBe(versions.length);
	});
});
