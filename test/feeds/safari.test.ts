import { afterAll, expect, test } from 'bun:test';
import { readSafariFeed } from '../../src/feeds/sources/safari.ts';
import type { RecordSeen } from '../../src/learning/observation.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { learnSafari } from '../../src/learning/rules/safari.ts';
import { type SafariEntry, safariDocument } from './documents.ts';
import { json } from './feed-server.ts';
import { dataOfMajors } from './recent-data.ts';
import { openRuleNode } from './rule-node.ts';

const shipped = dataOfMajors('14', '15', '26', '27');
const [one, two] = ['CVE-2026-200001', 'CVE-2026-200002'];
const article = (number: string) => `https://support.apple.com/en-us/${number}`;
let now = new Date('2026-12-01T12:00:00Z');
const node = await openRuleNode(() => now, shipped);
afterAll(() => node.close());

/** The feed shows the shipped releases and these. */
async function pull(...entries: SafariEntry[]): Promise<void> {
	now = new Date(now.getTime() + 60_000);
	const known = shipped.catalog.security.safari
		.filter(({ fixes }) => fixes.length > 0)
		.filter(({ version }) => !entries.some((entry) => entry.version === version))
		.map(({ version, released, fixes, article: number }) => ({
			version,
			date: released,
			cves: fixes.map(({ cve }) => cve),
			info: number && article(number),
		}));
	node.feeds.safari = json(safariDocument([...known, ...entries]));
	await node.pull();
}

const served = (version: string) =>
	node.served.security.safari
		.filter((release) => release.version === version)
		.map(({ released, majors, state, article: number, fixes }) => ({
			released,
			majors,
			state,
			article: number,
			cves: fixes.map(({ cve }) => cve),
		}));
const held = async () =>
	(await readItems(node.database, ['open']))
		.filter(({ subject }) => subject.startsWith('Safari'))
		.map(({ reason, detail }) => [reason, detail]);

test('the releases that the tables have are no news', async () => {
	await pull();
	expect([node.knowledge.facts, await held()]).toEqual([[], []]);
});

test('a list completes a release that was known from a CVE record alone', async () => {
	await pull({
		version: '27.2',
		date: '2026-10-20',
		cves: ['CVE-2026-113897', one],
		info: article('150100'),
	});
	expect(served('27.2')).toEqual([
		{
			released: '2026-10-20',
			majors: ['15', '26'],
			state: 'listed' as const,
			article: '150100',
			cves: ['CVE-2026-113897', one],
		},
	]);
	expect(node.served.security.cves.get(one)?.safari[0]?.fixes.at(-1)).toMatchObject({
		confidence: 'medium',
		sources: ['sofa:2026-12-01'],
	});
	expect(node.served.changed > shipped.catalog.changed).toBe(true);
});

test('a new release is for the major versions of the last one with its number, and stays if the feed drops it', async () => {
	const next = { version: '27.3', date: '2026-11-30', cves: [two], info: article('150101') };
	await pull(next);
	const learnt = {
		released: '2026-11-30',
		majors: ['15', '26'],
		state: 'listed' as const,
		article: '150101',
		cves: [two],
	};
	expect(served('27.3')).toEqual([learnt]);
	await pull();
	expect(served('27.3')).toEqual([learnt]);
	expect(await held()).toEqual([]);
});

test('what does not fit a release is held for review', async () => {
	const of = (version: string, date: string, cves: readonly string[] = [one]) => ({
		version,
		date,
		cves,
		info: article('150200'),
	});
	const heldFor = async (entry: SafariEntry) => {
		await pull(entry);
		const items = await held();
		expect(served(entry.version).every(({ article: number }) => number !== '150200')).toBe(true);
		return items.map(([, detail]) => detail);
	};
	expect(await heldFor(of('27.4', '2027-01-10'))).toEqual([
		'safari: Safari 27.4 is of 2027-01-10, after today',
	]);
	expect(await heldFor(of('27.4', '2026-09-01'))).toEqual([
		'safari: Safari 27.4 is of 2026-09-01, before 27.3 of 2026-11-30',
	]);
	expect(await heldFor(of('26.4.1', '2026-11-30'))).toEqual([
		'safari: Safari 26.4.1 is below 26.6.1, which is known',
	]);
	expect(await heldFor(of('28.0', '2026-11-30'))).toEqual([
		'safari: Safari 28.0 follows no known major version of macOS',
	]);
	expect(await heldFor(of('27.4', '2026-11-30', ['CVE-2019-1234']))).toEqual([
		'safari: Safari 27.4 of 2026-11-30 fixes CVE-2019-1234',
	]);
	const many = Array.from({ length: 94 }, (_, at) => `CVE-2026-3${String(at).padStart(5, '0')}`);
	expect(await heldFor(of('27.4', '2026-11-30', many))).toEqual([
		'safari: Safari 27.4 fixes 94 CVEs, more than 93',
	]);
	const known = shipped.catalog.security.safari.find(({ version }) => version === '26.6.1')!;
	expect(
		await heldFor({
			version: '26.6.1',
			date: known.released,
			cves: [...known.fixes.map(({ cve }) => cve), ...many.slice(0, 31)],
			info: article(known.article),
		}),
	).toEqual(['safari: Safari 26.6.1 got 31 CVEs at once']);
});

