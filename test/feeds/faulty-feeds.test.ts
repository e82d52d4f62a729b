import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { statusOf } from '../../src/feeds/state/dataset-status.ts';
import { readFeedStates } from '../../src/feeds/state/feed-store.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { createAuthority } from './certificates.ts';
import { appleDocument, appledbDocuments, sofaDocument } from './documents.ts';
import { appleAuthority, FeedServers, files, json } from './feed-server.ts';
import { boardsRunning, dateOf, latest, recordingLog, startNode, type TestNode } from './node.ts';

let servers: FeedServers;
let node: TestNode;
let listed: string[];
let now = new Date();

beforeEach(async () => {
	servers = new FeedServers();
	now = new Date('2026-12-01T12:00:00Z');
	node = await startNode(servers.settings(), { now: () => now });
	listed = boardsRunning(node.served, '27.2');
});
afterEach(async () => {
	await node.close();
	await servers.close();
});

const news = () => appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards: listed }]);
const problemOf = (feed: string) => node.status().feeds.find((state) => state.feed === feed)?.problem;

/** The status that a node would report if it polled by the clock; these nodes poll only on request. */
const isStale = async () =>
	statusOf(node.served, {
		states: await readFeedStates(node.database, now.getTime()),
		heldItems: [],
		following: true,
		now: now.getTime(),
	}).stale;

/** Faults of Apple's feed, the one that could do the most harm. */
const faults: [name: string, problem: RegExp, answer: (request: Request) => Response | Promise<Response>][] =
	[
		['times out', /no complete answer within 8 seconds/, () => new Promise(() => {})],
		['answers 500', /answers 500/, () => new Response(news(), { status: 500 })],
		['truncates its document', /not JSON; it begins with/, () => new Response(news().slice(0, -40))],
		[
			'sends 200 MB',
			/sends more than 4096 KB/,
			() => {
				let sent = 0;
				const part = new Uint8Array(1024 * 1024).fill(32);
				const pull = (stream: ReadableStreamDefaultController) =>
					sent++ < 200 ? stream.enqueue(part) : stream.close();
				return new Response(new ReadableStream({ pull }));
			},
		],
		[
			'sends HTML',
			/not JSON; it begins with "<!doctype html>/,
			() => new Response('<!doctype html><title>Log in to the hotel network</title>'),
		],
		['sends JSON that is a list', /\$: expected an object, found a list/, json('[]')],
		['lacks a list', /\$\.AssetSets is missing/, json('{"PublicAssetSets":{"macOS":[]}}')],
		[
			'has a date in another format',
			/\$\.PublicAssetSets\.macOS\[0\]\.PostingDate: expected a day/,
			() => json(news().replace('2026-11-30', '30.11.2026'))(new Request('https://x')),
		],
		[
			'has a number for a build',
			/\$\.PublicAssetSets\.macOS\[0\]\.Build: expected text, found number/,
			() => json(news().replace('"26C50"', '2650'))(new Request('https://x')),
		],
		[
			'redirects to another host',
			/redirects to another host, example\.org/,
			() => Response.redirect('https://example.org/v2/pmv', 302),
		],
	];

