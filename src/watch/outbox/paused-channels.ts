import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Channel } from '../../delivery/mail.ts';
import { Failure } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { ChannelEntry } from '../channels/channel-kind.ts';
import type { Envelope } from '../message.ts';
import {
	type ChannelRecord,
	readChannelRecords,
	removeChannelRecord,
	writeChannelRecord,
} from '../state/channels.ts';
import { readDoubts } from '../state/messages.ts';
import { readMoments } from '../state/notes.ts';

const minute = 60_000;
/** How long a channel rests after the first, second, ... message in a row of which nobody knows whether it arrived. */
const rests = [30 * minute, 120 * minute, 360 * minute, 1440 * minute];
/** A channel that answers 404 for a day no longer exists. */
const longestMissing = 86_400_000;

/** The channels that no longer exist, according to their services. Nothing is sent to them until their entry changes. */
export class PausedChannels {
	readonly #database: Database;
	readonly #log: Log;
	readonly #now: () => number;
	#records: Map<string, ChannelRecord> = new Map();
	/** Channels that left open whether a message arrived: how often since their last success, and when last. */
	#doubts: Map<string, { readonly count: number; readonly at: number }> = new Map();

	constructor(database: Database, log: Log, now: () => number) {
		this.#database = database;
		this.#log = log;
		this.#now = now;
	}

	/** Reads what is recorded. A channel whose entry changed since is tried again. */
	async load(channels: readonly ChannelEntry[], mark: string): Promise<void> {
		this.#records = await readChannelRecords(this.#database);
		this.#doubts = await readDoubts(this.#database);
		for (const start of ['settled', 'tested'] as const)
			for (const [name, moment] of await readMoments(this.#database, start))
				if (moment >= (this.#doubts.get(name)?.at ?? Number.POSITIVE_INFINITY)) this.#doubts.delete(name);
		const entries = new Map(channels.map((channel) => [channel.name, digestOf(channel, mark)]));
		for (const { name, entry } of [...this.#records.values()])
			if (entries.get(name) !== entry) await this.resume(name);
	}

	get paused(): ChannelRecord[] {
		return [...this.#records.values()].filter(({ paused }) => paused !== null);
	}

	isPaused(name: string): boolean {
		return (this.#records.get(name)?.paused ?? null) !== null;
	}

	/** Whether a channel rests: its next message would probably be in doubt, too, and would not be repeated. */
	isResting(name: string): boolean {
		const doubt = this.#doubts.get(name);
		if (!doubt) return false;
		const rest = rests[Math.min(doubt.count, rests.length) - 1]!;
		const passed = this.#now() - doubt.at;
		return passed >= 0 && passed < rest;
	}

	async resume(name: string): Promise<void> {
		this.#records.delete(name);
		await removeChannelRecord(this.#database, name);
	}

	/** The same channel, which pauses when its service says that it does not exist. */
	watched(entry: ChannelEntry, mark: string, channel: Channel<Envelope>): Channel<Envelope> {
		return {
			...channel,
			deliver: async (message, name, handOver) => {
				try {
					await channel.deliver(message, name, handOver);
				} catch (thrown) {
					if (thrown instanceof Failure && thrown.code === 'mail-unknown') this.#doubt(entry.name);
					if (thrown instanceof Failure) await this.#note(entry, mark, thrown);
					throw thrown;
				}
				this.#doubts.delete(entry.name);
				if (this.#records.has(entry.name)) await this.resume(entry.name);
			},
		};
	}

	#doubt(name: string): void {
		const { count = 0 } = this.#doubts.get(name) ?? {};
		this.#doubts.set(name, { count: count + 1, at: this.#now() });
	}

	async #note(channel: ChannelEntry, mark: string, { code, message }: Failure): Promise<void> {
		const { name } = channel;
		if (code !== 'channel-gone' && code !== 'channel-missing') return;
		const now = this.#now();
		const missingSince = Math.min(this.#records.get(name)?.missingSince ?? now, now);
		const isGone = code === 'channel-gone' || now - missingSince >= longestMissing;
		const record = {
			name,
			entry: digestOf(channel, mark),
			missingSince,
			paused: isGone ? now : null,
			problem: message,
		};
		await writeChannelRecord(this.#database, record);
		this.#records.set(name, record);
		if (isGone) this.#log.error('channel paused', { channel: name, problem: message });
	}
}

/** A digest that changes with the entry and the watch file. It does not reveal the secrets. */
function digestOf({ name, kind, texts, secrets }: ChannelEntry, mark: string): string {
	const revealed = Object.entries(secrets).map(([member, secret]) => [member, secret.reveal()]);
	const text = JSON.stringify([name, kind.name, texts, revealed, mark]);
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