test('Apple’s CVE records add entries to known releases, and a Safari that only a record names is held', () => {
	const record = (cve: string, safari: readonly string[], state: RecordSeen['state'] = 'published') => ({
		cve,
		state,
		updated: '2026-11-30T20:35:00Z',
		fixedIn: [],
		unsure: [],
		safari,
		impact: '',
		exploited: '',
		ssvc: null,
		kevAdded: '',
	});
	const learn = (...records: RecordSeen[]) =>
		learnSafari({
			shipped: shipped.catalog,
			catalog: shipped.catalog,
			facts: [],
			readings: { cve: { observations: [], machines: [], records, made: '' } },
			memory: {},
			lists: {},
			vendorSilent: false,
			now: new Date('2026-12-01T12:00:00Z'),
		});
	const known = learn(
		record(one, ['27.0']),
		record('CVE-2026-113897', ['27.2']),
		record(two, ['27.0'], 'rejected'),
	);
	expect(known.items).toEqual([]);
	expect(known.facts.map(({ kind, subject, object, feed }) => [kind, subject, object, feed])).toEqual([
		['safari-fixes', 'Safari 27.0', one, 'cve'],
	]);
	const unknown = learn(record(one, ['27.3']));
	expect(unknown.facts).toEqual([]);
	expect(unknown.items.map(({ reason, detail, facts }) => [reason, detail, facts.length])).toEqual([
		['unconfirmed', `cve: Safari 27.3 is named by the record of ${one} alone`, 2],
	]);
});

test('a number before the dot that is new is for the two major versions below the macOS of that number', () => {
	const at = (day: string, catalog = dataOfMajors('15', '26', '27').catalog) => {
		const without = {
			...catalog,
			security: {
				...catalog.security,
				safari: catalog.security.safari.filter(({ version }) => !version.startsWith('27')),
			},
		};
		const { facts } = learnSafari({
			shipped: without,
			catalog: without,
			facts: [],
			readings: {
				safari: {
					observations: [],
					machines: [],
					safari: [{ version: '27.0', date: day, cves: [], article: '' }],
				},
			},
			memory: {},
			lists: {},
			vendorSilent: false,
			now: new Date('2026-12-01T12:00:00Z'),
		});
		return facts.map(({ value }) => (value as { majors: readonly string[] }).majors);
	};
	expect(at('2026-09-14')).toEqual([['15', '26']]);
	expect(at('2026-09-13')).toEqual([]);
});

test('both schemas of the feed are read, and an entry that cannot be read is left out and said', () => {
	const bytes = (document: unknown) => new TextEncoder().encode(JSON.stringify(document));
	const entry = {
		ProductVersion: '27',
		ReleaseDate: '2026-09-14T00:00:00Z',
		SecurityInfo: article('149039'),
		CVEs: { [one]: {}, nonsense: {} },
	};
	const read = { version: '27.0', date: '2026-09-14', cves: [one], article: '149039' };
	expect(readSafariFeed(bytes({ AppVersions: [{ SecurityReleases: [entry] }] })).safari).toEqual([read]);
	const first = readSafariFeed(
		bytes({ SecurityReleases: [entry, { ...entry, ProductVersion: '605.1.15' }] }),
	);
	expect([first.safari, first.flaws]).toEqual([
		[read],
		['$.SecurityReleases[1].ProductVersion: expected a version of Safari such as 26.5.2'],
	]);
	expect(() => readSafariFeed(bytes({ SecurityReleases: [{}] }))).toThrow('ProductVersion is missing');
});
