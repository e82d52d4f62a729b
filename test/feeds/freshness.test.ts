import { afterEach, beforeEach, expect, test } from 'bun:test';
import { statusOf } from '../../src/feeds/state/dataset-status.ts';
import { readFeedStates } from '../../src/feeds/state/feed-store.ts';
import { appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { FakeCveList } from './fake-cve-list.ts';
import { FeedServers, files, json } from './feed-server.ts';
import { boardsRunning, startNode, type TestNode } from './node.ts';

const day = 86_400_000;
let servers: FeedServers;
let node: TestNode;
let now = new Date();

beforeEach(async () => {
	servers = new FeedServers();
	now = new Date('2026-12-01T12:00:00Z');
	node = await startNode(servers.settings(), { now: () => now });
	lists('2099-01-01');
});
afterEach(async () => {
	await node.close();
	await servers.close();
});

function lists(expires: string, etag?: string): void {
	const boards = boardsRunning(node.served, '27.2');
	const entry = { version: '27.2', build: '26B100', date: '2026-10-26', boards, expires };
	servers.apple = json(appleDocument([entry]), etag);
}

/** The states that a node would report if it polled by the clock; these nodes poll only on request. */
async function told(): Promise<unknown[]> {
	const states = await readFeedStates(node.database, now.getTime());
	const { stale, frozen, feeds } = statusOf(node.served, {
		states,
		heldItems: [],
		following: true,
		now: now.getTime(),
	});
	return [...feeds.map(({ state }) => state), { stale, frozen }];
}

const away = () => new Response('away', { status: 503 });

/** The list of CVE records has a new run. */
function listRecords(): void {
	const list = new FakeCveList();
	list.publish(now.toISOString(), []);
	servers.cve = (request) => list.answer(request);
}

test('a feed waits until it has answered', async () => {
	expect(await told()).toEqual([...Array(6).fill('waiting'), { stale: false, frozen: false }]);
	servers.sofa = away;
	await node.pull();
	expect(await told()).toEqual([
		'fresh',
		'waiting',
		'fresh',
		'fresh',
		'fresh',
		'fresh',
		{ stale: false, frozen: false },
	]);
});

test('the data is stale if the vendor is silent for a day, even if others answer', async () => {
	await node.pull();
	servers.apple = away;
	now = new Date(now.getTime() + day + 60_000);
	await node.pull();
	expect(await told()).toEqual([
		'stale',
		'fresh',
		'fresh',
		'fresh',
		'frozen',
		'fresh',
		{ stale: true, frozen: false },
	]);
});

test('another feed that is silent for a day is stale, but the data is not', async () => {
	await node.pull();
	servers.sofa = away;
	now = new Date(now.getTime() + day + 60_000);
	await node.pull();
	expect(await told()).toEqual([
		'fresh',
		'stale',
		'fresh',
		'fresh',
		'frozen',
		'fresh',
		{ stale: false, frozen: false },
	]);
});

test("Apple's feed is frozen after ten days without a change, until an expiry date changes", async () => {
	for (let days = 0; days <= 11; days++) {
		listRecords();
		lists('2099-01-01', '"always"');
		await node.pull();
		expect(await told()).toEqual([
			days > 10 ? 'frozen' : 'fresh',
			'fresh',
			'fresh',
			'fresh',
			'fresh',
			'fresh',
			{ stale: false, frozen: days > 10 },
		]);
		now = new Date(now.getTime() + day);
	}
	lists('2099-01-08');
	listRecords();
	await node.pull();
	expect(await told()).toEqual([...Array(6).fill('fresh'), { stale: false, frozen: false }]);
});

test('a server that answers 304 to a request without conditions is frozen', async () => {
	servers.apple = () => new Response(null, { status: 304 });
	await node.pull();
	expect(await told()).toEqual([
		'frozen',
		'fresh',
		'fresh',
		'fresh',
		'fresh',
		'fresh',
		{ stale: false, frozen: true },
	]);
	expect(node.status().feeds[0]?.problem).toMatch(/answers 304 to a request without conditions$/);
	now = new Date(now.getTime() + 2 * day);
	listRecords();
	await node.pull();
	expect(await told()).toEqual([
		'frozen',
		'fresh',
		'fresh',
		'fresh',
		'fresh',
		'fresh',
		{ stale: false, frozen: true },
	]);
	lists('2099-01-01');
	await node.pull();
	expect(await told()).toEqual([...Array(6).fill('fresh'), { stale: false, frozen: false }]);
});

test('so is any feed that answers 304 although it gave no validator before', async () => {
	servers.sofa = json(sofaDocument([]));
	servers.appledb = files(appledbDocuments([], []));
	await node.pull();
	expect(await told()).toEqual([...Array(6).fill('fresh'), { stale: false, frozen: false }]);
	servers.apple =
		servers.sofa =
		servers.appledb =
		servers.kev =
		servers.cve =
		servers.safari =
			() => new Response(null, { status: 304 });
	await node.pull();
	expect(await told()).toEqual([...Array(6).fill('frozen'), { stale: false, frozen: true }]);
});

test('quarantine is counted in the status', async () => {
	const boards = boardsRunning(node.served, '27.2');
	servers.apple = json(appleDocument([{ version: '20.0', build: '28A300', date: '2026-11-30', boards }]));
	await node.pull();
	expect(node.status().quarantine).toBe(1);
});

test('the list of CVE records is frozen after six hours without a run', async () => {
	listRecords();
	await node.pull();
	for (const [hours, state] of [
		[5, 'fresh'],
		[7, 'frozen'],
	] as const) {
		const earlier = now;
		now = new Date(now.getTime() + hours * 3_600_000);
		expect((await told())[4]).toBe(state);
		now = earlier;
	}
});
