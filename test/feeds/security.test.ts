import { expect, test } from 'bun:test';
import { type ExposureCounts, exposureOf } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { forget, undo } from '../../src/learning/repair/repair.ts';
import { Desk } from './desk.ts';
import { appleDocument, type KevEntry, sofaDocument } from './documents.ts';
import { json } from './feed-server.ts';
import { dataOfMajors } from './recent-data.ts';

/** 12 has a release without a known list, and CVEs that are too old for new releases. */
const shipped = dataOfMajors('12', '15', '26', '27');
const desk = new Desk(shipped);
const { accept, current, decide, exploit, held, list, offer, reject, third } = desk;
const author = { who: 'ada', why: 'seen in the article' };
const forgets = (subject: string) =>
	decide((knowledge) => forget(desk.node.database, knowledge, { text: subject, author, now: desk.now }));
const undoes = () => decide((knowledge) => undo(desk.node.database, knowledge, author, desk.now));

const [one, two] = ['CVE-2026-200001', 'CVE-2026-200002'];
const article = (number: string) => `https://support.apple.com/en-us/${number}`;
/** The entry of SOFA for 27.3, which is new. */
const ofThird = (...cves: string[]) => ({
	version: '27.3',
	date: '2026-11-30',
	cves,
	info: article('150001'),
});
/** The CVEs that a release fixes by the tables. */
const cvesOf = (version: string) => shipped.catalog.security.lists.get(version)!.fixes.map(({ cve }) => cve);
/** An entry of SOFA for a release of the tables. */
const ofShipped = (version: string, cves: readonly string[]) => ({
	version,
	date: shipped.catalog.releases.get(version)!.released,
	cves,
	info: article(shipped.catalog.security.lists.get(version)!.article),
});
/** The KEV catalog that the tables know. */
const kevCatalog: readonly KevEntry[] = shipped.tables.securityExploited
	.filter((row) => row.kev_added !== '')
	.map((row) => ({ cve: row.cve, added: row.kev_added, due: row.kev_due }));

const listOf = (version: string) => {
	const list = desk.node.served.security.lists.get(version);
	return list && { state: list.state, article: list.article, cves: list.fixes.map(({ cve }) => cve) };
};
const fixedIn = (cve: string) =>
	desk.node.served.security.cves.get(cve)?.fixedIn.map(({ version }) => version);
const exploitation = (cve: string) => desk.node.served.security.cves.get(cve)?.exploitation;
/** What a Mac misses on the day of the test. */
const missed = (version: string): ExposureCounts => {
	const support = desk.node.served.boards.get('J293AP')!.support.get('27')!;
	return exposureOf(
		desk.node.served,
		support,
		{ version: parseVersion(version)!, response: null },
		'2026-12-01',
	);
};
/** The details of the items that are held for review. */
const details = async () => (await readItems(desk.node.database)).map(({ detail }) => detail);

test('a new release of Apple has no list until SOFA has one; then the list is known, and counts', async () => {
	await offer(current(), third());
	expect([listOf('27.3'), missed('27.2').knowledge, missed('27.2').missingCount]).toEqual([
		undefined,
		'lower-bound',
		0,
	]);
	await list(ofThird(one, two));
	expect(listOf('27.3')).toEqual({ state: 'listed', article: '150001', cves: [one, two] });
	expect(desk.node.served.security.lists.get('27.3')!.sources).toEqual(['sofa:2026-12-01']);
	expect(missed('27.2')).toMatchObject({
		knowledge: 'complete',
		missingCount: 2,
		exploitedMissingCount: 0,
		exposedDays: 1,
	});
	await exploit(...kevCatalog, { cve: two, added: '2026-12-01', due: '2026-12-22' });
	expect(exploitation(two)).toMatchObject({ kevAdded: '2026-12-01', kevDue: '2026-12-22' });
	expect(missed('27.2')).toMatchObject({ missingCount: 2, exploitedMissingCount: 1 });
	expect(await held()).toEqual([]);
});

test('a list and its exploited CVEs are learned in one poll, with one moment of change', async () => {
	await exploit({ cve: one, added: '2026-11-30', due: '2026-12-21' }, ...kevCatalog);
	expect(exploitation(one)).toBeUndefined();
	const before = desk.node.served.changed;
	desk.now = new Date('2026-12-01T13:00:00Z');
	await list(ofShipped('27.2', [...cvesOf('27.2'), one]));
	expect([exploitation(one)?.since, fixedIn(one)]).toEqual(['2026-11-30', ['27.2']]);
	expect([before < desk.node.served.changed, desk.node.served.changed]).toEqual([
		true,
		'2026-12-01T13:00:00Z',
	]);
});

