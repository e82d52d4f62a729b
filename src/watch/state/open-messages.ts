import type { Queries } from '../../database/database.ts';
import { type MessageRecord, readMessages } from './messages.ts';
import { readMoments, writeNote } from './notes.ts';

/** For how long a message that may have arrived needs a person, and a message that was given up may be told anew. */
const twoDays = 2 * 86_400_000;

/** A message, and whether it still needs the channel or a person. */
export interface OpenMessage extends MessageRecord {
	readonly isOpen: boolean;
}

/**
 * Every message to the channels, the oldest first. What was not delivered is open until it is:
 *
 * - `waiting`: always;
 * - `unknown`: until a later message or test succeeds, for two days at most;
 * - `failed` and `written`: until a later message, which names it, was sent.
 *
 * A person can settle what is open, but for what waits.
 */
export async function readOpenMessages(
	queries: Queries,
	channels: readonly { readonly name: string }[],
	now: number,
): Promise<OpenMessage[]> {
	const records = await readMessages(queries);
	const settled = await readMoments(queries, 'settled');
	const tested = await readMoments(queries, 'tested');
	const named = new Set(channels.map(({ name }) => name));
	const sent = records.filter(({ state }) => state === 'sent');
	const isOpen = ({ id, channel, state, since }: MessageRecord) => {
		if (state === 'sent' || !named.has(channel)) return false;
		if (state === 'waiting') return true;
		if (since <= (settled.get(channel) ?? 0)) return false;
		const later = sent.filter((other) => other.channel === channel && other.since >= since);
		if (state !== 'unknown') return !later.some(({ doubts }) => doubts.includes(id));
		return later.length === 0 && (tested.get(channel) ?? 0) < since && now - since <= twoDays;
	};
	return records.map((record) => ({ ...record, isOpen: isOpen(record) }));
}

/**
 * The given-up messages that the next round tells anew, if they are still true: a release as long as it is news, anything
 * else within two days.
 */
export function retriable(messages: readonly OpenMessage[], now: number): OpenMessage[] {
	return messages.filter(
		({ state, kind, since, queued, isOpen }) =>
			isOpen &&
			state === 'failed' &&
			(kind === 'release' || (now - since <= twoDays && now - queued <= 2 * twoDays)),
	);
}

const doubtWords: Readonly<Record<string, string>> = {
	unknown: 'An earlier message may not have arrived',
	failed: 'An earlier message did not arrive',
	written: 'An earlier message was only written to a file',
};

/** An earlier message of which the next one to its channel says that it did not arrive, or may not have. */
export interface Doubt {
	readonly id: string;
	readonly sentence: string;
}

/** What the next message to a channel says about earlier ones. */
export function doubtsOf(messages: readonly OpenMessage[], channel: string): Doubt[] {
	const lastQueued = Math.max(
		...messages.filter((other) => other.channel === channel).map(({ queued }) => queued),
	);
	return messages.flatMap((message) => {
		const { id, state, since, title, isOpen } = message;
		if (message.channel !== channel || !isOpen) return [];
		// A later message has said so already.
		if (state === 'unknown' && since < lastQueued) return [];
		const words = doubtWords[state];
		return words === undefined ? [] : [{ id, sentence: `${words}: “${title}”.` }];
	});
}

/** Settles what is open of a channel, but for what waits. Returns the titles. */
export async function settleChannel(
	queries: Queries,
	channel: { readonly name: string },
	now: number,
): Promise<string[]> {
	const open = (await readOpenMessages(queries, [channel], now)).filter(
		({ isOpen, state }) => isOpen && state !== 'waiting',
	);
	const newest = Math.max(now, ...open.map(({ since }) => since));
	await writeNote(queries, `settled:${channel.name}`, String(newest));
	return open.map(({ title }) => title);
}
