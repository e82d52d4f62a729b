import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { pollOnce } from '../../src/feeds/polling/poll-once.ts';
import { readFeedStates } from '../../src/feeds/state/feed-store.ts';
import { takeLease } from '../../src/learning/facts/fact-store.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import type { Feed } from '../../src/learning/observation.ts';
import { silentLog } from '../../src/process/log.ts';
import { appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { FeedServers, files, json } from './feed-server.ts';
import { boardsRunning, dateOf, shipped } from './node.ts';

let servers: FeedServers;
let database: Database;
let knowledge: Knowledge;
let listed: string[];
beforeEach(async () => {
	servers = new FeedServers();
	database = await openDatabase(servers.settings(), { make: true });
	knowledge = new Knowledge(shipped, database, silentLog);
	listed = boardsRunning(knowledge.shipped, '27.2');
	await takeLease(database, 'test');
});
afterEach(async () => {
	await database.close();
	await servers.close();
});

const now = () => new Date('2026-12-01T12:00:00Z');

const ask = (...which: Feed[]) => askWith({}, ...which);

async function askWith(env: Record<string, string>, ...which: Feed[]): Promise<string[]> {
	const { signal } = new AbortController();
	const round = {
		settings: servers.settings(env),
		database,
		knowledge,
		owner: 'test',
		now,
		random: () => 0.5,
		signal,
	};
	return (await pollOnce(round, which)).outcomes.map(({ feed }) => feed);
}

test('a release that is new in one feed triggers a poll of the others at once, before it is believed', async () => {
	servers.apple = json(
		appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed }]),
	);
	servers.sofa = json(sofaDocument([{ version: '27.3', date: '2026-11-28', builds: ['26C50'] }]));
	expect(await ask('apple')).toEqual(['apple', 'sofa', 'appledb']);
	expect(dateOf(knowledge.catalog, '27.3')).toBe('2026-11-28');
	expect(await ask('apple')).toEqual(['apple']);
});

test('slow files of builds are left for the next poll, so that new releases need not wait for them', async () => {
	const builds = Array.from({ length: 8 }, (_, number) => ({
		version: `27.3.${number}`,
		build: `26C${50 + number}`,
		date: '2026-11-30',
		devices: [],
	}));
	const quick = files(appledbDocuments(builds, []));
	servers.appledb = async (request) => {
		if (request.url.includes('macOS;')) await Bun.sleep(1100);
		return quick(request);
	};
	const filesAsked = () => servers.requests.filter((line) => line.includes('macOS;')).length;
	await askWith({ FEED_TIMEOUT: '3' }, 'appledb');
	const first = filesAsked();
	expect(first).toBeGreaterThan(0);
	expect(first).toBeLessThan(4);
	const [state] = (await readFeedStates(database, now().getTime())).filter(({ feed }) => feed === 'appledb');
	expect([state?.failures, state?.pending]).toEqual([0, builds.length - first]);
	servers.appledb = quick;
	await ask('appledb');
	expect(filesAsked()).toBeGreaterThanOrEqual(builds.length);
});

test('a release that stays in quarantine does not trigger polls of the others every time', async () => {
	servers.apple = json(
		appleDocument([{ version: '29.0', build: '28A1', date: '2026-11-30', boards: listed }]),
	);
	expect(await ask('apple')).toHaveLength(3);
	expect(await ask('apple')).toEqual(['apple']);
});

test('each feed is due again after its own pause, and later after a failure', async () => {
	servers.sofa = () => new Response('down', { status: 503 });
	await ask('apple', 'sofa', 'appledb', 'kev', 'cve', 'safari');
	const start = Date.parse('2026-12-01T12:00:00Z');
	const minutes = (await readFeedStates(database, start)).map(({ due }) => (due - start) / 60_000);
	expect(minutes).toEqual([5, 120, 60, 60, 5, 60]);
});

test('without the lease no fact is stored', async () => {
	await database.rows("UPDATE learning SET lease_owner = 'another'");
	servers.apple = json(
		appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed }]),
	);
	await expect(ask('apple')).rejects.toThrow('another node is polling the feeds');
	expect(dateOf(knowledge.catalog, '27.3')).toBeUndefined();
});

test('answers that cannot be stored delay the next poll instead of repeating it at once', async () => {
	await database.rows('DROP TABLE quarantine');
	await expect(ask('apple', 'sofa')).rejects.toThrow(/quarantine/);
	const start = Date.parse('2026-12-01T12:00:00Z');
	const states = await readFeedStates(database, start);
	expect(states.map(({ failures }) => failures)).toEqual([1, 1, 0, 0, 0, 0]);
	expect(states.slice(0, 2).map(({ due }) => (due - start) / 60_000)).toEqual([10, 120]);
	expect(states[0]!.problem).toMatch(/^the answer could not be used: /);
});