test('a partial list becomes complete when SOFA has all known entries, and stays partial otherwise', async () => {
	await list(ofShipped('27.2', [...cvesOf('27.2').slice(1), one]));
	expect([listOf('27.2')?.state, listOf('27.2')?.cves.includes(one)]).toEqual(['listed', true]);
	await list(ofShipped('26.7.2', [two]));
	expect([listOf('26.7.2')?.state, listOf('26.7.2')?.cves.includes(two)]).toEqual(['partial', true]);
	// One CVE is only in a CVE record and never was in SOFA's list, so the list does not lack it.
	expect([await held(), listOf('27.2')?.cves.length]).toEqual([[], cvesOf('27.2').length + 1]);
});

test('an update without an article fixes nothing, but only after it had time to get one', async () => {
	await offer(current(), third());
	const none = { version: '27.3', date: '2026-11-30', cves: [], info: article('100100') };
	await list(none);
	expect(listOf('27.3')).toBeUndefined();
	desk.now = new Date('2026-12-02T12:00:00Z');
	await list(none);
	expect(listOf('27.3')).toEqual({ state: 'none', article: '', cves: [] });
	// Apple publishes some entries months later.
	await list(ofThird(one));
	expect(listOf('27.3')).toEqual({ state: 'listed', article: '150001', cves: [one] });
});

test('a CVE that the article only mentions is left out, and not held for review', async () => {
	const slips = ['CVE-2025-14174', 'CVE-2025-43529'];
	const before = desk.node.served.dataVersion;
	await list(ofShipped('26.3', [...cvesOf('26.3'), ...slips]));
	expect([await held(), desk.node.served.dataVersion]).toEqual([[], before]);
	expect(slips.map(fixedIn)).toEqual([['26.2'], ['26.2']]);
});

test('an exploited CVE that another release of the major fixes, and a CVE of another time, are held for review', async () => {
	await offer(current(), third());
	const [again, old] = ['CVE-2026-112512', 'CVE-2022-32893'];
	await exploit(...kevCatalog, { cve: again, added: '2026-11-02', due: '2026-11-23' });
	await list(ofThird(one, again, old));
	expect(listOf('27.3')).toEqual({ state: 'partial', article: '150001', cves: [one] });
	expect(await held()).toEqual([
		['fixed-already', `27.3 ${again}`],
		['wrong-list', `27.3 ${old}`],
	]);
	expect(await details()).toEqual([
		`sofa: 27.3 fixes ${again}, as another 27 does`,
		`sofa: 27.3 of 2026-11-30 fixes ${old}`,
	]);
	await accept();
	expect(fixedIn(again)).toEqual(['15.8.2', '26.7.2', '27.2', '27.3']);
	await reject();
	await list(ofThird(one, again, old));
	expect([await held(), listOf('27.3')?.cves]).toEqual([[], [again, one]]);
	await undoes();
	expect(await held()).toEqual([['wrong-list', `27.3 ${old}`]]);
	await undoes();
	expect(listOf('27.3')?.cves).toEqual([one]);
});

test('of two lists at once both releases fix a shared CVE, but an exploited CVE only the first', async () => {
	const fourth = { ...third(), version: '27.4', build: '26D50', date: '2026-12-01' };
	await offer(current(), third(), fourth);
	await exploit(...kevCatalog, { cve: two, added: '2026-11-02', due: '2026-11-23' });
	const list4 = { ...ofThird(one, two), version: '27.4', info: article('150002') };
	await list(list4, ofThird(one, two));
	expect([fixedIn(one), fixedIn(two), await held()]).toEqual([
		['27.3', '27.4'],
		['27.3'],
		[['fixed-already', `27.4 ${two}`]],
	]);
});

