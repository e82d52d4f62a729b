import { expect, test } from 'bun:test';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { readDecisions } from '../../src/learning/repair/decision-store.ts';
import { correct, undo } from '../../src/learning/repair/repair.ts';
import { differenceOf, printDifference } from '../../src/learning/tables/catalog-diff.ts';
import { Desk } from './desk.ts';
import { appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { files, json } from './feed-server.ts';
import { boardsRunning, buildsOf, dateOf, latest, shipped } from './node.ts';

const desk = new Desk();
const { accept, held, offer } = desk;
const author = { who: 'ada', why: 'seen on the security page' };

/** The shipped 27.2 has the day of its CVE records, and no build. */
const listed = (date: string) => ({ version: '27.2', build: '26B100', date, boards: desk.listed });
const told = (version = '27.2') => {
	const { released, confidence, disputed } = desk.node.served.releases.get(version)!;
	return [released, confidence, ...disputed];
};
const others = (sofa: string | null, appledb: string | null) => {
	const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];
	if (sofa) desk.node.feeds.sofa = json(sofaDocument([{ version: '27.2', date: sofa }]));
	if (appledb)
		desk.node.feeds.appledb = files(
			appledbDocuments(
				[{ version: '27.2', build: '26B100', date: appledb, devices: ['MacBookPro17,1'] }],
				devices,
			),
		);
	return desk.node.pull();
};
const minutesLater = (minutes: number) => {
	desk.now = new Date(desk.now.getTime() + minutes * 60_000);
};
const corrects = (text: string, right: Parameters<typeof correct>[2]['right'], despite?: string) =>
	correct(desk.node.database, desk.node.knowledge, { text, right, author, now: desk.now, despite });
const undoes = () => undo(desk.node.database, desk.node.knowledge, author, desk.now);

test("Apple's day replaces an uncertain shipped one, with its source and without its remark", async () => {
	expect(told()).toEqual(['2026-10-26', 'medium']);
	expect(desk.node.served.releases.get('27.2')?.remark).toContain('build is not known yet');
	for (const day of ['2026-10-24', '2026-10-28']) {
		await desk.node.close();
		desk.node = await (await import('./rule-node.ts')).openRuleNode(() => desk.now);
		await offer(listed(day));
		expect(told()).toEqual([day, 'medium', '2026-10-26 (as shipped)']);
	}
	const { sources, remark } = desk.node.served.releases.get('27.2')!;
	expect([sources.at(-1), remark]).toEqual(['gdmf:2026-12-01', '']);
	expect(buildsOf(desk.node.served, '27.2')).toEqual(['26B100 2026-10-28']);
	expect(await held()).toEqual([]);
	expect(printDifference(differenceOf(shipped.catalog, desk.node.served))).toContain(
		'~ release 27.2  2026-10-28, was 2026-10-26',
	);
});

test('later posting dates of the same entry change nothing', async () => {
	await offer(listed('2026-11-02'));
	expect(told()).toEqual(['2026-10-26', 'medium']);
	minutesLater(5);
	await offer(listed('2026-10-26'));
	expect(told()).toEqual(['2026-10-26', 'high']);
	minutesLater(5);
	await offer(listed('2026-10-28'));
	expect([told(), await held()]).toEqual([['2026-10-26', 'high'], []]);
});

test('a day that Apple gave can become earlier, not later', async () => {
	await offer(listed('2026-10-25'));
	minutesLater(5);
	await offer(listed('2026-10-28'));
	expect(told()).toEqual(['2026-10-25', 'medium', '2026-10-26 (as shipped)']);
	minutesLater(5);
	await offer(listed('2026-10-24'));
	expect(told()).toEqual(['2026-10-24', 'medium', '2026-10-26 (as shipped)']);
});

test('SOFA and AppleDB together replace an uncertain day, one of them alone does not', async () => {
	await others('2026-10-25', null);
	expect(told()).toEqual(['2026-10-26', 'medium']);
	minutesLater(60);
	await others(null, '2026-10-25');
	expect(told()).toEqual(['2026-10-25', 'high', '2026-10-26 (as shipped)']);
	minutesLater(60);
	await desk.node.pull();
	expect([told()[0], await held()]).toEqual(['2026-10-25', []]);
});

test('a day before the release before it, a day after today and a day of another train are rejected', async () => {
	for (const entry of [
		listed('2026-09-20'),
		listed('2026-12-05'),
		{ ...listed('2026-10-25'), build: '25G9' },
	])
		await offer(entry);
	expect(told()).toEqual(['2026-10-26', 'medium']);
});

