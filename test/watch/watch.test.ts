import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAsItIs } from '../../src/database/open.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { databaseFile } from '../../src/database/state-folder.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { readStatus } from '../../src/watch/status.ts';
import { testChannel } from '../../src/watch/test-channel.ts';
import { openWatch, type Watch } from '../../src/watch/watch.ts';
import { readWatchFile } from '../../src/watch/watch-file.ts';
import { eventually } from '../eventually.ts';
import { kinds, useStores } from '../stores.ts';
import { inWorld } from '../world.ts';
import { writeExport } from './export-file.ts';

const stores = useStores();
/** The moment at which all watches here work, and their inventory was exported. */
const noon = Date.parse('2026-11-19T12:00:00Z');
const now = () => noon;

let folder: string;
let watches: Watch[] = [];
/** The answer of the receiver, and the requests it got. */
let answer: () => Response;
let received: { path: string; body: string }[] = [];
let receiver: ReturnType<typeof Bun.serve>;

beforeAll(() => {
	receiver = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		async fetch(request) {
			received.push({ path: new URL(request.url).pathname, body: await request.text() });
			return answer();
		},
	});
});
afterAll(() => receiver.stop(true));

afterEach(async () => {
	for (const watch of watches.splice(0)) await watch.close();
	rmSync(folder, { recursive: true });
});

/** A folder with a watch file and an export of three Macs, one of them behind. */
function setUp(more: object = {}, channels: object = {}): { env: Record<string, string>; path: string } {
	folder = mkdtempSync(join(tmpdir(), 'watch-'));
	mkdirSync(join(folder, 'exports'));
	writeExport(
		join(folder, 'exports', 'macs.csv'),
		[
			'Computer Name,Serial Number,Model Identifier,Operating System Version',
			'ada,C02AAAAAAAA1,"MacBookPro18,3",26.0',
			'bob,C02AAAAAAAA2,"MacBookAir10,1",15.3',
			'cem,C02AAAAAAAA3,"iMac19,1",15.0',
		],
		noon,
	);
	received = [];
	answer = () => new Response('ok');
	const path = join(folder, 'watch.json');
	const file = { inventories: ['exports'], policy: 'latest', channels, ...more };
	writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
	return { path, env: { WATCH: path, POINTRELEASE_STATE: join(folder, 'state'), FEEDS: 'off', ...inWorld } };
}

/** A folder of reports that is a file: every watch reports that problem. */
function brokenReports(): object {
	return { reports: 'exports/macs.csv/reports' };
}

async function open(env: Record<string, string>, metrics: string | null = null) {
	const watch = await openWatch({
		settings: readSettings(env),
		env,
		log: silentLog,
		template: async () => '{{report}}',
		metrics,
		now,
	});
	watches.push(watch);
	return watch;
}

async function close(watch: Watch): Promise<void> {
	watches = watches.filter((opened) => opened !== watch);
	await watch.close();
}

async function statusOf(env: Record<string, string>) {
	const settings = readSettings(env);
	const database = (await openAsItIs(settings))!;
	try {
		return await readStatus(database, await readWatchFile({ settings, env }), noon);
	} finally {
		await database.close();
	}
}

const slack = () => ({ kind: 'slack', url: `${receiver.url}services/secret`, tell: ['trouble'] });

test('a state folder has one watch: a second one is refused, and works after the first has ended', async () => {
	const { env } = setUp();
	const first = await open(env);
	expect(
		openWatch({ settings: readSettings(env), env, log: silentLog, template: async () => '', metrics: null }),
	).rejects.toThrow(`another watch is running in the state folder ${env.POINTRELEASE_STATE}`);
	await close(first);
	const second = await open(env);
	expect(await second.once(0)).toMatchObject({ number: 1, whole: true, macs: 3, undelivered: 0 });
});

test.each(kinds)(
	'%s: a message is sent once, status and metrics show it, and the next round sends nothing again',
	async (kind) => {
		const { env: own } = setUp(brokenReports(), { ops: slack() });
		const env = { ...own, ...(kind === 'postgres' ? await stores.environment(kind) : {}) };
		const metrics = join(folder, 'watch.prom');
		const watch = await open(env, metrics);
		expect(await watch.once(0)).toMatchObject({ whole: false, undelivered: 0 });
		await watch.once(0);
		expect(received.map(({ path }) => path)).toEqual(['/services/secret']);
		const status = await statusOf(env);
		expect(status).toMatchObject({ last_whole_round: null, overdue: true, rounds: 2 });
		expect(status.messages).toMatchObject([
			{ channel: 'ops', kind: 'trouble', state: 'sent', problem: null },
		]);
		expect(status.channels).toMatchObject([
			{ name: 'ops', kind: 'slack', paused: null, problem: null, waiting: 0, failed: 0, unknown: 0 },
		]);
		const text = readFileSync(metrics, 'utf8');
		expect(text).toContain('pointrelease_watch_messages{outcome="sent"} 1\n');
		expect(text).toContain('pointrelease_watch_macs 3\n');
		expect(statSync(metrics).mode & 0o777).toBe(0o644);
	},
);

