import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import type { Finding } from '../../src/server/todo/finding.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { eventually } from '../eventually.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { appleDocument, kevDocument, sofaDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, shipped } from './node.ts';

/** A service that learns a release, its fixes and which of them are exploited; one feed never answers. */
const servers = new FeedServers();
const today = new Date().toISOString().slice(0, 10);
const boards = boardsRunning(shipped.catalog, '27.2');
const [one, two] = ['CVE-2026-200001', 'CVE-2026-200002'];
let service: ServiceProcess;
beforeAll(async () => {
	servers.apple = json(
		appleDocument([
			{ version: '27.3', build: '26C50', date: today, boards },
			{ version: '20.0', build: '19Z1', date: today, boards },
			{ version: '27.3.0.1', build: '26C60', date: today, boards: ['J313AP'] },
		]),
	);
	servers.sofa = json(
		sofaDocument([
			{ version: '27.3', date: today, cves: [one, two], info: 'https://support.apple.com/en-us/150001' },
		]),
	);
	servers.kev = json(kevDocument([{ cve: two, added: '2026-11-01', due: '2026-11-22' }]));
	servers.appledb = () => new Response('down', { status: 503 });
	const { POINTRELEASE_STATE: _, ...feeds } = servers.environment({ FEEDS: 'on', FEED_TIMEOUT: '30' });
	service = await startService({ env: { ...feeds, ADMIN_ADDRESS: '127.0.0.1:0' } });
	await eventually(
		'the list is known',
		async () => (await get('/releases/27.3/cves')).status === 200,
		30_000,
	);
	await eventually('it is learnt', async () => (await get(`/cves/${two}`)).status === 200, 30_000);
});
afterAll(async () => {
	await service.remove();
	await servers.close();
});

const get = (path: string) => service.get(path);
// biome-ignore lint/suspicious/noExplicitAny: records of many shapes, each compared with the expected one.
const read = async (path: string): Promise<any> => (await get(path)).json();
const metric = async (name: string) => {
	const text = await (await fetch(service.metrics)).text();
	const line = text.split('\n').find((row) => row.startsWith(`${name} `));
	return line === undefined ? null : Number(line.split(' ').at(-1));
};
/** The finding of doctor for each feed. */
async function doctor(): Promise<Record<string, string>> {
	const { stdout } = await service.command('doctor', '--json');
	const findings: Finding[] = JSON.parse(stdout).filter(({ check }: Finding) => check === 'feeds');
	return Object.fromEntries(findings.map(({ state, found }) => [found.split(':')[0]!, `${state} ${found}`]));
}

test('learned facts about CVEs are in every answer about them', async () => {
	expect(await read('/exposure/J293AP:27.2')).toMatchObject({
		missing_count: 2,
		exploited_missing_count: 1,
		known: 'complete',
		missing: [
			{ cve_id: two, fixed_in: '27.3', exploited: true, kev_added: '2026-11-01', kev_due: '2026-11-22' },
			{ cve_id: one, fixed_in: '27.3', exploited: false, kev_added: null, kev_due: null },
		],
	});
	expect(await read(`/cves/${two}`)).toMatchObject({
		cve_id: two,
		fixed_in: ['27.3'],
		exploited: true,
		kev_added: '2026-11-01',
	});
	expect(await read('/advice/J293AP:27.2')).toMatchObject({ missing_count: 2, exploited_missing_count: 1 });
	const list = JSON.stringify(await read('/releases/27.3/cves'));
	expect([list.includes(one), list.includes('https://support.apple.com/150001')]).toEqual([true, true]);
	expect(
		(await read('/dataset')).feeds.map(({ feed, state }: Record<string, string>) => [feed, state]),
	).toEqual([
		['apple', 'fresh'],
		['sofa', 'fresh'],
		['appledb', 'waiting'],
		['kev', 'fresh'],
		['cve', 'fresh'],
		['safari', 'fresh'],
	]);
	const { stdout } = await service.command('data', 'diff');
	expect(stdout).toContain(`+ list 27.3  listed  ${one} ${two}`);
	expect(stdout).toContain(`+ exploited ${two}`);
});