test('a fix that Apple moves to the list of another release moves within two polls, without a review', async () => {
	const fourth = { ...third(), version: '27.4', build: '26D50', date: '2026-12-01' };
	await offer(current(), third(), fourth);
	await exploit(...kevCatalog);
	const others = Array.from({ length: 9 }, (_, index) => `CVE-2026-20001${index}`);
	const lists = (...moved: [string[], string[]]) =>
		list(ofThird(...others, ...moved[0]), {
			...ofThird(two, ...moved[1]),
			version: '27.4',
			info: article('150002'),
		});
	await lists([one], []);
	expect(fixedIn(one)).toEqual(['27.3']);
	await lists([], [one]);
	// One poll may have read a truncated document.
	expect(fixedIn(one)).toEqual(['27.3', '27.4']);
	desk.now = new Date('2026-12-01T13:00:00Z');
	await lists([], [one]);
	expect([fixedIn(one), await held()]).toEqual([['27.4'], []]);
	// A list that loses most of its items at once was not moved.
	for (const hour of ['14', '15']) {
		desk.now = new Date(`2026-12-01T${hour}:00:00Z`);
		await list(ofThird(others[0]!));
	}
	expect([listOf('27.3')?.cves.length, (await held()).map(([reason]) => reason)]).toEqual([
		9,
		['list-loses'],
	]);
});

test('an old CVE in a list of recent ones is learned', async () => {
	await offer(current(), third());
	const others = Array.from({ length: 12 }, (_, index) => `CVE-2026-20${1000 + index}`);
	await list(ofThird(...others, 'CVE-2016-1246'));
	expect([listOf('27.3')?.state, fixedIn('CVE-2016-1246'), await held()]).toEqual([
		'listed',
		['15.2', '27.3'],
		[],
	]);
});

test('the article of another release, a list for a release without one, and very many CVEs at once are held for review', async () => {
	await list(
		{ ...ofShipped('27.2', [one]), info: article('149035') },
		{ version: '12.0', date: '2021-10-25', cves: [two], info: article('102876') },
		ofShipped('26.6.1', [
			...cvesOf('26.6.1'),
			...Array.from({ length: 61 }, (_, index) => `CVE-2026-3${1000 + index}`),
		]),
	);
	expect((await held()).map(([reason]) => reason)).toEqual(['wrong-list', 'wrong-list', 'too-many']);
	expect([fixedIn(one), fixedIn(two), listOf('12.0')?.state]).toEqual([undefined, undefined, 'unknown']);
	expect(listOf('26.6.1')?.cves).toEqual(cvesOf('26.6.1'));
});

test('a list may get at most thirty CVEs at once', async () => {
	const cves = Array.from({ length: 30 }, (_, index) => `CVE-2026-3${1000 + index}`);
	await list(ofShipped('26.6.1', [...cvesOf('26.6.1'), ...cves]));
	expect(await held()).toEqual([]);
	expect(listOf('26.6.1')!.cves.toSorted()).toEqual([...cvesOf('26.6.1'), ...cves].toSorted());
});

const invented = (count: number) =>
	Array.from({ length: count }, (_, index) => `CVE-2026-${400_000 + index}`);
const later = (days: number) => {
	desk.now = new Date(desk.now.getTime() + days * 86_400_000);
};

test('a list that drips gets at most thirty CVEs within a day, and sixty within a week', async () => {
	const shippedCves = cvesOf('26.6.1');
	const drip = async (count: number) => {
		await list(ofShipped('26.6.1', [...shippedCves, ...invented(count)]));
		return listOf('26.6.1')!.cves.length - shippedCves.length;
	};
	expect([await drip(10), await drip(20), await drip(30), await held()]).toEqual([10, 20, 30, []]);
	expect(await drip(31)).toBe(30);
	expect(await details()).toEqual(['sofa: the list of 26.6.1 got 31 CVEs within a day']);
	later(1.1);
	expect([await drip(60), await held()]).toEqual([60, []]);
	later(1.1);
	expect(await drip(61)).toBe(60);
	expect(await details()).toEqual(['sofa: the list of 26.6.1 got 61 CVEs within a week']);
	later(4.7);
	expect(await drip(61)).toBe(60);
	later(0.2);
	expect([await drip(61), await held()]).toEqual([61, []]);
});

test('what a new release fixes at first does not count as a drip', async () => {
	await offer(current(), third());
	await list(ofThird(one, ...invented(39)));
	await list(ofThird(one, ...invented(69)));
	expect([listOf('27.3')?.cves.length, await held()]).toEqual([70, []]);
	await list(ofThird(one, ...invented(70)));
	expect([listOf('27.3')?.cves.length, await details()]).toEqual([
		70,
		['sofa: the list of 27.3 got 31 CVEs within a day'],
	]);
});