describe('a feed that', () => {
	for (const [name, problem, answer] of faults) {
		test(`${name} changes no answer, and the status gives the reason`, async () => {
			const before = node.served;
			servers.apple = answer;
			const { outcomes } = await node.pull();
			expect(outcomes.find(({ feed }) => feed === 'apple')?.problem).toMatch(problem);
			expect(problemOf('apple')).toMatch(problem);
			expect(problemOf('apple')).not.toContain('\n');
			expect(node.served).toBe(before);
			expect(node.served.dataVersion).toBe(before.dataVersion);
			// When the fault is over the feed is used again.
			servers.apple = json(news());
			await node.pull();
			expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
			expect(problemOf('apple')).toBeNull();
		});
	}

	test('that promises more bytes than it sends is rejected', async () => {
		const { cert, key } = appleAuthority.issue();
		const server = createServer({ cert, key }, (socket) => {
			socket.on('error', () => {});
			socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${news()}`);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `https://localhost:${(server.address() as AddressInfo).port}/v2/pmv`;
		const other = await startNode(servers.settings({ FEED_APPLE_URL: url }));
		const { outcomes } = await other.pull();
		expect(outcomes[0]?.problem).not.toBeNull();
		expect(latest(other.served, 'J293AP', '27')).toBe('27.2');
		await other.close();
		server.close();
	});

	test('with a certificate of another authority is rejected', async () => {
		const stranger = createAuthority('Somebody else');
		const server = Bun.serve({ port: 0, tls: stranger.issue(), fetch: () => new Response(news()) });
		const url = `https://localhost:${server.port}/v2/pmv`;
		const other = await startNode(servers.settings({ FEED_APPLE_URL: url }));
		await other.pull();
		expect(latest(other.served, 'J293AP', '27')).toBe('27.2');
		expect(other.status().feeds[0]?.problem).toMatch(/certificate|verif/i);
		await other.close();
		await server.stop(true);
	});
});

describe("the root certificate of Apple's update service", () => {
	test('is refused unless its digest matches, and no feed is requested with another', async () => {
		servers.root = () => new Response(createAuthority('A vendor of its own').der);
		servers.apple = json(news());
		await node.pull();
		expect(problemOf('apple')).toMatch(/the root certificate is not the expected one/);
		expect(servers.requests).not.toContain('apple /v2/pmv');
	});

	test('is downloaded once and stored', async () => {
		await node.pull();
		await node.pull();
		expect(servers.requests.filter((line) => line === 'others /root.cer')).toHaveLength(1);
		const rootFile = `${servers.folder}/state/apple-root.cer`;
		expect(new Uint8Array(await Bun.file(rootFile).arrayBuffer())).toEqual(
			new Uint8Array(appleAuthority.der),
		);
		await Bun.write(rootFile, 'damaged');
		await node.pull();
		expect(servers.requests.filter((line) => line === 'others /root.cer')).toHaveLength(2);
		expect(problemOf('apple')).toBeNull();
	});

	test('is trusted for that service alone', async () => {
		const server = Bun.serve({ port: 0, tls: appleAuthority.issue(), fetch: () => new Response('{}') });
		const url = `https://localhost:${server.port}`;
		const env = {
			FEED_SOFA_URL: url,
			FEED_SOFA_OLD_URL: url,
			FEED_APPLEDB_URL: url,
			FEED_KEV_URL: url,
			FEED_CVE_URL: url,
		};
		const other = await startNode(servers.settings(env));
		const { outcomes } = await other.pull();
		expect(outcomes.map(({ feed, problem }) => [feed, problem === null])).toEqual([
			['apple', true],
			['sofa', false],
			['appledb', false],
			['kev', false],
			['cve', false],
			['safari', false],
		]);
		await other.close();
		await server.stop(true);
	});
});

test('SOFA is read in its older schema if the newer one is broken', async () => {
	servers.sofa = json('{"OSVersions":[{"Renamed":[]}]}');
	servers.sofaOld = json(sofaDocument([{ version: '27.3', date: '2026-11-29', builds: ['26C50'] }]));
	servers.apple = json(news());
	await node.pull();
	expect(dateOf(node.served, '27.3')).toBe('2026-11-29');
});

test('one invalid entry is left out, and no Mac loses a release', async () => {
	servers.apple = json(news());
	await node.pull();
	const mistyped = { version: '27.3', build: '26C50', date: 'soon', boards: listed };
	const fourth = { version: '27.4', build: '26D50', date: '2026-12-01', boards: listed };
	servers.apple = json(appleDocument([mistyped, fourth]));
	await node.pull();
	expect(problemOf('apple')).toBeNull();
	expect([latest(node.served, 'J293AP', '27'), dateOf(node.served, '27.3')]).toEqual(['27.4', '2026-11-30']);
	const held = await readItems(node.database);
	expect(held.map(({ reason, detail }) => [reason, detail])).toEqual([
		[
			'unreadable-entry',
			'apple: $.PublicAssetSets.macOS[0].PostingDate: expected a day, written YYYY-MM-DD, found "soon"',
		],
	]);
});

test('a build with a missing or unreadable file is left out until the file is valid', async () => {
	const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];
	const entry = (version: string, build: string) => ({
		version,
		build,
		date: '2026-11-30',
		devices: ['MacBookPro17,1'],
	});
	const entries = [entry('27.3', '26C50'), entry('27.4', '26D10'), entry('27.5', '26E10')];
	const documents = appledbDocuments(entries, devices);
	const broken: Record<string, string> = { ...documents, '/ios/macOS;26D10.json': '{"osStr":1}' };
	delete broken['/ios/macOS;26C50.json'];
	servers.appledb = files(broken);
	await node.pull();
	expect(problemOf('appledb')).toBeNull();
	const told = async () =>
		(await readItems(node.database)).map(({ reason, detail }) => [reason, detail]).sort();
	const host = new URL(servers.othersUrl).host;
	expect(await told()).toEqual([
		['unconfirmed', "appledb: 27.5 is not in Apple's feed"],
		['unreadable-entry', `appledb: macOS;26C50: ${host}: answers 404`],
		['unreadable-entry', `appledb: macOS;26D10: ${host}: $.osStr: expected text, found number`],
	]);
	await node.pull();
	expect(await told()).toHaveLength(3);
	servers.appledb = files(documents);
	await node.pull();
	expect((await told()).map(([reason]) => reason)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed']);
});

test('two feeds disagree: the one that Apple does not confirm teaches nothing', async () => {
	servers.apple = json(
		appleDocument([{ version: '27.2', build: '26B100', date: '2026-10-26', boards: listed }]),
	);
	servers.sofa = json(sofaDocument([{ version: '27.4', date: '2026-11-29', builds: ['26D10'] }]));
	const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];
	const wrong = { version: '27.5', build: '26E10', date: '2026-11-29', devices: ['MacBookPro17,1'] };
	servers.appledb = files(appledbDocuments([wrong], devices));
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	const held = await readItems(node.database);
	expect(held.map(({ reason, subject, feed }) => [reason, subject, feed]).sort()).toEqual([
		['unconfirmed', '27.4', 'sofa'],
		['unconfirmed', '27.5', 'appledb'],
	]);
	// Apple confirms one of them: it is learned and leaves quarantine automatically.
	servers.apple = json(
		appleDocument([{ version: '27.4', build: '26D10', date: '2026-11-30', boards: listed }]),
	);
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.4');
	expect((await readItems(node.database)).map(({ subject }) => subject)).toEqual(['27.5']);
});

test('two other feeds that agree are believed after Apple has been silent for a day', async () => {
	const devices = [{ key: 'MacBookPro17,1', name: 'MacBook Pro', board: 'J293AP' }];
	const seen = { version: '27.3', build: '26C50', date: '2026-12-01', devices: ['MacBookPro17,1'] };
	await node.pull();
	servers.apple = () => new Response('down', { status: 503 });
	servers.sofa = json(sofaDocument([{ version: '27.3', date: '2026-12-01', builds: ['26C50'] }]));
	servers.appledb = files(appledbDocuments([seen], devices));
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	now = new Date('2026-12-02T13:00:00Z');
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	expect(latest(node.served, 'J313AP', '27')).toBe('27.2');
});

test('when every feed is down for a week, answers stay, the log reports it once, and the status is stale', async () => {
	const { log, lines } = recordingLog();
	await node.pull();
	await node.close();
	node = await startNode(servers.settings(), { now: () => now, log });
	const before = node.served;
	expect(await isStale()).toBe(false);
	const down = () => new Response('down', { status: 503 });
	servers.apple = servers.sofa = servers.appledb = servers.kev = servers.cve = servers.safari = down;
	for (let day = 0; day < 7; day++) {
		now = new Date(now.getTime() + 86_400_000);
		await node.pull();
	}
	expect(node.served).toBe(before);
	expect(latest(node.served, 'J293AP', '27')).toBe('27.2');
	expect(await isStale()).toBe(true);
	expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
	expect(lines.find(({ level }) => level === 'warn')?.event).toMatch(/^no feed answers/);
	expect(node.status().feeds.map(({ failures }) => failures)).toEqual(Array(6).fill(7));
	[servers.apple, servers.sofa] = [json(news()), json(sofaDocument([]))];
	await node.pull();
	expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
	expect(await isStale()).toBe(false);
	expect(lines.at(-1)?.event).not.toMatch(/^no feed/);
});
