import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Failure } from '../../src/process/failure.ts';
import { createLog } from '../../src/process/log.ts';
import { Secret } from '../../src/pull/secret.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { ChannelEntry } from '../../src/watch/channels/channel-kind.ts';
import { channelKinds } from '../../src/watch/channels/channel-kinds.ts';
import { openDeliverer } from '../../src/watch/outbox/deliver-messages.ts';
import { PausedChannels } from '../../src/watch/outbox/paused-channels.ts';
import { queueMessages, readMessages } from '../../src/watch/state/messages.ts';
import { testChannel } from '../../src/watch/test-channel.ts';
import type { WatchFile } from '../../src/watch/watch-file.ts';
import { createAuthority } from '../feeds/certificates.ts';
import { useStores } from '../stores.ts';
import { envelope, message } from './messages.ts';

const stores = useStores();
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const path = '/services/T0SECRET1/B0SECRET2?sig=S3cretSignature&sv=1.0';

/** The requests that the receiver got, and its answer. */
const received: { path: string; headers: Headers; body: string }[] = [];
let answer: (request: Request) => Response | Promise<Response> = () => new Response('ok');
const held = Promise.withResolvers<void>();
const server = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	async fetch(request) {
		const { pathname, search } = new URL(request.url);
		received.push({ path: pathname + search, headers: request.headers, body: await request.text() });
		return answer(request);
	},
});
/** Accepts a request and closes the connection without an answer. */
const cutter = Bun.listen({
	hostname: '127.0.0.1',
	port: 0,
	socket: { data: (socket) => void socket.end() },
});
afterAll(() => {
	held.resolve();
	cutter.stop(true);
	return server.stop(true);
});

beforeEach(() => {
	received.length = 0;
	answer = () => new Response('ok');
});

const settingsOfKind: Record<string, Record<string, string>> = {
	webhook: { secret },
	ntfy: { topic: 'macs-0123', token: 'tk_0123456789' },
};

function entry(kind: string, address = `http://127.0.0.1:${server.port}${path}`): ChannelEntry {
	const secrets = Object.entries({ url: address, ...settingsOfKind[kind] });
	return {
		name: 'ops',
		kind: channelKinds.get(kind)!,
		tell: ['release'],
		policy: null,
		group: null,
		names: false,
		texts: {},
		secrets: Object.fromEntries(secrets.map(([name, text]) => [name, new Secret(text)])),
		authority: null,
	};
}

const settings = readSettings({});
const overHttp = ['slack', 'teams', 'google-chat', 'ntfy', 'webhook'];

async function send(channel: ChannelEntry): Promise<Failure | null> {
	const open = channel.kind.open(channel, settings);
	return open
		.deliver(envelope(), 'name', async () => {})
		.then(
			() => null,
			(thrown) => thrown as Failure,
		);
}

describe.each(overHttp)('%s', (kind) => {
	const repeats = ['webhook', 'google-chat'].includes(kind);
	const doubt = repeats ? 'channel-failed' : 'mail-unknown';

	test('a message is one POST of JSON to exactly this address, and an answer of 202 or 204 accepts it', async () => {
		for (const status of [200, 202, 204]) {
			answer = () => new Response(null, { status });
			expect(await send(entry(kind))).toBeNull();
		}
		expect(received).toHaveLength(3);
		const [{ path: asked, headers, body } = received[0]!] = received;
		expect(kind === 'google-chat' ? asked.startsWith(path) : asked === path).toBe(true);
		expect(headers.get('content-type')).toContain('application/json');
		expect(JSON.stringify(JSON.parse(body))).toContain('312 of 480 Macs');
	});

	test.each([
		[400, 'channel-failed'],
		[404, 'channel-missing'],
		[410, 'channel-gone'],
		[429, 'retry-later'],
		[500, 'channel-failed'],
		[502, doubt],
		[503, 'channel-failed'],
		[504, doubt],
		[524, doubt],
	])('status %p is %p', async (status, code) => {
		const headers = status === 429 ? { 'retry-after': '7' } : {};
		answer = () => new Response('T0SECRET1 is wrong', { status, headers });
		const failure = await send(entry(kind));
		expect(failure).toMatchObject({ code, message: `status ${status}: *** is wrong` });
		if (status === 429) expect(failure).toMatchObject({ wait: 7000 });
	});

	test('a broken connection leaves the delivery in doubt, a refused one does not, and no error shows the address', async () => {
		const cut = await send(entry(kind, `http://127.0.0.1:${cutter.port}${path}`));
		expect(cut!.code).toBe(doubt);
		const refused = await send(entry(kind, `http://127.0.0.1:1${path}`));
		expect(refused!.code).toBe('channel-failed');
		const absent = await send(entry(kind, `https://absent.invalid${path}`));
		expect(absent!.code).toBe('channel-failed');
		for (const { message } of [cut!, refused!, absent!]) expect(message).not.toMatch(/SECRET|absent|S3cret/);
	});

	test('a redirect is not followed', async () => {
		answer = () => new Response(null, { status: 307, headers: { location: '/other' } });
		const failure = await send(entry(kind));
		expect(failure!.code).toBe('channel-failed');
		expect(received).toHaveLength(1);
	});

	test('an unencrypted address is refused without being repeated', () => {
		const { mistake } = channelKinds.get(kind)!;
		expect(mistake(entry(kind, 'http://10.0.0.5/hook-0123'))).toBe(
			'url: expected an https:// address (http:// only for this machine)',
		);
		expect(mistake(entry(kind, 'https://10.0.0.5/hook-0123'))).toBeNull();
	});
});