test('the KEV catalog brings at most thirty CVEs within a day and sixty within a week, however it drips', async () => {
	await offer(current(), third());
	await list(ofThird(one, ...invented(39)));
	await list(ofThird(one, ...invented(69)));
	later(1.1);
	await list(ofThird(one, ...invented(99)));
	await exploit(...kevCatalog);
	const drip = async (count: number) => {
		const entries = invented(count).map((cve) => ({ cve, added: '2026-11-30', due: '2026-12-20' }));
		await exploit(...kevCatalog, ...entries);
		return invented(99).filter((cve) => exploitation(cve)).length;
	};
	const dripped: number[] = [];
	for (const count of [10, 20, 30, 40, 60]) dripped.push(await drip(count));
	expect(dripped).toEqual([10, 20, 30, 30, 30]);
	expect(await details()).toEqual(["kev: 60 CVEs are in CISA's catalog for the first time, within a day"]);
	later(1.1);
	expect([await drip(50), await drip(60), await held()]).toEqual([50, 60, []]);
	later(1.1);
	expect(await drip(61)).toBe(60);
	expect(await details()).toEqual(["kev: 61 CVEs are in CISA's catalog for the first time, within a week"]);
	later(4.9);
	expect([await drip(61), await held()]).toEqual([61, []]);
});

const confidencesOf = (version: string) => [
	...new Set(desk.node.served.security.lists.get(version)?.fixes.map(({ confidence }) => confidence)),
];

test('a first list longer than three times the longest of its major is held for review', async () => {
	await offer(current(), third());
	const longest = Math.max(
		...[...shipped.catalog.security.lists.values()]
			.filter(({ release }) => release.major === '27')
			.map(({ fixes }) => fixes.length),
	);
	const shared = cvesOf('26.2').find((cve) => !fixedIn(cve)!.some((version) => version.startsWith('27.')))!;
	await list(ofThird(shared, ...invented(5000)));
	expect([listOf('27.3'), missed('27.2').missingCount]).toEqual([undefined, 0]);
	expect((await held()).map(([reason]) => reason)).toEqual(['too-many']);
	expect(await details()).toEqual([`sofa: the list of 27.3 has 5001 CVEs, more than ${3 * longest}`]);
	await list(ofThird(shared, ...invented(3 * longest)));
	expect((await held()).map(([reason]) => reason)).toEqual(['too-many']);
	await list(ofThird(shared, ...invented(3 * longest - 1)));
	expect([await held(), listOf('27.3')?.cves.length]).toEqual([[], 3 * longest]);
	// Nor can it grow beyond that in small steps.
	await list(ofThird(shared, ...invented(3 * longest)));
	expect([(await held()).map(([reason]) => reason), listOf('27.3')?.cves.length]).toEqual([
		['too-many'],
		3 * longest,
	]);
});

test('a first list whose CVEs appear nowhere else is held for review until one of them does', async () => {
	await offer(current(), third());
	await list(ofThird(...invented(41)));
	expect([listOf('27.3'), (await held()).map(([reason]) => reason)]).toEqual([undefined, ['wrong-list']]);
	expect(await details()).toEqual([
		`sofa: nothing else mentions ${invented(6).join(', ')} and 35 more, which 27.3 fixes`,
	]);
	await exploit(...kevCatalog, { cve: invented(41)[7]!, added: '2026-12-01', due: '2026-12-22' });
	expect([await held(), listOf('27.3')?.cves.length]).toEqual([[], 41]);
});

test('a fix that only one third-party feed lists has medium confidence, and high after a person accepts it', async () => {
	await offer(current(), third());
	await list(ofThird(one, two));
	expect(confidencesOf('27.3')).toEqual(['medium']);
	await list(ofShipped('26.6.1', [...cvesOf('26.6.1'), ...invented(61)]));
	await accept();
	expect(confidencesOf('26.6.1')).toEqual(['high']);
});

test('a security response cannot bring very many CVEs', async () => {
	const response = {
		version: '27.2',
		letter: 'a',
		build: '26B771000a',
		base: '26B100',
		date: '2026-11-20',
		boards: desk.listed,
		cves: invented(61),
		article: '150009',
	};
	desk.node.feeds.apple = json(appleDocument([current()], [], [response]));
	desk.node.feeds.sofa = json(sofaDocument([], [response]));
	await desk.node.pull();
	expect([await held(), desk.node.served.builds.get('26B771000a')]).toMatchObject([
		[['too-many', '27.2 (a)']],
		{ cves: [] },
	]);
});

