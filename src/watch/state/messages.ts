import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { queueDeliveries, waiting } from '../../delivery/outbox.ts';
import type { EarlierNotice, Envelope, Message } from '../message.ts';
import { readMoments } from './notes.ts';

/** The kind of subject that messages to a channel are in the outbox. */
export function subjectKindOf(channel: string): string {
	return `watch:${channel}`;
}

/**
 * The outcome of a message: `written` is a mail in a file, because there is no mail server; `unknown` may or may not have
 * arrived; `failed` was given up.
 */
export type MessageState = 'sent' | 'written' | 'waiting' | 'unknown' | 'failed';

export interface MessageRecord {
	readonly id: string;
	readonly channel: string;
	readonly kind: string;
	readonly subject: string;
	readonly queued: number;
	readonly state: MessageState;
	/** Since when it is in this state, in milliseconds; for a message that waits, when it was queued. */
	readonly since: number;
	readonly problem: string | null;
	readonly title: string;
	/** The earlier messages that it names because they did not arrive, by ID. */
	readonly doubts: readonly string[];
}

interface Row {
	id: string;
	channel: string;
	kind: string;
	subject: string;
	about: string;
	queued: number | string;
	message: string;
	state: MessageState;
	problem: string | null;
	since: number | string | null;
}

/** Only the place of a mail in a file is a path. */
const inFile = "o.place LIKE '/%'";

/** A message without a delivery was for a channel that the watch file no longer names. */
const selection = `SELECT m.id, m.channel, m.kind, m.subject, m.about, m.queued, m.message, o.problem,
		COALESCE(o.sent, o.given_up, o.unknown_since, m.queued) AS since, CASE WHEN o.id IS NULL THEN 'failed'
			WHEN o.sent IS NOT NULL AND ${inFile} THEN 'written' WHEN o.sent IS NOT NULL THEN 'sent' WHEN o.given_up IS NOT NULL THEN 'failed'
			WHEN o.unknown_since IS NOT NULL THEN 'unknown' ELSE 'waiting' END AS state
	FROM watch_messages m LEFT JOIN outbox o ON o.subject_id = m.id AND o.subject_kind = 'watch:' || m.channel`;

/** Every message that was ever queued, the oldest first. */
export async function readMessages(queries: Queries): Promise<MessageRecord[]> {
	const rows = await queries.rows<Row>(`${selection} ORDER BY m.round, m.queued, m.id`);
	return rows.map(({ about: _, message, ...row }) => {
		const { title, doubts = [] } = JSON.parse(message) as Message;
		return { ...row, queued: Number(row.queued), since: Number(row.since), title, doubts };
	});
}

/** How many messages there are of each outcome. */
export async function countMessages(queries: Queries): Promise<Record<MessageState, number>> {
	const rows = await queries.rows<{ state: MessageState; count: number | string }>(
		`SELECT state, count(*) AS count FROM (${selection}) AS messages GROUP BY state`,
	);
	const counts = { sent: 0, written: 0, waiting: 0, unknown: 0, failed: 0 };
	for (const { state, count } of rows) counts[state] = Number(count);
	return counts;
}

/** What each channel was told: by channel, then by subject, as of the last correction. Leaves out the messages in `untold`. */
export async function readEarlierNotices(
	queries: Queries,
	untold: ReadonlySet<string> = new Set(),
): Promise<Map<string, Map<string, EarlierNotice>>> {
	const rows = await queries.rows<Pick<Row, 'id' | 'channel' | 'subject' | 'about' | 'queued' | 'message'>>(
		'SELECT id, channel, subject, about, queued, message FROM watch_messages ORDER BY round, queued, id',
	);
	const earlierNotices = new Map<string, Map<string, EarlierNotice>>();
	for (const { id, channel, subject, about, queued, message } of rows) {
		if (untold.has(id)) continue;
		const ofChannel = earlierNotices.get(channel) ?? new Map<string, EarlierNotice>();
		earlierNotices.set(channel, ofChannel);
		const { claims } = JSON.parse(message) as Message;
		const corrections = (ofChannel.get(about)?.corrections ?? 0) + (subject === about ? 0 : 1);
		ofChannel.set(about, { at: Number(queued), claims, corrections });
	}
	return earlierNotices;
}

/**
 * Stores messages to a channel and queues their delivery. What the channel was told before is left out. A message in `untold`
 * was given up: it takes its new text, and is tried again under its ID, by which a service recognizes a repeat.
 */