test('quarantined items are in no answer and not in the Atom feed, and the metrics count them', async () => {
	const atom = await (await get('/releases.atom')).text();
	expect([atom.includes('27.3'), atom.includes('20.0')]).toEqual([true, false]);
	for (const path of ['/releases', '/dataset'])
		expect([path, (await (await get(path)).text()).includes('"20.0"')]).toEqual([path, false]);
	// The release of a wrong major, and everything that the small catalog of this test lacks.
	const waiting = (await read('/dataset')).held_for_review;
	expect([waiting > 0, await metric('pointrelease_quarantine_items')]).toEqual([true, waiting]);
	const held = 'pointrelease_quarantine_item_timestamp_seconds{subject="20.0",reason="major-jump"}';
	const oldest = Date.parse((await read('/dataset')).held_since) / 1000;
	expect(oldest).toBeGreaterThan(Date.now() / 1000 - 3600);
	expect(await metric(held)).toBeGreaterThanOrEqual(oldest);
	expect((await metric(held))! * 1000).toBeLessThanOrEqual(Date.now());
});

test('an entry of Apple that cannot be read is told in the log, by doctor and in data status', async () => {
	const told = 'the entry of build 26C60 has the version "27.3.0.1": that is not a release';
	const line = service
		.output()
		.split('\n')
		.find((text) => text.includes('27.3.0.1'))!;
	expect(JSON.parse(line)).toMatchObject({ event: 'quarantined', reason: 'unreadable-entry' });
	expect(JSON.parse(line).detail).toContain(told);
	const { stdout } = await service.command('doctor', '--json');
	const reviews = JSON.parse(stdout).filter(({ check }: Finding) => check === 'review');
	expect(reviews.map(({ state, found }: Finding) => `${state} ${found}`).join('\n')).toMatch(
		/^warning \w+: 27\.3\.0\.1 has been held for review since .+ UTC: .*cannot be read/m,
	);
	const status = (await service.command('data', 'status')).stdout;
	expect(status).toContain(told);
	expect(status).toMatch(/^ {12}data reject \w{8}: it is left out \(it cannot be accepted\)$/m);
	expect(status).toMatch(/^ {12}data accept \w{8}: .*; data reject \w{8}: it is left out$/m);
});

test('every state of a feed is reported: fresh, never answered, silent for a day, unchanged for long', async () => {
	const fresh = (feed: string) => metric(`pointrelease_feed_fresh{feed="${feed}"}`);
	expect([await fresh('apple'), await fresh('appledb'), await fresh('kev')]).toEqual([1, 0, 1]);
	expect([await metric('pointrelease_data_stale'), await metric('pointrelease_data_frozen')]).toEqual([0, 0]);
	const well = await doctor();
	expect(well.apple).toMatch(/^ok apple: last answered /);
	expect(well.kev).toMatch(/^ok kev: last answered /);
	expect(well.appledb).toMatch(/^warning appledb: never answered \(.+503\)$/);

	const database = await openDatabase(readSettings({ POINTRELEASE_STATE: service.state }));
	const set = async (...statements: string[]) => {
		for (const statement of statements) await database.rows(statement);
		await database.rows('UPDATE learning SET polls = polls + 1');
	};
	try {
		const yesterday = Date.now() - 25 * 3_600_000;
		await set(
			`UPDATE feeds SET first_try = ${yesterday}, last_answer = ${yesterday} WHERE feed = 'apple'`,
			"UPDATE feeds SET frozen = 1 WHERE feed = 'kev'",
		);
		await eventually('the metrics tell it', async () => (await metric('pointrelease_data_stale')) === 1);
		expect([await fresh('apple'), await fresh('kev')]).toEqual([0, 0]);
		expect(await read('/readyz')).toMatchObject({ stale: true, frozen: false });
		const ill = await doctor();
		expect(ill.apple).toMatch(/^warning apple: last answered /);
		expect(ill.kev).toMatch(/^warning kev: frozen: it always answers the same/);

		await set(`UPDATE feeds SET frozen = 1, last_answer = ${Date.now()} WHERE feed = 'apple'`);
		await eventually('the metrics tell it', async () => (await metric('pointrelease_data_frozen')) === 1);
		expect([await metric('pointrelease_data_stale'), await read('/readyz')]).toMatchObject([
			0,
			{ frozen: true },
		]);
	} finally {
		await database.close();
	}
});
