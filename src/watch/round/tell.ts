import { addDays } from '@pointrelease/core/src/text/day.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { ownerColumn } from '../../fleet/report/replacements.ts';
import type { Message } from '../message.ts';
import { noticesFor } from '../notices/notices.ts';
import {
	type ChannelView,
	groupColumns,
	type Situation,
	type TroubleFact,
	type WatchedMac,
} from '../situation.ts';
import { queueMessages } from '../state/messages.ts';
import { type Doubt, doubtsOf, type OpenMessage } from '../state/open-messages.ts';
import { type RoundRecord, reachStep } from '../state/rounds.ts';
import type { WatchFile } from '../watch-file.ts';
import type { JudgedFleet } from './judge-fleet.ts';
import type { Parts } from './parts.ts';

/** The situation that notices are made from. */
export function situationOf(
	{ file }: Pick<Parts, 'file'>,
	fleet: JudgedFleet,
	{
		earlierNotices,
		holdsMacs,
		trouble,
		since,
	}: Pick<Situation, 'earlierNotices' | 'holdsMacs' | 'since'> & { trouble: readonly TroubleFact[] },
): Situation {
	const { now, catalog, policy, inventories, notInInventory, past, lacksExceptions } = fleet;
	const staleBefore = addDays(policy.asOf, -fleet.head.stale_days);
	const columns = groupColumns(file.channels);
	return {
		now,
		catalog,
		policy,
		inventories,
		notInInventory,
		past,
		lacksExceptions,
		earlierNotices,
		holdsMacs,
		trouble,
		since,
		timeZone: file.timeZone,
		policyName: file.policyName,
		framework: file.framework,
		macs: fleet.macs.map((mac) => ({
			...watchedMac(mac, file.keep, columns),
			isStale: mac.seen !== null && mac.seen < staleBefore,
		})),
		page: file.page,
	};
}

const noGroups = {};

function watchedMac(
	mac: Mac,
	keep: readonly string[],
	columns: readonly string[],
): Omit<WatchedMac, 'isStale'> {
	const { name, serial, judgment, verdict } = mac;
	// Cells of a verdict may come before those of the kept columns.
	const cells = mac.keptCells.slice(mac.keptCells.length - keep.length);
	const groups =
		columns.length === 0
			? noGroups
			: Object.fromEntries(columns.map((column) => [column, cells[keep.indexOf(column)] ?? '']));
	const owner = ownerColumn(keep, null);
	const place = owner === null ? -1 : keep.indexOf(owner);
	return {
		name,
		serial,
		groups,
		owner: cells[place] || null,
		result: judgment.answer!,
		...(verdict && { verdict }),
	};
}

/** A channel as of the day of the round. */
export function viewOf(channel: ChannelView, { policy }: Pick<Situation, 'policy'>): ChannelView {
	return { ...channel, policy: channel.policy && { ...channel.policy, asOf: policy.asOf } };
}

/** Stores and queues the messages of a round, and records its step, in one transaction. */
export async function tell(
	parts: Parts,
	round: RoundRecord,
	situation: Situation,
	{ open, untold }: { open: readonly OpenMessage[]; untold: ReadonlySet<string> },
): Promise<void> {
	const { file, database, log, now } = parts;
	const messages = messagesFor(file, situation);
	await database.transaction(async (queries) => {
		for (const [channel, ofChannel] of messages) {
			const subjects = new Set(ofChannel.map(({ subject }) => subject));
			// A message that is told anew is not among those that did not arrive.
			const earlier = open.filter(({ id, subject }) => !untold.has(id) || !subjects.has(subject));
			const doubts = doubtsOf(earlier, channel);
			const [first, ...others] = ofChannel;
			const all = first ? [withDoubts(first, doubts), ...others] : [];
			const queued = await queueMessages(queries, { channel, round: round.number, now: now(), untold }, all);
			for (const { kind, subject } of queued) log.info('message queued', { channel, kind, subject });
		}
		await reachStep(queries, round, 'beat');
	});
}

function messagesFor({ channels }: WatchFile, situation: Situation): Map<string, Message[]> {
	return new Map(
		channels.map((channel) => [channel.name, noticesFor(situation, viewOf(channel, situation))]),
	);
}

/** Adds to a message what became of earlier ones. */
function withDoubts(message: Message, doubts: readonly Doubt[]): Message {
	if (doubts.length === 0) return message;
	return {
		...message,
		sentences: [...message.sentences, ...doubts.map(({ sentence }) => sentence)],
		doubts: doubts.map(({ id }) => id),
	};
}