test('items that a list loses stay until a person accepts the loss, and are held when they are listed again', async () => {
	const cves = cvesOf('26.0.1');
	const [lost] = cves as [string];
	const before = desk.node.served.dataVersion;
	await list(ofShipped('26.0.1', []));
	expect([await held(), desk.node.served.dataVersion]).toEqual([
		[['list-loses', `26.0.1 ${cves.join(' ')}`]],
		before,
	]);
	await accept();
	expect(listOf('26.0.1')).toMatchObject({ state: 'none', cves: [] });
	await list(ofShipped('26.0.1', cves));
	expect(await held()).toEqual([['listed-again', `26.0.1 ${lost}`]]);
	await accept();
	expect(listOf('26.0.1')).toMatchObject({ state: 'listed', cves });
	expect(await held()).toEqual([]);
	// What Apple's own record names is right without SOFA.
	await list(ofShipped('26.6.1', []));
	expect(await held()).toEqual([]);
});

test('changed days in the KEV catalog, and CVEs that leave it, are held for review', async () => {
	const [first, ...rest] = kevCatalog as [KevEntry, ...KevEntry[]];
	const before = desk.node.served.dataVersion;
	const moved = { ...first, due: '2030-01-01' };
	await exploit(moved, ...rest);
	expect([await held(), desk.node.served.dataVersion]).toEqual([[['other-days', first.cve]], before]);
	await accept();
	expect(exploitation(first.cve)).toMatchObject({ kevAdded: first.added, kevDue: '2030-01-01' });
	await undoes();
	expect(exploitation(first.cve)?.kevDue).toBe(first.due);
	await exploit(...rest);
	expect(await held()).toEqual([['leaves-catalogue', first.cve]]);
	await accept();
	// Apple says so too.
	expect(exploitation(first.cve)).toMatchObject({ kevAdded: null, vendorSays: 'yes' });
	await exploit(first, ...rest);
	expect(await held()).toEqual([['listed-again', first.cve]]);
	await accept();
	expect(exploitation(first.cve)?.kevAdded).toBe(first.added);
});

test('an empty or truncated KEV catalog, and a day in the future, change nothing', async () => {
	const before = desk.node.served.dataVersion;
	await exploit();
	await exploit(kevCatalog[0]!);
	expect(await held()).toEqual([['too-many', 'kev']]);
	await list(ofShipped('26.6.1', [...cvesOf('26.6.1'), one]));
	await exploit({ cve: one, added: '2026-12-05', due: '2026-12-26' }, ...kevCatalog);
	expect([await held(), exploitation(one)]).toEqual([[['date-in-future', one]], null]);
	expect(desk.node.served.dataVersion).not.toBe(before);
	desk.now = new Date('2026-12-05T12:00:00Z');
	await exploit({ cve: one, added: '2026-12-05', due: '2026-12-26' }, ...kevCatalog);
	expect([await held(), exploitation(one)?.since]).toEqual([[], '2026-12-05']);
});

test('a fix or an exploitation that a person forgets stays forgotten until that is undone', async () => {
	await exploit({ cve: one, added: '2026-12-01', due: '2026-12-21' }, ...kevCatalog);
	await list(ofShipped('27.2', [...cvesOf('27.2'), one, two]));
	await forgets(`27.2:${two.toLowerCase()}`);
	await forgets(one);
	await list(ofShipped('27.2', [...cvesOf('27.2'), one, two]));
	expect([fixedIn(two), exploitation(one), await held()]).toEqual([undefined, null, []]);
	await undoes();
	await undoes();
	expect([fixedIn(two), exploitation(one)?.since]).toEqual([['27.2'], '2026-12-01']);
	for (const [subject, message] of [
		[`26.6.1:${cvesOf('26.6.1')[0]}`, 'is in the shipped tables: correct it there'],
		[kevCatalog[0]!.cve, 'is in the shipped tables: correct it there'],
		['27.2:CVE-2026-299999', 'it was not learned that 27.2 fixes CVE-2026-299999'],
		[two, `it was not learned that ${two} is exploited`],
	] as const)
		await expect(forgets(subject)).rejects.toThrow(message);
});
