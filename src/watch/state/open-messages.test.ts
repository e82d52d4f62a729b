import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { useStores } from '../../../test/stores.ts';
import { message } from '../../../test/watch/messages.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open.ts';
import { queueMessages, readMessages, requeueWritten } from './messages.ts';
import { writeNote } from './notes.ts';
import { doubtsOf, readOpenMessages, retriable, settleChannel } from './open-messages.ts';

const stores = useStores();
const day = 86_400_000;
const ops = { name: 'ops' };
let database: Database;
let start: number;

beforeEach(async () => {
	await database?.close();
	database = await openDatabase(await stores.settings('sqlite'), { make: true });
	start = await database.now();
});
afterAll(() => database?.close());

/** Queues a message, and gives its delivery an outcome. */
async function told(
	subject: string,
	at: number,
	outcome = '',
	{ kind = 'overdue', names = [] }: { kind?: 'overdue' | 'release'; names?: string[] } = {},
) {
	const doubts = (await readMessages(database)).flatMap((earlier) =>
		names.includes(earlier.subject) ? [earlier.id] : [],
	);
	const about = { ...message, kind, subject, about: subject, title: subject, doubts };
	await queueMessages(database, { channel: 'ops', round: 1, now: start + at }, [about]);
	if (outcome)
		await database.rows(
			`UPDATE outbox SET ${outcome} WHERE subject_id = (SELECT id FROM watch_messages WHERE subject = $1)`,
			[subject],
		);
}

const sentAt = (at: number) => `sent = ${start + at}, place = 'Slack'`;
const open = async (at: number) => {
	const messages = await readOpenMessages(database, [ops], start + at);
	return messages.filter(({ isOpen }) => isOpen).map(({ subject }) => subject);
};

describe('a message in doubt', () => {
	test('is open until a later message or a test succeeds, a person settles it, or two days have passed', async () => {
		await told('a', 0, `unknown_since = ${start + 10}`);
		expect(await open(day)).toEqual(['a']);
		expect(await open(2 * day + 10)).toEqual(['a']);
		expect(await open(2 * day + 11)).toEqual([]);
		await writeNote(database, 'tested:ops', String(start + 9));
		expect(await open(day)).toEqual(['a']);
		await writeNote(database, 'tested:ops', String(start + 10));
		expect(await open(day)).toEqual([]);
	});

	test('is settled by a later success, even of a message that was queued before', async () => {
		await told('a', 0, `unknown_since = ${start + 10}`);
		await told('b', 0, sentAt(5));
		expect(await open(day)).toEqual(['a']);
		await told('c', 0, sentAt(20));
		expect(await open(day)).toEqual([]);
	});

	test('is named by the next message, once', async () => {
		await told('a', 0, `unknown_since = ${start + 10}`);
		const words = async () =>
			doubtsOf(await readOpenMessages(database, [ops], start + day), 'ops').map(({ sentence }) => sentence);
		expect(await words()).toEqual(['An earlier message may not have arrived: “a”.']);
		await told('b', 20);
		expect(await words()).toEqual([]);
	});
});

describe('a message that was given up', () => {
	test('stays open until a later message, which names it, was sent', async () => {
		await told('a', 0, `given_up = ${start + 2 * day}`);
		await told('b', 3 * day, sentAt(3 * day));
		expect(await open(90 * day)).toEqual(['a']);
		const messages = await readOpenMessages(database, [ops], start + 90 * day);
		expect(doubtsOf(messages, 'ops')).toMatchObject([
			{ sentence: 'An earlier message did not arrive: “a”.' },
		]);
		await told('c', 4 * day, `given_up = ${start + 6 * day}`, { names: ['a'] });
		expect((await open(90 * day)).sort()).toEqual(['a', 'c']);
		// A message that was told anew has its first moment, and the text of its last.
		await told('d', 0, sentAt(4 * day), { names: ['a'] });
		expect(await open(90 * day)).toEqual(['c']);
	});

	test('is told anew: a release as long as it is news, anything else for two days', async () => {
		await told('a', 0, `given_up = ${start + 2 * day}`);
		await told('release:27.2', 0, `given_up = ${start + 2 * day}`, { kind: 'release' });
		const again = async (at: number) =>
			retriable(await readOpenMessages(database, [ops], start + at), start + at).map(
				({ subject }) => subject,
			);
		expect((await again(4 * day)).sort()).toEqual(['a', 'release:27.2']);
		expect(await again(4 * day + 1)).toEqual(['release:27.2']);
	});

	test('keeps its ID and its place when it is told anew, with the text of today', async () => {
		await told('a', 0, `given_up = ${start + 2 * day}`);
		const [before] = await readMessages(database);
		const round = { channel: 'ops', round: 2, now: start + 3 * day };
		const anew = { ...message, kind: 'overdue' as const, subject: 'a', about: 'a', title: 'a today' };
		expect(await queueMessages(database, round, [anew])).toEqual([]);
		expect(await queueMessages(database, { ...round, untold: new Set([before!.id]) }, [anew])).toEqual([
			anew,
		]);
		expect(await readMessages(database)).toMatchObject([
			{ id: before!.id, state: 'waiting', title: 'a today', queued: start },
		]);
	});
});

test('a channel that the watch file does not name has nothing open', async () => {
	await told('a', 0, `given_up = ${start}`);
	await told('b', 0);
	expect((await readOpenMessages(database, [{ name: 'other' }], start)).some(({ isOpen }) => isOpen)).toBe(
		false,
	);
});

test('a person settles what a channel did not get, and not what still waits', async () => {
	await told('a', 0, `given_up = ${start + 1}`);
	await told('b', 0, `unknown_since = ${start + 2}`);
	await told('c', 0);
	expect((await settleChannel(database, ops, start + day)).sort()).toEqual(['a', 'b']);
	expect(await open(day)).toEqual(['c']);
	expect(await settleChannel(database, ops, start + day)).toEqual([]);
	await told('d', 0, `given_up = ${start + 2 * day}`);
	expect((await open(3 * day)).sort()).toEqual(['c', 'd']);
});

test('a mail in a file is written and not sent, and goes out for two days when there is a mail server', async () => {
	await told('old', 0, `sent = ${start - 2 * day - 60_000}, place = '/state/outbox/old.eml'`);
	await told('new', 0, `sent = ${start - day}, place = '/state/outbox/new.eml'`);
	const states = async () =>
		(await readMessages(database)).map(({ subject, state }) => `${subject} ${state}`).sort();
	expect(await states()).toEqual(['new written', 'old written']);
	expect((await open(day)).sort()).toEqual(['new', 'old']);
	await requeueWritten(database, ['other']);
	expect(await states()).toEqual(['new written', 'old written']);
	await requeueWritten(database, ['ops']);
	expect(await states()).toEqual(['new waiting', 'old written']);
});
