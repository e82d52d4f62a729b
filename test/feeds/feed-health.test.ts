import { afterEach, beforeEach, expect, test } from 'bun:test';
import { clockInWords, clockOff, clockOffset } from '../../src/feeds/state/feed-clock.ts';
import { readFeedStates } from '../../src/feeds/state/feed-store.ts';
import { datasetRecord } from '../../src/server/dataset.ts';
import { datasetReasons } from '../../src/server/health.ts';
import { stateMetrics } from '../../src/server/metrics/state.ts';
import { checkFeeds } from '../../src/server/todo/feeds.ts';
import { appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { FeedServers, files, json } from './feed-server.ts';
import { boardsRunning, latest, recordingLog, shipped, startNode, type TestNode } from './node.ts';

let servers: FeedServers;
let node: TestNode;
let now = new Date();
let recorded = recordingLog();

beforeEach(async () => {
	now = new Date();
	recorded = recordingLog();
	servers = new FeedServers();
	await start();
});
afterEach(async () => {
	await node.close();
	await servers.close();
});

async function start(): Promise<void> {
	node = await startNode(servers.settings(), { now: () => now, log: recorded.log });
}

const boards = boardsRunning(shipped.catalog, '27.2');
const entry = { version: '27.2', build: '26B100', date: '2026-10-26', boards };
/** The follower polls only on request, but its status is that of a service that follows the feeds. */
const status = () => ({ ...node.status(), following: true });
const statusOfAll = async () => {
	const { statusOf } = await import('../../src/feeds/state/dataset-status.ts');
	const states = await readFeedStates(node.database, now.getTime());
	return statusOf(node.served, { states, heldItems: [], following: true, now: now.getTime() });
};
const missing = async () =>
	Object.fromEntries((await statusOfAll()).feeds.map(({ feed, lost }) => [feed, lost]));
const logged = (event: string) =>
	recorded.lines.filter((line) => line.event === event).map(({ fields }) => fields);
const doctor = async () => {
	const { feeds } = servers.settings({ FEEDS: 'on' });
	const findings = await checkFeeds({ ...servers.settings(), feeds }, node.database);
	return findings.filter(({ state }) => state !== 'ok').map(({ check, found }) => `${check}: ${found}`);
};
const metric = async (name: string) => {
	const dataset = await statusOfAll();
	const state = { dataset: () => dataset, licenses: {} } as unknown as Parameters<typeof stateMetrics>[0];
	return [
		...stateMetrics(state)
			.find((series) => series.name === name)!
			.lines(),
	];
};

test('a member that disappears from a document is reported at the next poll, and the rest is still read', async () => {
	servers.apple = json(appleDocument([entry]));
	await node.pull();
	expect((await missing()).apple).toEqual([]);
	const third = { version: '27.3', build: '26C50', date: '2026-11-10', boards };
	const renamed = appleDocument([entry, third]).replace(
		'PublicBackgroundSecurityImprovements',
		'PublicQuickFixes',
	);
	servers.apple = json(renamed);
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	expect(await missing()).toEqual({
		apple: ['PublicBackgroundSecurityImprovements'],
		sofa: [],
		appledb: [],
		kev: [],
		safari: [],
		cve: [],
	});
	expect(logged('feed_shape_changed')).toEqual([
		{ feed: 'apple', missing: 'PublicBackgroundSecurityImprovements' },
	]);
	const record = datasetRecord(await statusOfAll());
	expect([record.feed_shape_changed, record.feeds[0]!.missing_members]).toEqual([
		true,
		['PublicBackgroundSecurityImprovements'],
	]);
	expect(await doctor()).toContain(
		'feeds: apple: feed_shape_changed: its document no longer has PublicBackgroundSecurityImprovements',
	);
	expect((await metric('pointrelease_feed_shape_changed'))[0]).toBe(
		'pointrelease_feed_shape_changed{feed="apple"} 1',
	);
	// The same document again: the report stays, and is not logged twice.
	await node.pull();
	expect([(await missing()).apple?.length, logged('feed_shape_changed').length]).toEqual([1, 1]);
	await node.close();
	await start();
	await node.pull();
	expect((await missing()).apple).toEqual(['PublicBackgroundSecurityImprovements']);
	servers.apple = json(appleDocument([entry, third]));
	await node.pull();
	expect([await missing(), logged('feed has all members again')]).toMatchObject([
		{ apple: [] },
		[{ feed: 'apple' }],
	]);
});

test('missing devices are reported; an outage, and a member that never existed, are not', async () => {
	servers.apple = json(appleDocument([entry], [], null));
	const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];
	const build = { version: '27.3', build: '26C50', date: '2026-11-10', devices: ['MacBookPro17,1'] };
	servers.appledb = files(appledbDocuments([build], devices));
	servers.sofa = json(sofaDocument([{ version: '27.2', date: '2026-10-26', builds: ['26B100'], boards }]));
	await node.pull();
	servers.apple = json(appleDocument([{ ...entry, boards: [] }]));
	servers.appledb = files(appledbDocuments([build], [{ ...devices[0]!, board: [] }]));
	servers.sofa = json(sofaDocument([{ version: '27.2', date: '2026-10-26', builds: ['26B100'] }]));
	await node.pull();
	expect(await missing()).toEqual({
		apple: ['SupportedDevices'],
		sofa: ['SupportedDevices'],
		appledb: ['board'],
		kev: [],
		safari: [],
		cve: [],
	});
	servers.apple = json(appleDocument([]));
	await node.pull();
	expect((await missing()).apple).toEqual(['SupportedDevices']);
});

