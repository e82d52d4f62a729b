import { describe, expect, test } from 'bun:test';
import { kinds, useStores } from '../../test/stores.ts';
import { openDatabase } from '../database/open.ts';
import { Failure } from '../process/failure.ts';
import { createLog, silentLog } from '../process/log.ts';
import { Deliverer, type SubjectKind } from './deliverer.ts';
import { countOutbox, deliveriesAbout, queueDeliveries } from './outbox.ts';

const stores = useStores();
const notice = { kind: 'notice', id: 'release-27.2' };

/** A chat channel that accepts texts, or fails with `trouble.failure` if that is set. */
function chat() {
	const messages: [text: string, name: string][] = [];
	const trouble: { failure: Failure | null } = { failure: null };
	const kind: SubjectKind<string> = {
		kind: 'notice',
		channel: {
			noun: 'notice',
			place: 'chat.example.com',
			async deliver(text, name, handOver) {
				await handOver();
				if (trouble.failure) throw trouble.failure;
				messages.push([text, name]);
			},
			close() {},
		},
		compose: async ({ subject, occasion }) => `${subject.id} ${occasion}`,
		isLogged: () => true,
		commandToRepeat: (id) => `notice resend ${id}`,
	};
	return { messages, trouble, kind };
}

async function open(storage: 'sqlite' | 'postgres') {
	const database = await openDatabase(await stores.settings(storage), { make: true });
	const lines: string[] = [];
	const log = createLog({ write: (line) => void lines.push(line), terminal: true, now: () => new Date() });
	const deliver = async (kind: SubjectKind) => {
		const deliverer = new Deliverer(database, log, [kind]);
		const accepted = await deliverer.deliverDue();
		await deliverer.close();
		return accepted;
	};
	const queue = (now = 1) => queueDeliveries(database, [notice], { occasion: 'released', now });
	return { database, lines, deliver, queue };
}

describe.each(kinds)('%s', (storage) => {
	test('a delivery about any subject goes once, to the channel of its kind', async () => {
		const { database, lines, deliver, queue } = await open(storage);
		const { messages, kind } = chat();
		await queue();
		expect(await deliver(kind)).toBe(1);
		expect(await deliver(kind)).toBe(0);
		const [record] = await deliveriesAbout(database, notice);
		expect(messages).toEqual([['release-27.2 released', `release-27.2-${record!.id}`]]);
		expect(record).toMatchObject({ occasion: 'released', attempts: 1, problem: null });
		expect(record!.sent).not.toBeNull();
		expect(await deliveriesAbout(database, { ...notice, kind: 'license' })).toEqual([]);
		expect(lines).toEqual(['notice accepted  notice=release-27.2  by=chat.example.com\n']);
		await database.close();
	});

	test('a node that does not know a kind of subject leaves its deliveries to others', async () => {
		const { database, deliver, queue } = await open(storage);
		const { messages, kind } = chat();
		await queue();
		expect(await deliver({ ...kind, kind: 'license' })).toBe(0);
		expect(await countOutbox(database)).toMatchObject({ waiting: 1, oldest: 1 });
		expect(await deliver({ ...kind, condition: (place) => `attempts > ${place(0)}` })).toBe(0);
		expect(await deliver({ ...kind, condition: (place) => `attempts < ${place(1)}` })).toBe(1);
		expect(messages).toHaveLength(1);
		await database.close();
	});

	test('a node that stood still longer than its lease, and then claimed the delivery again, sends it once', async () => {
		const { database, queue } = await open(storage);
		const { kind } = chat();
		await queue();
		const [handedOver, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const messages: string[] = [];
		let [composed, calls] = [0, 0];
		const deliverer = new Deliverer(database, silentLog, [
			{
				...kind,
				async compose() {
					if (++composed > 1) return 'text';
					await database.rows('UPDATE outbox SET lease_until = 1');
					void deliverer.deliverDue();
					await handedOver.promise;
					return 'text';
				},
				channel: {
					...kind.channel,
					async deliver(text, _name, handOver) {
						const call = ++calls;
						try {
							await handOver();
							messages.push(text as string);
						} finally {
							if (call === 2) tried.resolve();
						}
						handedOver.resolve();
						await tried.promise;
					},
				},
			},
		]);
		await deliverer.deliverDue();
		await deliverer.close();
		expect(messages).toEqual(['text']);
		const [record] = await deliveriesAbout(database, notice);
		expect(record).toMatchObject({ attempts: 2, problem: null, givenUp: null });
		expect(record!.sent).not.toBeNull();
		await database.close();
	});

	test('a delivery of unknown state is logged once with the command to repeat it, and is not retried', async () => {
		const { database, lines, deliver, queue } = await open(storage);
		const { trouble, kind } = chat();
		await queue();
		trouble.failure = new Failure('mail-unknown', 'no answer from ann@example.com');
		expect(await deliver(kind)).toBe(0);
		trouble.failure = null;
		await database.rows('UPDATE outbox SET due = 1, lease_until = 1');
		expect(await deliver(kind)).toBe(0);
		expect(lines).toEqual([
			'warn: notice state unknown  notice=release-27.2  problem="no answer from ann@example.com"  advice="notice resend release-27.2"\n',
		]);
		expect(await countOutbox(database)).toMatchObject({ waiting: 0, unknown: 1 });
		await queue(2);
		expect(await countOutbox(database)).toMatchObject({ waiting: 1, unknown: 0 });
		await database.close();
	});

	test('a delivery with nothing left to send is dropped; a message that cannot be made is retried', async () => {
		const { database, deliver, queue } = await open(storage);
		const { kind } = chat();
		await queue();
		const failing = { ...kind, compose: async () => new Failure('sealed', 'not now') };
		expect(await deliver(failing)).toBe(0);
		expect(await deliveriesAbout(database, notice)).toMatchObject([{ attempts: 1, problem: 'not now' }]);
		await database.rows('UPDATE outbox SET due = 1');
		expect(await deliver({ ...kind, compose: async () => null })).toBe(0);
		expect(await deliveriesAbout(database, notice)).toEqual([]);
		await database.close();
	});
});