test('another day for a certain one is held for review, and replaces it only if a person accepts it', async () => {
	const first = { version: '27.0', build: '26A420', date: '2026-09-15', boards: desk.listed };
	await offer(first, listed('2026-10-26'));
	expect([told('27.0'), await held()]).toEqual([['2026-09-14', 'high'], [['date-disputed', '27.0']]]);
	const [item] = await readItems(desk.node.database);
	expect(item!.detail).toBe('apple: 27.0 is dated 2026-09-15, but 2026-09-14 is certain');
	minutesLater(5);
	await accept();
	expect(told('27.0')).toEqual(['2026-09-15', 'high', '2026-09-14 (as shipped)']);
	minutesLater(5);
	await desk.node.pull();
	expect(await held()).toEqual([]);
	await undoes();
	expect([told('27.0'), await held()]).toEqual([['2026-09-14', 'high'], [['date-disputed', '27.0']]]);
});

test('a person corrects the day of a shipped release without changing the tables, and undoes it', async () => {
	await corrects('27.2', { date: '2026-10-25' });
	expect(told()).toEqual(['2026-10-25', 'high', '2026-10-26 (as shipped)']);
	expect(printDifference(differenceOf(shipped.catalog, desk.node.served))).toEqual([
		'~ release 27.2  2026-10-25, was 2026-10-26',
	]);
	minutesLater(5);
	desk.node.feeds.apple = json(appleDocument([listed('2026-10-24')]));
	await others('2026-10-24', '2026-10-24');
	expect([dateOf(desk.node.served, '27.2'), await held()]).toEqual(['2026-10-25', []]);
	await undoes();
	minutesLater(5);
	await desk.node.pull();
	expect(dateOf(desk.node.served, '27.2')).toBe('2026-10-24');
});

test('the builds of a release get its corrected day', async () => {
	const first = buildsOf(desk.node.served, '26.7.1')!;
	await corrects('26.7.1', { date: '2026-09-27' });
	expect(buildsOf(desk.node.served, '26.7.1')).toEqual(first.map((text) => text.replace('-28', '-27')));
});

test('a person adds the build of a shipped release that has none', async () => {
	await corrects('27.2', { builds: ['26B100'] });
	expect([buildsOf(desk.node.served, '27.2'), desk.node.served.releases.get('27.2')!.remark]).toEqual([
		['26B100 null'],
		'',
	]);
	await expect(corrects('27.0', { builds: ['26A999'] })).rejects.toThrow(
		'the builds of 27.0 are in the shipped tables: correct them there',
	);
});

test('a correction that does not fit the data is refused, unless a reason is given, which the audit log stores', async () => {
	await offer(listed('2026-10-26'), desk.third());
	const refusals: [Parameters<typeof corrects>[1], string][] = [
		[{ builds: ['99Z1'] }, '99Z1 cannot be a build of 27.3: those of 27 begin with 26'],
		[{ builds: ['25G400'] }, '25G400 cannot be a build of 27.3: those of 27 begin with 26'],
		[{ builds: ['26C5050a'] }, '26C5050a has the form of a beta'],
		[{ builds: ['26B99'] }, '26B99 would be older than 26B100, the build of 27.2'],
		[{ date: '2026-10-01' }, '27.3 on 2026-10-01 would be before 27.2, which came out on 2026-10-26'],
		[{ date: '2025-10-01' }, '27.3 on 2025-10-01 would be before 27.2, which came out on 2026-10-26'],
		[{ boards: ['J293AP', 'J999AP'] }, '"J999AP" is not a known board'],
	];
	for (const [right, message] of refusals)
		await expect(corrects('27.3', right)).rejects.toThrow(
			`${message} (to take it nevertheless: --despite REASON)`,
		);
	await expect(corrects('27.0', { date: '2025-09-01' })).rejects.toThrow(
		'27.0 on 2025-09-01 would be before 26.0, which came out on 2025-09-15',
	);
	await expect(corrects('27.3', { builds: ['99Z1'] }, '')).rejects.toThrow('--despite is empty');
	await expect(corrects('27.3', { date: '2026-12-09' }, 'a leak')).rejects.toThrow('not a possible day');
	expect(await readDecisions(desk.node.database)).toEqual([]);
	await corrects(
		'27.3',
		{ builds: ['99Z1'], date: '2026-10-01', boards: ['J293AP', 'J999AP'] },
		'Apple said so',
	);
	expect([buildsOf(desk.node.served, '27.3'), dateOf(desk.node.served, '27.3')]).toEqual([
		['99Z1 null'],
		'2026-10-01',
	]);
	expect(boardsRunning(desk.node.served, '27.3')).toEqual(['J293AP', 'J999AP']);
	expect(latest(desk.node.served, 'J999AP', '27')).toBe('27.3');
	const [decision] = await readDecisions(desk.node.database);
	expect(decision!.why).toStartWith(
		'seen on the security page; despite "27.3 on 2026-10-01 would be before 27.2',
	);
	expect(decision!.why).toEndWith('"J999AP" is not a known board": Apple said so');
	await undoes();
	expect([dateOf(desk.node.served, '27.3'), desk.node.served.boards.has('J999AP')]).toEqual([
		'2026-11-30',
		false,
	]);
});
