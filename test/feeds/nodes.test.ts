import { describe, expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import { addFacts, announce, readFacts, takeLease } from '../../src/learning/facts/fact-store.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { acceptItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { eventually, kinds, useStores } from '../stores.ts';
import { appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, latest, recordingLog, shipped, startNode } from './node.ts';

const stores = useStores();

for (const kind of kinds) {
	describe(`nodes that share ${kind}`, () => {
		async function withFeeds(
			work: (servers: FeedServers, settings: Settings, environment: Record<string, string>) => Promise<void>,
		): Promise<void> {
			const servers = new FeedServers();
			try {
				const environment = servers.environment(await stores.environment(kind));
				await work(servers, readSettings(environment), environment);
			} finally {
				await servers.close();
			}
		}
		const offer = (servers: FeedServers, version: string, boards: string[]) => {
			servers.apple = json(appleDocument([{ version, build: '26C50', date: '2026-11-30', boards }]), '"1"');
		};

		test('what one node learns, the other serves, and both after a restart', () =>
			withFeeds(async (servers, settings) => {
				const [a, b] = [await startNode(settings), await startNode(settings)];
				offer(servers, '27.3', boardsRunning(a.served, '27.2'));
				await a.pull();
				await eventually('b serves it', () => latest(b.served, 'J293AP', '27') === '27.3');
				expect(b.served.dataVersion).toBe(a.served.dataVersion);
				await eventually('b tells the same status', () => b.status().feeds[0]?.lastAnswer !== null);
				await a.close();
				await b.close();
				const c = await startNode(settings);
				expect(c.swaps).toBe(1);
				expect(latest(c.served, 'J293AP', '27')).toBe('27.3');
				await c.close();
			}));

		test('an unchanged document is not sent again, and still teaches', () =>
			withFeeds(async (servers, settings) => {
				const node = await startNode(settings);
				offer(servers, '27.3', boardsRunning(node.served, '27.2'));
				await node.pull();
				const facts = await readFacts(node.database);
				await node.pull();
				expect(node.status().feeds[0]?.problem).toBeNull();
				expect(await readFacts(node.database)).toEqual(facts);
				expect(node.swaps).toBe(2);
				await node.close();
			}));

		test('every fact is stored with its feed and the time it was first seen', () =>
			withFeeds(async (servers, settings) => {
				const node = await startNode(settings);
				offer(servers, '27.3', boardsRunning(node.served, '27.2'));
				await node.pull();
				const facts = await readFacts(node.database);
				expect(facts.length).toBeGreaterThan(40);
				for (const fact of facts) expect([fact.feed, fact.seen]).toEqual(['apple', '2026-12-01T12:00:00Z']);
				await node.close();
			}));

		test('only one node at a time polls the feeds', () =>
			withFeeds(async (_, settings) => {
				const node = await startNode(settings);
				expect(await takeLease(node.database, 'another node')).toBe(true);
				await expect(node.pull()).rejects.toThrow('another node is polling the feeds');
				await node.close();
			}));

		test('facts that were derived from outdated data are not stored', () =>
			withFeeds(async (_, settings) => {
				const database = await openDatabase(settings);
				const seen = '2026-12-01T12:00:00Z';
				const fact = { subject: '27.3', object: '', value: '2026-11-30', seen, accepted: false } as const;
				const facts = [{ kind: 'release', feed: 'apple', ...fact }] as const;
				expect(await database.transaction((queries) => addFacts(queries, facts, 7, null))).toBe(false);
				expect(await readFacts(database)).toEqual([]);
				await database.close();
			}));

		test('a crash between storing and swapping heals at once on the other nodes, and on this one at its next start', () =>
			withFeeds(async (servers, settings, environment) => {
				const other = await startNode(settings);
				expect(latest(other.served, 'J293AP', '27')).toBe('27.2');
				offer(servers, '27.3', boardsRunning(other.served, '27.2'));
				const script = new URL('dies-while-swapping.ts', import.meta.url).pathname;
				const dying = Bun.spawn([process.execPath, script], { env: { ...process.env, ...environment } });
				await dying.exited;
				expect(dying.signalCode).toBe('SIGKILL');
				await eventually('the other serves it', () => latest(other.served, 'J293AP', '27') === '27.3');
				await other.close();
				const again = await startNode(settings);
				expect(latest(again.served, 'J293AP', '27')).toBe('27.3');
				expect(boardsRunning(again.served, '27.3')).toEqual(boardsRunning(again.served, '27.2'));
				await again.close();
			}));

		test('nodes that poll by the clock poll each feed once between them', () =>
			withFeeds(async (servers, settings) => {
				// Before the start: on a busy machine the first node polls before the second has started.
				offer(servers, '27.3', boardsRunning(shipped.catalog, '27.2'));
				const nodes = [await startNode(settings, { live: true }), await startNode(settings, { live: true })];
				for (const node of nodes)
					await eventually('it is served', () => latest(node.served, 'J293AP', '27') === '27.3');
				await Bun.sleep(300);
				expect(servers.requests.filter((line) => line.startsWith('apple'))).toHaveLength(1);
				for (const node of nodes) expect(node.status()).toMatchObject({ following: true, stale: false });
				for (const node of nodes) await node.close();
			}));

		test('a decision of a person reaches a running node', () =>
			withFeeds(async (servers, settings) => {
				const node = await startNode(settings);
				offer(servers, '27.1', boardsRunning(node.served, '27.2'));
				await node.pull();
				const database = await openDatabase(settings);
				const [item] = await readItems(database);
				const knowledge = new Knowledge(shipped, database, silentLog);
				await acceptItem(database, knowledge, {
					id: item!.id,
					correction: {},
					now: new Date('2026-12-01T13:00:00Z'),
				});
				await eventually('27.1 is known', () => node.served.majors.get('27')!.byVersion.has('27.1'));
				await database.close();
				await node.close();
			}));

		test('a fact that no longer fits the tables is ignored, and the others stay', () =>
			withFeeds(async (servers, settings) => {
				const node = await startNode(settings);
				offer(servers, '27.3', boardsRunning(node.served, '27.2'));
				await node.pull();
				await node.database.transaction(async (queries) => {
					const bad = { feed: 'apple', seen: '2026-12-01T12:00:00Z', accepted: true, value: '' } as const;
					await addFacts(queries, [{ kind: 'not-for', subject: '27.0', object: 'J293AP', ...bad }], 1, null);
					await announce(node.database, queries);
				});
				await node.close();
				const { log, lines } = recordingLog();
				const again = await startNode(settings, { log });
				expect(latest(again.served, 'J293AP', '27')).toBe('27.3');
				expect(again.served.boards.get('J293AP')!.support.get('27')!.first.version).toBe('27.0');
				expect(lines.find(({ level }) => level === 'error')?.event).toMatch(/^learned facts left out/);
				const listed = boardsRunning(again.served, '27.2');
				servers.apple = json(
					appleDocument([
						{ version: '27.1', build: '26B50', date: '2026-11-30', boards: listed },
						{ version: '27.4', build: '26D50', date: '2026-12-01', boards: listed },
					]),
				);
				const { outcomes } = await again.pull();
				expect(outcomes.map(({ problem }) => problem)).toEqual([null, null, null, null, null, null]);
				expect(latest(again.served, 'J293AP', '27')).toBe('27.4');
				const [item] = await readItems(again.database);
				const knowledge = new Knowledge(shipped, again.database, silentLog);
				await acceptItem(again.database, knowledge, {
					id: item!.id,
					correction: {},
					now: new Date('2026-12-01T13:00:00Z'),
				});
				expect(knowledge.catalog.majors.get('27')!.byVersion.has('27.1')).toBe(true);
				await again.close();
			}));
	});
}

test('with FEEDS=off no feed is polled, and the shipped data is served', async () => {
	const servers = new FeedServers();
	const node = await startNode(servers.settings({ POINTRELEASE_STATE: stores.folder() }));
	await Bun.sleep(500);
	expect(servers.requests).toEqual([]);
	expect(node.status()).toMatchObject({ following: false, stale: false });
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	await node.close();
	await servers.close();
});

test('without internet every start succeeds, tries the feeds, and logs one line about it', async () => {
	const away = 'https://localhost:1';
	const { log, lines } = recordingLog();
	const settings = readSettings({
		POINTRELEASE_STATE: stores.folder(),
		FEED_APPLE_ROOT_URL: away,
		FEED_SOFA_URL: away,
		FEED_SOFA_OLD_URL: away,
		FEED_APPLEDB_URL: away,
		FEED_KEV_URL: away,
		FEED_CVE_URL: away,
	});
	const tried = async (failures: number, now: string) => {
		const node = await startNode(settings, { log, live: true, now: () => new Date(now) });
		expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
		await eventually('the feeds were tried', () =>
			node.status().feeds.every((feed) => feed.failures === failures),
		);
		await eventually('the log says so', () => lines.length > 0);
		await Bun.sleep(300);
		expect(lines.splice(0).map(({ event }) => event)).toEqual([
			'no feed answers: serving the shipped data and what was learned before',
		]);
		await node.close();
	};
	await tried(1, '2026-12-01T12:00:00Z');
	// Long before the pause of the first run would end.
	await tried(2, '2026-12-01T12:00:30Z');
});