test('a channel that no longer exists is paused, the others are told, and a successful test ends the pause', async () => {
	const { env } = setUp(brokenReports(), {
		gone: slack(),
		works: { ...slack(), kind: 'webhook', secret: `whsec_${btoa('0123456789abcdef0123456789abcdef')}` },
	});
	answer = () =>
		received.at(-1)!.body.includes('blocks')
			? new Response('no_service', { status: 404 })
			: new Response('ok');
	const watch = await open(env);
	expect(await watch.once(0)).toMatchObject({ undelivered: 1 });
	const status = await statusOf(env);
	expect(status.channels.map(({ name, paused }) => [name, paused !== null])).toEqual([
		['gone', true],
		['works', false],
	]);
	expect(status.messages.map(({ channel, state }) => [channel, state]).sort()).toEqual([
		['gone', 'waiting'],
		['works', 'sent'],
	]);
	expect(JSON.stringify(status)).not.toContain('services/secret');
	answer = () => new Response('ok');
	const file = await readWatchFile({ settings: readSettings(env), env });
	await testChannel(file, 'gone', { settings: readSettings(env), now: noon });
	expect((await statusOf(env)).channels.map(({ paused }) => paused)).toEqual([null, null]);
	expect(testChannel(file, 'nobody', { settings: readSettings(env), now: 0 })).rejects.toThrow(
		'the watch file has no channel "nobody": expected one of gone, works',
	);
});

test('a message that was given up counts as undelivered, other channels are told, and it goes out when the channel is back', async () => {
	const { env } = setUp(brokenReports(), {
		ops: slack(),
		desk: { kind: 'file', folder: 'desk' },
	});
	answer = () => new Response('', { status: 500 });
	const watch = await open(env);
	expect(await watch.once(0)).toMatchObject({ undelivered: 1 });
	const database = await openSqlite(databaseFile(readSettings(env).stateFolder));
	await database.rows(
		"UPDATE outbox SET given_up = $1, due = 0 WHERE subject_kind = 'watch:ops' AND given_up IS NULL",
		[noon],
	);
	const channel = async () => (await statusOf(env)).channels[0];
	expect(await channel()).toMatchObject({ name: 'ops', failed: 1, last_sent: null });
	// The same trouble is told to the channel anew. The other channel hears that it did not arrive.
	answer = () => new Response('ok');
	received = [];
	expect(await watch.once(0)).toMatchObject({ undelivered: 0 });
	expect(received.map(({ path }) => path)).toEqual(['/services/secret']);
	expect(await channel()).toMatchObject({ failed: 0, last_sent: expect.any(String) });
	const told = readdirSync(join(folder, 'desk')).map((name) =>
		readFileSync(join(folder, 'desk', name), 'utf8'),
	);
	expect(told.some((text) => text.startsWith('1 message to ops did not arrive\n'))).toBe(true);
	expect(statSync(join(folder, 'desk', readdirSync(join(folder, 'desk'))[0]!)).mode & 0o777).toBe(0o600);
	await database.close();
});

test('a running watch makes its round, calls the heartbeat, reads a changed file, and stops properly', async () => {
	const { env, path } = setUp({ heartbeat: `${receiver.url}beat` });
	const watch = await open(env);
	await watch.start();
	await eventually('the heartbeat', () => received.some((request) => request.path === '/beat'));
	await eventually('the end of the round', async () => (await statusOf(env)).last_whole_round !== null);
	const file = JSON.parse(readFileSync(path, 'utf8'));
	writeFileSync(
		path,
		JSON.stringify({ ...file, ...brokenReports(), every: '15m', channels: { ops: slack() } }),
	);
	// Pretends that the data was different in the last round: its change is reported.
	const settings = readSettings(env);
	const database = await openSqlite(databaseFile(settings.stateFolder));
	await database.rows("UPDATE watch_notes SET value = 'older' WHERE name = 'data'");
	await database.close();
	await eventually('the message', () => received.some((request) => request.path === '/services/secret'));
	await close(watch);
	expect((await statusOf(env)).last_round).toMatchObject({ number: 2, cause: 'news', step: 'done' });
});
