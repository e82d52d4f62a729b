import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { queueDeliveries, waiting } from '../../delivery/outbox.ts';
import type { EarlierNotice, Envelope, Message } from '../message.ts';

/** The kind of subject that messages to a channel are in the outbox. */
export function subjectKindOf(channel: string): string {
	return `watch:${channel}`;
}

/** The outcome of a message: `unknown` may or may not have arrived, `failed` was given up. */
export type MessageState = 'sent' | 'waiting' | 'unknown' | 'failed';

export interface MessageRecord {
	readonly id: string;
	readonly channel: string;
	readonly kind: string;
	readonly subject: string;
	readonly queued: number;
	readonly state: MessageState;
	readonly problem: string | null;
	readonly title: string;
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
	doubted: number | string | null;
}

/** A message without a delivery was for a channel that the watch file no longer names. */
const selection = `SELECT m.id, m.channel, m.kind, m.subject, m.about, m.queued, m.message, o.problem,
		o.unknown_since AS doubted, CASE WHEN o.id IS NULL THEN 'failed' WHEN o.sent IS NOT NULL THEN 'sent' WHEN o.given_up IS NOT NULL THEN 'failed'
			WHEN o.unknown_since IS NOT NULL THEN 'unknown' ELSE 'waiting' END AS state
	FROM watch_messages m LEFT JOIN outbox o ON o.subject_id = m.id AND o.subject_kind = 'watch:' || m.channel`;

/** Every message that was ever queued, the oldest first. */
export async function readMessages(queries: Queries): Promise<MessageRecord[]> {
	const rows = await queries.rows<Row>(`${selection} ORDER BY m.round, m.queued, m.id`);
	return rows.map(({ about: _, doubted: __, message, ...row }) => ({
		...row,
		queued: Number(row.queued),
		title: (JSON.parse(message) as Message).title,
	}));
}

/** How many messages there are of each outcome. */
export async function countMessages(queries: Queries): Promise<Record<MessageState, number>> {
	const rows = await queries.rows<{ state: MessageState; count: number | string }>(
		`SELECT state, count(*) AS count FROM (${selection}) AS messages GROUP BY state`,
	);
	const counts = { sent: 0, waiting: 0, unknown: 0, failed: 0 };
	for (const { state, count } of rows) counts[state] = Number(count);
	return counts;
}

/** What each channel was told: by channel, then by subject, as of the last correction. */
export async function readEarlierNotices(queries: Queries): Promise<Map<string, Map<string, EarlierNotice>>> {
	const rows = await queries.rows<Pick<Row, 'channel' | 'subject' | 'about' | 'queued' | 'message'>>(
		'SELECT channel, subject, about, queued, message FROM watch_messages ORDER BY round, queued, id',
	);
	const earlierNotices = new Map<string, Map<string, EarlierNotice>>();
	for (const { channel, subject, about, queued, message } of rows) {
		const ofChannel = earlierNotices.get(channel) ?? new Map<string, EarlierNotice>();
		earlierNotices.set(channel, ofChannel);
		const { claims } = JSON.parse(message) as Message;
		const corrections = (ofChannel.get(about)?.corrections ?? 0) + (subject === about ? 0 : 1);
		ofChannel.set(about, { at: Number(queued), claims, corrections });
	}
	return earlierNotices;
}

/** Stores messages to a channel and queues their delivery. What the channel was told before is left out. */
export async function queueMessages(
	queries: Queries,
	{ channel, round, now }: { channel: string; round: number; now: number },
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
		if (stored.length === 0) continue;
		await queueDeliveries(queries, [{ kind: subjectKindOf(channel), id }], { occasion: message.kind, now });
		queued.push(message);
	}
	return queued;
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

/** The titles of messages to a channel whose outcome is unknown and that no later message has mentioned. */
export async function untoldDoubts(queries: Queries, channel: string): Promise<string[]> {
	const rows = await queries.rows<Row>(
		`SELECT * FROM (${selection} WHERE m.channel = $1) AS messages WHERE state = 'unknown'
			AND doubted >= (SELECT max(queued) FROM watch_messages WHERE channel = $1) ORDER BY queued`,
		[channel],
	);
	return rows.map(({ message }) => (JSON.parse(message) as Message).title);
}
