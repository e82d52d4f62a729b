import { afterEach, beforeEach, expect, test } from 'bun:test';
import { openDatabase } from '../../src/database/open.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { eventually } from '../stores.ts';
import { appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, dateOf, latest, recordingLog, shipped, startNode } from './node.ts';

let servers: FeedServers;
const boards = boardsRunning(shipped.catalog, '27.2');
beforeEach(() => {
	servers = new FeedServers();
	servers.apple = json(appleDocument([{ version: '27.3', build: '26C50', date: '2026-11-30', boards }]));
});
afterEach(() => servers.close());

async function statements(...texts: string[]): Promise<void> {
	const database = await openDatabase(servers.settings(), { make: true });
	for (const text of texts) await database.rows(text);
	await database.close();
}

const seen = "'apple', '2026-11-01T00:00:00Z', 0, 1";
const learnt = (values: string, rest = seen) => `INSERT INTO learnt VALUES (${values}, ${rest})`;
const badRows: [words: string, statement: string][] = [
	['an invalid day', learnt("'release', '27.2.1', '', '\"garbage<date>\"'")],
	['a day of the year 9999', learnt("'release', '27.2.1', '', '\"9999-01-01\"'")],
	['an invalid version', learnt("'release', '27.x', '', '\"2026-11-01\"'")],
	['an invalid board', learnt("'runs', '27.2', '<b>', '\"\"'")],
	['an invalid build', learnt("'build', '27.2', '<b>', '\"\"'")],
	['an impossible kind of a board', learnt("'board', 'J900AP', '', '\"intel\"'")],
	['a name without a day', learnt("'machine', 'J900AP', 'Mac99,1', '{\"name\":\"A Mac\"}'")],
	['an unknown kind of fact', learnt("'rumour', '27.2', '', '\"\"'")],
	['an unknown feed', learnt("'withdrawn', '27.2', '', '\"\"'", "'x', '2026-11-01T00:00:00Z', 1, 1")],
	['an invalid time', learnt("'withdrawn', '27.2', '', '\"\"'", "'apple', 'then', 1, 1")],
];

for (const [words, statement] of badRows) {
	test(`${words} among the learned facts stops the start in one line`, async () => {
		await statements(statement, 'UPDATE learning SET change = 1');
		const { log, lines } = recordingLog();
		const failed = await startNode(servers.settings(), { log }).catch((thrown: unknown) => thrown);
		expect(failed).toMatchObject({ code: 'database-damaged' });
		expect(String(failed)).toMatch(
			/^Failure: the database is damaged: row "[^\n]+" of its table learnt: [^\n]+$/,
		);
		expect(lines).toEqual([]);
	});
}

test('a table of counters without its row stops the start in one line', async () => {
	await statements('DELETE FROM learning');
	await expect(startNode(servers.settings())).rejects.toMatchObject({ code: 'database-damaged' });
});

test('damage that appears while the service runs is logged once, and known facts stay', async () => {
	const { log, lines } = recordingLog();
	const node = await startNode(servers.settings(), { log });
	await node.pull();
	expect(node.status().trouble).toBeNull();
	await statements(badRows[0]![1], 'UPDATE learning SET change = change + 1');
	await eventually('the status tells it', () => node.status().trouble !== null);
	expect(node.status().trouble).toBe(
		'learned data is damaged in the database, serving what was known before',
	);
	await Bun.sleep(1200);
	expect(lines.filter(({ event }) => event === 'learned data cannot be read')).toHaveLength(1);
	expect([latest(node.served, 'J293AP', '27'), dateOf(node.served, '27.2.1')]).toEqual(['27.3', undefined]);
	await statements("DELETE FROM learnt WHERE subject = '27.2.1'");
	await eventually('it is over', () => node.status().trouble === null);
	await node.close();
});

const caches: [words: string, polled: string, memory: string][] = [
	['text that is not JSON', '{garbage', '{garbage'],
	['JSON of another schema', '{}', '{"27.2": 5}'],
	['a list', '[]', '[]'],
	[
		'an observation of nothing',
		'{"reading":{"observations":[{}],"machines":[]},"notes":{"validators":{}}}',
		'null',
	],
];
for (const [words, polled, memory] of caches) {
	test(`${words} as the stored answer of a feed counts as no stored answer`, async () => {
		await statements(
			...['apple', 'sofa'].map(
				(feed) => `INSERT INTO feeds (feed, failures, due, polled, memory)
					VALUES ('${feed}', 0, 0, '${polled}', '${memory}')`,
			),
		);
		const node = await startNode(servers.settings());
		const { outcomes } = await node.pull();
		expect(outcomes.map(({ problem }) => problem)).toEqual(Array(6).fill(null));
		expect(latest(node.served, 'J293AP', '27')).toBe('27.3');
		await node.close();
	});
}

test('a damaged item in quarantine stops nothing, and is written again as long as a feed reports it', async () => {
	servers.apple = json(appleDocument([{ version: '29.0', build: '28A1', date: '2026-11-30', boards }]));
	const node = await startNode(servers.settings());
	await node.pull();
	const before = await readItems(node.database);
	await statements(
		"UPDATE quarantine SET facts = '{nope'",
		"INSERT INTO quarantine VALUES ('aaaaaaaa', 'x', 'apple', 'x', 'y', '[]', '2026-01-01', 'open', NULL, NULL)",
	);
	await node.pull();
	expect(await readItems(node.database)).toEqual(before);
	await node.close();
});
