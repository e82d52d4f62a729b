import { expect, test } from 'bun:test';
import { statementsAbout } from '../../src/feeds/state/source-statements.ts';
import { acceptItem, previewItem } from '../../src/learning/quarantine/decide-item.ts';
import { effectsOnMacs } from '../../src/learning/quarantine/effect-on-macs.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { readDecisions } from '../../src/learning/repair/decision-store.ts';
import { differenceOf } from '../../src/learning/tables/catalog-diff.ts';
import { Desk } from './desk.ts';

const desk = new Desk();
const { accept, current, exploit, list, offer, third } = desk;
const later = '2026-12-02';

const preview = async (correction = {}) => {
	const { database, knowledge } = desk.node;
	const [item] = await readItems(database);
	return previewItem(database, knowledge, { id: item!.id, correction, now: desk.now });
};

test('what accepting would change is what it changes, and looking stores nothing', async () => {
	await offer({ ...third(), date: later });
	const { database, knowledge } = desk.node;
	const { before, after } = await preview();
	expect([await readDecisions(database), knowledge.catalog === before]).toEqual([[], true]);
	const foreseen = differenceOf(before, after);
	expect(foreseen.releases).toMatchObject([{ version: '27.3', released: later, boards: desk.listed.length }]);
	const corrected = await preview({ date: '2026-12-01' });
	expect(differenceOf(before, corrected.after).releases).toMatchObject([{ released: '2026-12-01' }]);
	await accept();
	expect(differenceOf(before, knowledge.catalog)).toEqual(foreseen);
	expect(after.dataVersion).toBe(knowledge.catalog.dataVersion);
});

test('Macs on the release before get another next release and other advice, once it is out', async () => {
	await offer({ ...third(), date: later });
	const { before, after } = await preview({ date: '2026-12-01' });
	const effects = await effectsOnMacs(before, after, '2026-12-01');
	const boards = new Set(desk.listed.map((id) => before.boards.get(id)!.identifiers[0]));
	expect(effects).toEqual([
		{
			on: '27.2',
			macs: boards.size,
			examples: expect.arrayContaining([expect.any(String)]),
			next: { was: null, is: '27.3' },
			advice: { was: 'Up to date', is: 'Update to 27.3' },
		},
	]);
	expect(await effectsOnMacs(before, before, '2026-12-01')).toEqual([]);
});

test('an item that cannot be accepted as it is says why, as accepting it does', async () => {
	await offer({ ...third(), date: later });
	const { database, knowledge } = desk.node;
	const [item] = await readItems(database);
	const wrong = { id: item!.id, correction: { date: '2030-01-01' }, now: desk.now };
	const messageOf = (work: Promise<unknown>) =>
		work.then(
			() => '',
			({ message }: Error) => message,
		);
	const said = await messageOf(previewItem(database, knowledge, wrong));
	expect(said).toContain('is not a possible day for 27.3');
	expect(await messageOf(acceptItem(database, knowledge, wrong))).toBe(said);
});

test('the sources are side by side: the data, Apple, SOFA and AppleDB on a release, CISA and Apple on a CVE', async () => {
	await offer({ ...third(), date: later }, current());
	await list({ version: '27.3', date: '2026-12-01', builds: ['26C50'] });
	const { database, knowledge } = desk.node;
	const { sources, rows } = await statementsAbout(database, knowledge.catalog, '27.3');
	expect(sources.map(({ name }) => name)).toEqual(['Data now', 'Apple’s update service', 'SOFA', 'AppleDB']);
	const row = (name: string) => rows.find((each) => each.name === name)?.values;
	expect(row('Release')).toEqual(['not known', 'listed', 'listed', 'not listed']);
	expect(row('Release date')).toEqual([null, later, '2026-12-01', null]);
	expect(row('Builds')?.[1]).toBe('26C50');
	expect(row('Macs')?.[1]).toBe(String(desk.listed.length));

	const board = desk.listed[0]!;
	const named = await statementsAbout(database, knowledge.catalog, `27.2 ${board} J999AP`);
	const of = (name: string) => named.rows.find((each) => each.name === name)!.values.slice(0, 2);
	expect([of(board), of('J999AP')]).toEqual([
		['listed', 'listed'],
		['not listed', 'not listed'],
	]);

	await exploit({ cve: 'CVE-2026-12345', added: '2026-11-20', due: '2026-12-11' });
	const cve = await statementsAbout(database, knowledge.catalog, 'CVE-2026-12345');
	expect(cve.sources.map(({ name }) => name).slice(1)).toEqual([
		'CISA’s catalog',
		'Apple’s CVE records',
		'SOFA',
	]);
	expect(cve.rows.find(({ name }) => name === 'Due date')?.values[1]).toBe('2026-12-11');
});