test.each(['no_service', 'channel_is_archived'])(
	'the answer %p of Slack means that the channel is gone',
	async (words) => {
		answer = () => new Response(words, { status: 403 });
		expect(await send(entry('slack'))).toMatchObject({
			code: 'channel-gone',
			message: `status 403: ${words}`,
		});
	},
);

test('a server with a certificate of a private authority is trusted only with its file', async () => {
	const authority = createAuthority('An authority of a company');
	const { cert, key } = authority.issue();
	using secure = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		tls: { cert, key },
		fetch: () => new Response('ok'),
	});
	const channel = entry('ntfy', `https://127.0.0.1:${secure.port}/`);
	expect((await send(channel))!.code).toBe('channel-failed');
	expect(await send({ ...channel, authority: authority.pem })).toBeNull();
});

test('ntfy gets its token and topic, and Google Chat the ID that makes a repeat harmless', async () => {
	await send(entry('ntfy'));
	expect(received[0]!.headers.get('authorization')).toBe('Bearer tk_0123456789');
	expect(JSON.parse(received[0]!.body).topic).toBe('macs-0123');
	await send(entry('google-chat'));
	await send(entry('google-chat'));
	const [, first, second] = received;
	expect(first!.path).toContain(`&requestId=${envelope().id}&`);
	expect(second).toMatchObject({ path: first!.path, body: first!.body });
});

test('another implementation verifies the signature of a webhook, with the former secret too', async () => {
	const former = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
	const channel = entry('webhook');
	await send({ ...channel, secrets: { ...channel.secrets, previous_secret: new Secret(former) } });
	const [{ headers, body } = received[0]!] = received;
	const signed = Object.fromEntries(headers);
	for (const key of [secret, former]) {
		expect(new Webhook(key).verify(body, signed)).toMatchObject({
			type: 'watch.release',
			timestamp: '2026-11-18T18:02:11.000Z',
			data: { subject: 'release:26.5.1', deadline: '2026-12-02', macs: 480, concerned: 312 },
		});
	}
	expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow();
	expect(headers.get('webhook-id')).toBe(envelope().id);
});

