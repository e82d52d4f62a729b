import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { Channel } from '../delivery/mail.ts';
import { isMailFile } from '../delivery/mail-folder.ts';
import { Failure } from '../process/failure.ts';
import type { ChannelEntry } from './channels/channel-kind.ts';
import type { Envelope, Message } from './message.ts';
import { removeChannelRecord } from './state/channels.ts';
import { writeNote } from './state/notes.ts';
import type { Surroundings, WatchFile } from './watch-file.ts';

/** What became of a test message. */
interface TestOutcome {
	readonly entry: ChannelEntry;
	/** The file that it was written to, because there is no mail server; null if it was sent. */
	readonly writtenTo: string | null;
}

/**
 * Sends a test message to a channel now. If it is accepted, a channel that was paused or rests is tried again. A service
 * gives its own database: two connections of a process would lock each other out.
 */
export async function testChannel(
	file: WatchFile,
	name: string,
	{ settings, now, ...shared }: Pick<Surroundings, 'settings'> & { now: number; database?: Database },
): Promise<TestOutcome> {
	const entry = channelNamed(file, name);
	const channel = entry.kind.open(entry, settings);
	const id = randomUUID();
	const place = channel.placeOf?.(id) ?? channel.place;
	const envelope = { id, queued: now, message: testMessage(file, id) };
	try {
		if (isMailFile(place)) {
			await deliver(channel, name, envelope);
			return { entry, writtenTo: place };
		}
		// Opened before anything is sent, because without it the outcome is lost.
		const database = shared.database ?? (await openDatabase(settings, { make: true, older: 'refuse' }));
		try {
			await deliver(channel, name, envelope);
			await removeChannelRecord(database, name);
			await writeNote(database, `tested:${name}`, String(await database.now()));
		} finally {
			if (!shared.database) await database.close();
		}
		return { entry, writtenTo: null };
	} finally {
		channel.close();
	}
}

async function deliver(channel: Channel<Envelope>, name: string, envelope: Envelope): Promise<void> {
	try {
		await channel.deliver(envelope, envelope.id, async () => {});
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const { code, message } = thrown;
		const outcome =
			code === 'mail-unknown' ? 'may not have got the test message' : 'did not accept the test message';
		throw new Failure(code, `the channel ${name} ${outcome}: ${message}`);
	}
}

/** A channel of the watch file. Throws a Failure that names those that there are. */
export function channelNamed({ channels }: Pick<WatchFile, 'channels'>, name: string): ChannelEntry {
	const entry = channels.find((channel) => channel.name === name);
	if (entry) return entry;
	const names = channels.map((channel) => channel.name).join(', ');
	throw new Failure(
		'no-such-channel',
		`the watch file has no channel ${JSON.stringify(name)}: expected ${names ? `one of ${names}` : 'one in "channels", which it does not have'}`,
	);
}

function testMessage({ timeZone, page }: WatchFile, id: string): Message {
	const subject = `test:${id}`;
	return {
		kind: 'trouble',
		subject,
		about: subject,
		facts: [],
		list: [],
		urgent: false,
		deadline: null,
		title: 'Test message of pointrelease watch',
		sentences: ['This channel works. Messages about your Macs will look like this one.'],
		link: page === null ? null : { title: 'Open the service', address: page },
		data: { test: true },
		claims: {},
		footer: `Days in messages are those of ${timeZone}.`,
	};
}