test('a renamed schema of SOFA is reported although the older schema still answers', async () => {
	const document = sofaDocument([{ version: '27.2', date: '2026-10-26', builds: ['26B100'] }]);
	servers.sofa = json(document);
	servers.sofaOld = json(document);
	await node.pull();
	servers.sofa = json(document.replace('OSVersions', 'Versions'));
	await node.pull();
	const { sofa } = await missing();
	expect(sofa).toHaveLength(1);
	expect(sofa![0]).toEndWith('$.OSVersions is missing');
	expect(status().feeds.find(({ feed }) => feed === 'sofa')!.failures).toBe(0);
});

test('a slow clock is detected from the feeds: a warning at two minutes, a finding of doctor at ten, and its end', async () => {
	servers.apple = json(appleDocument([entry]));
	const real = Date.now();
	servers.time = () => new Date(real);
	const pollAt = async (minutes: number) => {
		now = new Date(real + minutes * 60_000);
		await node.pull();
		const { clock_off_seconds: off } = datasetRecord(await statusOfAll());
		return Math.round(off! / 60);
	};
	expect(await pollAt(0)).toBe(0);
	expect([await pollAt(-1), logged('the clock of this machine is wrong')]).toEqual([-1, []]);
	expect([await pollAt(-3), logged('the clock of this machine is wrong')]).toEqual([
		-3,
		[{ clock: '3 minutes slow' }],
	]);
	expect((await doctor()).filter((line) => line.startsWith('clock'))).toEqual([]);
	expect(datasetReasons(await statusOfAll())).toEqual([]);
	expect(await pollAt(-12)).toBe(-12);
	expect((await metric('pointrelease_clock_off_seconds'))[0]).toMatch(/ -7[12]\d/);
	const told = ['clock: the machine that polls the feeds is 12 minutes slow; new releases may come late'];
	expect(datasetReasons(await statusOfAll())).toEqual(told);
	expect((await doctor()).filter((line) => line.startsWith('clock'))).toEqual([
		'clock: the clock of the machine that polls the feeds is 12 minutes slow',
	]);
	expect(logged('the clock of this machine is wrong')).toHaveLength(1);
	expect([await pollAt(0), logged('the clock of this machine is right again').length]).toEqual([0, 1]);
});

test('the error of the clock is calculated from the feeds that answered lately', () => {
	const at = (offset: number) => new Date(1_000_000 + offset);
	expect(
		[-1500, -900, 0, 4000, 5900, 7000].map((offset) => clockOffset(at(offset), 1_000_000, 1_005_000)),
	).toEqual([1500, 0, 0, 0, 0, -2000]);
	const day = 86_400_000;
	const told = (...offs: [number | null, number | null][]) =>
		clockOff(
			offs.map(([off, lastAnswer]) => ({ clockOff: off, lastAnswer })),
			2 * day,
		);
	// A mirror whose own clock is wrong loses against one that is right.
	expect(told([-day, 2 * day], [900, 2 * day], [null, 2 * day])).toBe(900);
	expect([told([-day, 2 * day], [5, day - 1]), told([null, 1]), told()]).toEqual([-day, null, null]);
	expect([-2 * day, 150_000, 60_000 * 60 * 30].map(clockInWords)).toEqual([
		'2 days slow',
		'3 minutes fast',
		'30 hours fast',
	]);
});

test('a failed first poll is repeated after 15, 60 and 240 seconds, then the pauses grow', async () => {
	const away = () => new Response('away', { status: 503 });
	const pauses = async () => {
		const states = await readFeedStates(node.database, now.getTime());
		return states.map(({ due }) => Math.round((due - now.getTime()) / 1000));
	};
	const fail = async () => {
		await node.pull();
		const lengths = await pauses();
		now = new Date(now.getTime() + 1000);
		return lengths;
	};
	now = new Date('2026-12-01T10:00:00Z');
	servers.apple = servers.sofa = servers.appledb = servers.kev = servers.cve = servers.safari = away;
	for (const seconds of [15, 60, 240]) expect(await fail()).toEqual(Array(6).fill(seconds));
	expect(await fail()).toEqual([600, 7200, 7200, 7200, 600, 7200]);
	expect(await fail()).toEqual([1200, 14_400, 14_400, 14_400, 1200, 14_400]);
	// After a restart without DNS it is a first poll again.
	await node.close();
	await start();
	expect(await fail()).toEqual(Array(6).fill(15));
	servers.kev = json('{"vulnerabilities":[]}');
	await node.pull();
	servers.kev = away;
	expect((await fail())[3]).toBe(7200);
});

test('with FEEDS=off every feed is off', () => {
	expect(node.status().feeds.map(({ state }) => state)).toEqual(Array(6).fill('off'));
});
