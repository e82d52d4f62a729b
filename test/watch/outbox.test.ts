import { afterAll, describe, expect, test } from 'bun:test';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { ChannelEntry } from '../../src/watch/channels/channel-kind.ts';
import { openDeliverer } from '../../src/watch/outbox/deliver-messages.ts';
import { PausedChannels } from '../../src/watch/outbox/paused-channels.ts';
import { queueMessages, readMessages } from '../../src/watch/state/messages.ts';
import { readOpenMessages } from '../../src/watch/state/open-messages.ts';
import { testChannel } from '../../src/watch/test-channel.ts';
import type { WatchFile } from '../../src/watch/watch-file.ts';
import { useStores } from '../stores.ts';
import { useReceiver } from './channel-receiver.ts';
import { envelope, message } from './messages.ts';

const stores = useStores();
const receiver = useReceiver();
const { entry, received } = receiver;
const settings = readSettings({});
const held = Promise.withResolvers<void>();
afterAll(() => held.resolve());

describe('an outbox', () => {
	let now = 0;
	let channelSettings = settings;
	const log = createLog({ write: () => {}, terminal: true, now: () => new Date() });
	const pausing = (database: Database) => new PausedChannels(database, log, () => now);

	/** A database with one message to a channel, after one delivery. */
	async function queued(channels: readonly ChannelEntry[]) {
		const settings = await stores.settings('sqlite');
		channelSettings = settings;
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
		receiver.answer = () => new Response('', { status: 429, headers: { 'retry-after': '900' } });
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
			receiver.answer = () => new Response('', { status: 502 });
			const { database, deliver, due } = await queued([entry(kind)]);
			const state = times === 1 ? 'unknown' : 'waiting';
			expect(await deliver()).toEqual([['ops', state, 'status 502']]);
			await due();
			receiver.answer = () => new Response('');
			const after = times === 1 ? ['ops', 'unknown', 'status 502'] : ['ops', 'sent', null];
			expect(await deliver()).toEqual([after]);
			expect(received).toHaveLength(times);
			expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
			await database.close();
		}
	});

	test('rests after one message in doubt: the others of the round wait, and go out one by one once the channel answers', async () => {
		const channel = entry('slack');
		const { database, deliver } = await queued([channel]);
		const others = Array.from({ length: 5 }, (_, at) => ({ ...message, subject: `release:27.${at}` }));
		await queueMessages(database, { channel: channel.name, round: 1, now }, others);
		const states = async () => (await deliver()).map(([, state]) => state).sort();
		const waiting = (count: number) => Array.from({ length: count }, () => 'waiting');
		receiver.answer = () => new Response('', { status: 502 });
		expect(await states()).toEqual(['unknown', ...waiting(5)]);
		expect(received).toHaveLength(1);
		now += 29 * 60_000;
		expect(await states()).toEqual(['unknown', ...waiting(5)]);
		// Time passes for the delivery in doubt, too: its moment is that of the database.
		now += 2 * 60_000;
		expect(await states()).toEqual(['unknown', 'unknown', ...waiting(4)]);
		expect(received).toHaveLength(2);
		const open = async () =>
			(await readOpenMessages(database, [channel], now)).filter(({ isOpen }) => isOpen);
		expect(await open()).toHaveLength(6);

		receiver.answer = () => new Response('');
		expect(await states()).toEqual(['unknown', 'unknown', ...waiting(4)]);
		await testChannel({ channels: [channel], timeZone: 'UTC', page: null } as unknown as WatchFile, 'ops', {
			settings: channelSettings,
			now,
		});
		expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent', 'unknown', 'unknown']);
		expect(await open()).toEqual([]);
		await database.close();
	});

	test('keeps a message in doubt if the server hangs when the watch stops', async () => {
		const { database, deliver } = await queued([entry('slack')]);
		receiver.answer = async () => {
			await held.promise;
			return new Response('');
		};
		const channel = entry('slack').kind.open(entry('slack'), settings);
		const asked = channel.deliver(envelope(), 'name', async () => {}).catch((thrown) => thrown);
		while (received.length === 0) await Bun.sleep(1);
		channel.close();
		expect(await asked).toMatchObject({ code: 'mail-unknown', message: 'stopped while waiting' });
		receiver.answer = () => new Response('');
		expect(await deliver()).toEqual([['ops', 'sent', null]]);
		await database.close();
	});

	test('pauses a channel that is gone and tells the others, and a change of the file resumes it', async () => {
		const other = { ...entry('webhook'), name: 'other' };
		const { database, deliver, due } = await queued([entry('slack'), other]);
		receiver.answer = (request) =>
			new Response('', { status: request.headers.has('webhook-id') ? 200 : 410 });
		const states = await deliver();
		expect(states.toSorted()).toEqual([
			['ops', 'waiting', 'status 410'],
			['other', 'sent', null],
		]);
		await due();
		await deliver();
		expect(received).toHaveLength(2);
		receiver.answer = () => new Response('');
		expect((await deliver('another file')).map(([, state]) => state)).toEqual(['sent', 'sent']);
		await database.close();
	});

	test('reports for a test message which channel failed, and whether the message may have arrived', async () => {
		const settings = await stores.settings('sqlite');
		const file = { channels: [entry('slack')], timeZone: 'UTC', page: null } as unknown as WatchFile;
		const tried = () => testChannel(file, 'ops', { settings, now: 1 });
		receiver.answer = () => new Response('', { status: 403 });
		await expect(tried()).rejects.toThrow('the channel ops did not accept the test message: status 403');
		receiver.answer = () => new Response('', { status: 502 });
		await expect(tried()).rejects.toThrow('the channel ops may not have got the test message: status 502');
	});

	test('pauses a channel that has answered 404 for a day', async () => {
		const { database, deliver, due } = await queued([entry('slack')]);
		receiver.answer = () => new Response('', { status: 404 });
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