describe('an outbox', () => {
	let now = 0;
	const log = createLog({ write: () => {}, terminal: true, now: () => new Date() });
	const pausing = (database: Database) => new PausedChannels(database, log, () => now);

	/** A database with one message to a channel, after one delivery. */
	async function queued(channels: readonly ChannelEntry[]) {
		const settings = await stores.settings('sqlite');
		const database = await openDatabase(settings, { make: true });
		now = await database.now();
		const tell = () =>
			Promise.all(
				channels.map(({ name }) => queueMessages(database, { channel: name, round: 1, now }, [message])),
			);
		await tell();
		const deliver = async (mark = 'file') => {
			const paused = pausing(database);
			await paused.load(channels, mark);
			const file = { channels } as unknown as WatchFile;
			const deliverer = openDeliverer({ file, settings, database, log }, paused, mark);
			await deliverer.deliverDue();
			await deliverer.close();
			const records = await readMessages(database);
			return records.map(({ channel, state, problem }) => [channel, state, problem]);
		};
		const due = () => database.rows('UPDATE outbox SET due = 0', []);
		return { database, deliver, due, tell };
	}

	test('delivers an accepted message once, however often a round queues it', async () => {
		const { database, deliver, due, tell } = await queued([entry('slack')]);
		expect(await deliver()).toEqual([['ops', 'sent', null]]);
		await tell();
		await due();
		await deliver();
		expect(received).toHaveLength(1);
		await database.close();
	});

	test('repeats a refused message after as long as the server asks, and gives up after two days', async () => {
		const { database, deliver, due } = await queued([entry('slack')]);
		answer = () => new Response('', { status: 429, headers: { 'retry-after': '900' } });
		expect(await deliver()).toEqual([['ops', 'waiting', 'status 429']]);
		const [row] = await database.rows<{ due: number }>('SELECT due FROM outbox', []);
		expect(Number(row!.due) - now).toBeGreaterThanOrEqual(900_000);
		await deliver();
		expect(received).toHaveLength(1);
		await due();
		await database.rows('UPDATE outbox SET queued = queued - $1', [48 * 3_600_000]);
		expect(await deliver()).toEqual([['ops', 'failed', 'status 429']]);
		await database.close();
	});

	test('repeats a message in doubt only if the channel tolerates repeats', async () => {
		for (const [kind, times] of [
			['teams', 1],
			['webhook', 2],
			['google-chat', 2],
		] as const) {
			received.length = 0;
			answer = () => new Response('', { status: 502 });
			const { database, deliver, due } = await queued([entry(kind)]);
			const state = times === 1 ? 'unknown' : 'waiting';
			expect(await deliver()).toEqual([['ops', state, 'status 502']]);
			await due();
			answer = () => new Response('');
			const after = times === 1 ? ['ops', 'unknown', 'status 502'] : ['ops', 'sent', null];
			expect(await deliver()).toEqual([after]);
			expect(received).toHaveLength(times);
			expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
			await database.close();
		}
	});

	test('keeps a message in doubt if the server hangs when the watch stops', async () => {
		const { database, deliver } = await queued([entry('slack')]);
		answer = async () => {
			await held.promise;
			return new Response('');
		};
		const channel = entry('slack').kind.open(entry('slack'), settings);
		const asked = channel.deliver(envelope(), 'name', async () => {}).catch((thrown) => thrown);
		while (received.length === 0) await Bun.sleep(1);
		channel.close();
		expect(await asked).toMatchObject({ code: 'mail-unknown', message: 'stopped while waiting' });
		answer = () => new Response('');
		expect(await deliver()).toEqual([['ops', 'sent', null]]);
		await database.close();
	});

	test('pauses a channel that is gone and tells the others, and a change of the file resumes it', async () => {
		const other = { ...entry('webhook'), name: 'other' };
		const { database, deliver, due } = await queued([entry('slack'), other]);
		answer = (request) => new Response('', { status: request.headers.has('webhook-id') ? 200 : 410 });
		const states = await deliver();
		expect(states.toSorted()).toEqual([
			['ops', 'waiting', 'status 410'],
			['other', 'sent', null],
		]);
		await due();
		await deliver();
		expect(received).toHaveLength(2);
		answer = () => new Response('');
		expect((await deliver('another file')).map(([, state]) => state)).toEqual(['sent', 'sent']);
		await database.close();
	});

	test('reports for a test message which channel failed, and whether the message may have arrived', async () => {
		const settings = await stores.settings('sqlite');
		const file = { channels: [entry('slack')], timeZone: 'UTC', page: null } as unknown as WatchFile;
		const tried = () => testChannel(file, 'ops', { settings, now: 1 });
		answer = () => new Response('', { status: 403 });
		await expect(tried()).rejects.toThrow('the channel ops did not accept the test message: status 403');
		answer = () => new Response('', { status: 502 });
		await expect(tried()).rejects.toThrow('the channel ops may not have got the test message: status 502');
	});

	test('pauses a channel that has answered 404 for a day', async () => {
		const { database, deliver, due } = await queued([entry('slack')]);
		answer = () => new Response('', { status: 404 });
		for (const [hours, requests] of [
			[0, 1],
			[23, 2],
			[2, 3],
			[1, 3],
		] as const) {
			now += hours * 3_600_000;
			await due();
			await deliver();
			expect(received).toHaveLength(requests);
		}
		await database.close();
	});
});
