import { expect, test } from 'bun:test';
import { readFolder } from './load.ts';
import { catalogInSteps, catalogOf } from './make-catalog.ts';
import { readTables } from './tables/tables.ts';

const { tables } = readTables(readFolder(new URL('../../data', import.meta.url).pathname));

test('a catalog that is built in steps is the one that is built at once', async () => {
	let rests = 0;
	const built = await catalogInSteps(tables, async () => void rests++);
	expect(rests).toBeGreaterThan(tables.canonical.length);
	const atOnce = catalogOf(tables).catalog!;
	expect(built.catalog!.dataVersion).toBe(atOnce.dataVersion);
	expect([...built.catalog!.boards.keys()]).toEqual([...atOnce.boards.keys()]);
	expect([...built.catalog!.majors.keys()]).toEqual([...atOnce.majors.keys()]);
	expect([...built.catalog!.releases.keys()]).toEqual([...atOnce.releases.keys()]);
});

test('unsound tables give findings and no catalog, in steps too', async () => {
	const { catalog, findings } = await catalogInSteps({ ...tables, changes: [] }, async () => {});
	expect(catalog === null).toBe(true);
	expect(findings).toEqual([...catalogOf({ ...tables, changes: [] }).findings]);
});
