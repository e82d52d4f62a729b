import { afterEach, beforeEach, expect, test } from 'bun:test';
import { statusOf } from '../../src/feeds/state/dataset-status.ts';
import { readFeedStates } from '../../src/feeds/state/feed-store.ts';
import { leaseTime, takeLease } from '../../src/learning/facts/fact-store.ts';
import { feeds } from '../../src/learning/observation.ts';
import { eventually } from '../stores.ts';
import { appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, latest, shipped, startNode } from './node.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const years = 14 * 365 * 24 * 60 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;

let servers: FeedServers;
beforeEach(() => {
	servers = new FeedServers();
	const boards = boardsRunning(shipped.catalog, '27.2');
	servers.apple = json(appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards }]));
});
afterEach(() => servers.close());

async function withDatabase(...statements: string[]): Promise<void> {
	const node = await startNode(servers.settings());
	for (const statement of statements) await node.database.rows(statement);
	await node.close();
}

const askedIn = (time: number) =>
	feeds.map(
		(feed) => `INSERT INTO feeds (feed, failures, due, first_try, last_try, last_answer)
			VALUES ('${feed}', 0, ${time}, ${time}, ${time}, ${time})`,
	);

test('feeds that were polled while the clock was years ahead are polled again at once', async () => {
	await withDatabase(...askedIn(now + years));
	const node = await startNode(servers.settings(), { live: true });
	await eventually('27.3 is served', () => latest(node.served, 'J293AP', '27') === '27.3');
	expect(node.status().feeds.map(({ lastAnswer }) => lastAnswer)).toEqual(
		feeds.map(() => '2026-12-01T12:00:00.000Z'),
	);
	await node.close();
});

test('so are feeds that were polled while it was an hour ahead', async () => {
	const hour = 60 * 60 * 1000;
	await withDatabase(...askedIn(now + hour));
	const node = await startNode(servers.settings());
	const states = await readFeedStates(node.database, now);
	expect(states.map(({ due, lastTry }) => [due, lastTry])).toEqual(feeds.map(() => [0, null]));
	// No clock is exact: a poll that seems to be a minute in the future counts as done.
	await node.database.rows(`UPDATE feeds SET due = ${now + 2 * hour}, last_try = ${now + 60_000}`);
	const right = await readFeedStates(node.database, now);
	expect(right.map(({ due }) => due)).toEqual(feeds.map(() => now + 2 * hour));
	await node.close();
});

test('an answer dated in the future does not count as fresh', async () => {
	await withDatabase(...askedIn(now + years));
	servers.apple =
		servers.sofa =
		servers.appledb =
		servers.kev =
		servers.cve =
		servers.safari =
			() => new Response('down', { status: 503 });
	const node = await startNode(servers.settings());
	await node.pull();
	const later = now + 2 * day;
	const states = await readFeedStates(node.database, later);
	expect(states.map(({ firstTry, lastAnswer }) => [firstTry, lastAnswer])).toEqual(
		feeds.map(() => [now, null]),
	);
	expect(statusOf(node.served, { states, heldItems: [], following: true, now: later }).stale).toBe(true);
	await node.close();
});

test('a lease that ends years ahead has expired, a current one has not', async () => {
	const node = await startNode(servers.settings());
	const lease = (until: number) =>
		node.database.rows("UPDATE learning SET lease_owner = 'another', lease_until = $1", [until]);
	await lease((await node.database.now()) + years);
	expect(await takeLease(node.database, 'me')).toBe(true);
	await lease((await node.database.now()) + leaseTime);
	expect(await takeLease(node.database, 'me')).toBe(false);
	await node.close();
});

test('a fact learned while the clock was years ahead does not hold back the time of later changes', async () => {
	let clock = now + years;
	const node = await startNode(servers.settings(), { now: () => new Date(clock) });
	await node.pull();
	expect(node.served.changed).toBe('2040-11-27T12:00:00Z');
	clock = now + 60_000;
	const boards = boardsRunning(shipped.catalog, '27.2');
	const entries = [
		{ version: '27.3', build: '26C50', date: '2026-11-30', boards },
		{ version: '27.4', build: '26D50', date: '2026-12-01', boards },
	];
	servers.apple = json(appleDocument(entries));
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.4');
	// One second after the fact that was learned before.
	expect(node.served.changed).toBe('2026-12-01T12:01:01Z');
	await node.close();
});

test('a feed with a damaged time is still polled', async () => {
	await withDatabase("INSERT INTO feeds (feed, failures, due, last_answer) VALUES ('apple', 'x', 'y', 'z')");
	const node = await startNode(servers.settings(), { live: true });
	await eventually('27.3 is served', () => latest(node.served, 'J293AP', '27') === '27.3');
	await node.close();
});