export async function queueMessages(
	queries: Queries,
	{
		channel,
		round,
		now,
		untold = new Set(),
	}: { channel: string; round: number; now: number; untold?: ReadonlySet<string> },
	messages: readonly Message[],
): Promise<Message[]> {
	const queued: Message[] = [];
	for (const message of messages) {
		const id = randomUUID();
		const stored = await queries.rows(
			`INSERT INTO watch_messages (id, channel, kind, subject, about, round, queued, message)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (channel, kind, subject) DO NOTHING RETURNING id`,
			[id, channel, message.kind, message.subject, message.about, round, now, JSON.stringify(message)],
		);
		const retried = stored.length === 0 ? await retry(queries, channel, message, { round, untold }) : null;
		if (stored.length === 0 && retried === null) continue;
		await queueDeliveries(queries, [{ kind: subjectKindOf(channel), id: retried ?? id }], {
			occasion: message.kind,
			now,
		});
		queued.push(message);
	}
	return queued;
}

/** Replaces the text of a message that was given up, and removes its delivery. Returns its ID; null if it is not one. */
async function retry(
	queries: Queries,
	channel: string,
	message: Message,
	{ round, untold }: { round: number; untold: ReadonlySet<string> },
): Promise<string | null> {
	const [row] = await queries.rows<{ id: string }>(
		'SELECT id FROM watch_messages WHERE channel = $1 AND kind = $2 AND subject = $3',
		[channel, message.kind, message.subject],
	);
	if (!row || !untold.has(row.id)) return null;
	await queries.rows('UPDATE watch_messages SET message = $1, round = $2 WHERE id = $3', [
		JSON.stringify(message),
		round,
		row.id,
	]);
	await queries.rows('DELETE FROM outbox WHERE subject_kind = $1 AND subject_id = $2', [
		subjectKindOf(channel),
		row.id,
	]);
	return row.id;
}

/** Sends mail that was written to files for want of a mail server, up to two days later. */
export async function requeueWritten(database: Database, channels: readonly string[]): Promise<void> {
	const now = await database.now();
	const settled = await readMoments(database, 'settled');
	for (const channel of channels)
		await database.rows(
			`UPDATE outbox SET sent = NULL, handed_over = NULL, place = NULL, attempts = 0, queued = $1, due = $1
				WHERE subject_kind = $2 AND sent > $3 AND place LIKE '/%'`,
			[now, subjectKindOf(channel), Math.max(now - twoDays, settled.get(channel) ?? 0)],
		);
}

const twoDays = 2 * 86_400_000;

/** How often in a row a channel left open whether a message arrived, and when it did so last. */
export async function readDoubts(queries: Queries): Promise<Map<string, { count: number; at: number }>> {
	const rows = await queries.rows<{ kind: string; count: number | string; at: number | string }>(
		`SELECT subject_kind AS kind, count(*) AS count, max(unknown_since) AS at FROM outbox AS doubt
			WHERE subject_kind LIKE 'watch:%' AND unknown_since IS NOT NULL AND sent IS NULL AND NOT EXISTS (
				SELECT 1 FROM outbox AS success WHERE success.subject_kind = doubt.subject_kind
					AND success.sent >= doubt.unknown_since)
			GROUP BY subject_kind`,
	);
	return new Map(
		rows.map(({ kind, count, at }) => [
			kind.slice(subjectKindOf('').length),
			{ count: Number(count), at: Number(at) },
		]),
	);
}

/** The message of a delivery; null if it was removed. */
export async function readEnvelope(queries: Queries, id: string): Promise<Envelope | null> {
	const [row] = await queries.rows<Pick<Row, 'queued' | 'message'>>(
		'SELECT queued, message FROM watch_messages WHERE id = $1',
		[id],
	);
	return row ? { id, queued: Number(row.queued), message: JSON.parse(row.message) as Message } : null;
}

/** Removes the waiting deliveries to channels that the watch file no longer names. */
export async function dropForgotten(database: Database, channels: readonly string[]): Promise<void> {
	const kinds = channels.map(subjectKindOf);
	const named = kinds.map((_, at) => `$${at + 1}`).join(', ');
	const exclusion = kinds.length === 0 ? '' : ` AND subject_kind NOT IN (${named})`;
	await database.rows(
		`DELETE FROM outbox WHERE subject_kind LIKE 'watch:%'${exclusion} AND ${waiting}`,
		kinds,
	);
}

/**
 * Takes over the deliveries of a killed watch at once, without waiting for their leases to end: the lock of the state folder shows
 * that no other watch delivers. If the database has another watch nevertheless, each delivery still has only one owner.
 */
export async function takeOverDeliveries(database: Database): Promise<void> {
	await database.rows(
		"UPDATE outbox SET lease_until = 0 WHERE subject_kind LIKE 'watch:%' AND sent IS NULL AND lease_until > 0",
	);
}
