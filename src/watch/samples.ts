import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { openToRead } from '../database/open.ts';
import type { Message, NoticeKind } from './message.ts';
import { noticesFor } from './notices/notices.ts';
import { readChecks } from './round/check-inventories.ts';
import { judgeFleet } from './round/judge-fleet.ts';
import { takeFile } from './round/pull-inventories.ts';
import { situationOf, viewOf } from './round/tell.ts';
import type { TroubleFact } from './situation.ts';
import { readSources, type SourceRecord } from './state/sources.ts';
import type { Surroundings, WatchFile } from './watch-file.ts';

/** A sample of one kind of message, as a channel would get it today. */
export interface Sample {
	readonly channel: string;
	readonly kind: NoticeKind;
	/** Null if there is nothing of this kind to tell now. */
	readonly message: Message | null;
}

const exampleTrouble: TroubleFact = {
	subject: 'example',
	title: 'No inventory from @example for 4 days',
	sentences: ['This is an example: the newest inventory from @example is 4 days old.'],
	channel: null,
};

/** Samples of messages. Nothing is stored, pulled or sent. */
export async function sampleMessages(
	file: WatchFile,
	{ settings }: Pick<Surroundings, 'settings'>,
	{ catalog, now }: { catalog: Catalog; now: number },
): Promise<Sample[]> {
	const database = await openToRead(settings);
	try {
		const sources = await currentSources(file, database);
		const checks = database ? await readChecks(database, file).catch(() => new Map()) : new Map();
		const fleet = await judgeFleet(
			{ file, catalog: () => catalog, now: () => now, signal: new AbortController().signal },
			sources,
			checks,
		);
		// As if the watch had always run and told nothing yet.
		const more = {
			earlierNotices: new Map(),
			holdsMacs: new Set<string>(),
			trouble: [exampleTrouble],
			since: 0,
		};
		const situation = situationOf({ file }, fleet, more);
		return file.channels.flatMap((channel) => {
			const messages = noticesFor(situation, viewOf(channel, situation));
			return channel.tell.map((kind) => ({
				channel: channel.name,
				kind,
				message: messages.findLast((message) => message.kind === kind) ?? null,
			}));
		});
	} finally {
		await database?.close();
	}
}

/** The inventories of earlier rounds, and files as they are now. */
async function currentSources(
	{ inventories }: WatchFile,
	database: Database | null,
): Promise<Map<string, SourceRecord>> {
	const records = database ? await readSources(database).catch(() => new Map()) : new Map();
	for (const source of inventories) {
		if (source.connection !== null || records.has(source.name)) continue;
		const nothing = { taken: null, file: null, remembered: null, problem: null };
		records.set(source.name, { ...nothing, name: source.name, round: 0, tried: 0, ...takeFile(source) });
	}
	return records;
}
