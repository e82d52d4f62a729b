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

/** A channel that answers 404 for a day no longer exists. */
const longestMissing = 86_400_000;

/** The channels that no longer exist, according to their services. Nothing is sent to them until their entry changes. */
export class PausedChannels {
	readonly #database: Database;
	readonly #log: Log;
	readonly #now: () => number;
	#records: Map<string, ChannelRecord> = new Map();

	constructor(database: Database, log: Log, now: () => number) {
		this.#database = database;
		this.#log = log;
		this.#now = now;
	}

	/** Reads what is recorded. A channel whose entry changed since is tried again. */
	async load(channels: readonly ChannelEntry[], mark: string): Promise<void> {
		this.#records = await readChannelRecords(this.#database);
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
					if (thrown instanceof Failure) await this.#note(entry, mark, thrown);
					throw thrown;
				}
				if (this.#records.has(entry.name)) await this.resume(entry.name);
			},
		};
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
