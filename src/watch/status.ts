import type { Queries } from '../database/database.ts';
import { readStates } from './round/check-inventories.ts';
import { recordsOf } from './round/pull-inventories.ts';
import { isOverdue } from './schedule.ts';
import type { InventoryState } from './situation.ts';
import { readChannelRecords } from './state/channels.ts';
import { readUnreadable } from './state/inventories.ts';
import type { MessageRecord, MessageState } from './state/messages.ts';
import { readOpenMessages } from './state/open-messages.ts';
import type { WatchPlan } from './state/plan.ts';
import { countRounds, lastRound, lastWholeRound, type RoundCounts } from './state/rounds.ts';
import { readSources, type SourceRecord } from './state/sources.ts';

/** What `watch status --json` prints. Moments are RFC 3339 in UTC. */
export interface WatchStatus {
	readonly last_whole_round: string | null;
	/** Whether the last whole round is older than it should be. */
	readonly overdue: boolean;
	readonly last_round: {
		readonly number: number;
		readonly cause: string;
		readonly started: string;
		readonly ended: string | null;
		readonly step: string;
		readonly whole: boolean | null;
		readonly counts: RoundCounts | null;
	} | null;
	/** How many there were in all. */
	readonly rounds: number;
	readonly inventories: readonly {
		readonly name: string;
		readonly taken: string | null;
		readonly problem: string | null;
		/** Since when it lists too few of the Macs of its last whole round; null if it is whole. */
		readonly partial: string | null;
		/** When it was whole for the last time, how many Macs it had then, and how many of them are gone. */
		readonly whole_at: string | null;
		readonly of: number | null;
		readonly gone: number | null;
		/** Since when half of its Macs were not seen in `late_days`, or too many are stale; null without either. */
		readonly unseen: string | null;
		/** Macs that state a last contact, those that were not seen in time, and the days after which they count as such. */
		readonly dated_macs: number | null;
		readonly unseen_macs: number | null;
		readonly unseen_days: number | null;
		readonly newest_contact: string | null;
	}[];
	readonly messages: readonly (Pick<
		MessageRecord,
		'channel' | 'kind' | 'subject' | 'state' | 'title' | 'problem'
	> & {
		readonly queued: string;
		/** Whether it still needs the channel or a person (`watch --settle`). */
		readonly open: boolean;
	})[];
	readonly channels: readonly {
		readonly name: string;
		readonly kind: string;
		/** Since when nothing is sent to it; null if it works. */
		readonly paused: string | null;
		readonly problem: string | null;
		/** When it got its last message; null if it got none. */
		readonly last_sent: string | null;
		/** Its open messages by outcome. */
		readonly waiting: number;
		readonly written: number;
		readonly unknown: number;
		readonly failed: number;
	}[];
}

/** What a place says of each trouble of an inventory: a command names the next command, the page does not. Moments are as in `WatchStatus`. */
interface TroubleCases<Said> {
	unread(problem: string): Said;
	/** Since `since` it lists `left` of the `of` Macs that it had on the day `wholeOn`. */
	partial(trouble: { since: string; left: number; of: number; wholeOn: string }): Said;
	/** Since `since`, `macs` of the `of` Macs with a last contact were not seen for `days` days. */
	unseen(trouble: { since: string; macs: number; of: number; days: number; newest: string | null }): Said;
}

/** What a place says of an inventory; empty if nothing is wrong with it. */
export function troubleOfInventory<Said>(
	inventory: WatchStatus['inventories'][number],
	say: TroubleCases<Said>,
): Said[] {
	const { problem, partial, whole_at, of, gone, unseen, dated_macs, unseen_macs, unseen_days } = inventory;
	const said: Said[] = [];
	if (problem !== null) said.push(say.unread(problem));
	if (partial !== null)
		said.push(say.partial({ since: partial, left: of! - gone!, of: of!, wholeOn: whole_at!.slice(0, 10) }));
	if (unseen !== null)
		said.push(
			say.unseen({
				since: unseen,
				macs: unseen_macs!,
				of: dated_macs!,
				days: unseen_days!,
				newest: inventory.newest_contact,
			}),
		);
	return said;
}

/** What is needed of the watch file, which the watch also notes for the service (`state/plan.ts`). */
type Planned = Pick<WatchPlan, 'every' | 'inventories'> & {
	readonly channels: readonly { readonly name: string; readonly kind: { readonly name: string } }[];
};

const momentOf = (milliseconds: number | null) =>
	milliseconds === null ? null : new Date(milliseconds).toISOString();

export async function readStatus(queries: Queries, file: Planned, now: number): Promise<WatchStatus> {
	const whole = await lastWholeRound(queries);
	const last = await lastRound(queries);
	const channels = await readChannelRecords(queries);
	const messages = await readOpenMessages(queries, file.channels, now);
	const sources = recordsOf(file, await readSources(queries));
	const states = await readStates(queries, file);
	const unreadable = await readUnreadable(queries, file);
	return {
		last_whole_round: momentOf(whole?.ended ?? null),
		overdue: isOverdue(file.every, whole?.ended ?? null, now),
		last_round: last && {
			number: last.number,
			cause: last.cause,
			step: last.step,
			whole: last.whole,
			counts: last.counts,
			started: new Date(last.started).toISOString(),
			ended: momentOf(last.ended),
		},
		rounds: await countRounds(queries),
		inventories: sources.map(({ problem, ...source }) =>
			inventoryStatus(
				{ ...source, problem: problem ?? unreadable.get(source.name) ?? null },
				states.get(source.name) ?? null,
			),
		),
		messages: messages.map(({ channel, kind, subject, state, title, problem, queued, isOpen }) => ({
			channel,
			kind,
			subject,
			state,
			title,
			problem,
			queued: new Date(queued).toISOString(),
			open: isOpen,
		})),
		channels: file.channels.map(({ name, kind }) => {
			const { paused = null, problem = null } = channels.get(name) ?? {};
			const own = messages.filter((message) => message.channel === name);
			const sent = own.filter(({ state }) => state === 'sent').map(({ since }) => since);
			const open = (wanted: MessageState) =>
				own.filter(({ state, isOpen }) => isOpen && state === wanted).length;
			return {
				name,
				kind: kind.name,
				paused: momentOf(paused),
				problem,
				last_sent: momentOf(sent.length === 0 ? null : Math.max(...sent)),
				waiting: open('waiting'),
				written: open('written'),
				unknown: open('unknown'),
				failed: open('failed'),
			};
		}),
	};
}

function inventoryStatus(
	{ name, taken, problem }: SourceRecord,
	state: InventoryState | null,
): WatchStatus['inventories'][number] {
	return {
		name,
		taken: momentOf(taken),
		problem,
		partial: momentOf(state?.partialSince ?? null),
		whole_at: momentOf(state?.wholeAt ?? null),
		of: state?.of ?? null,
		gone: state?.gone ?? null,
		unseen: momentOf(state?.unseenSince ?? null),
		dated_macs: state?.dated ?? null,
		unseen_macs: state?.unseen ?? null,
		unseen_days: state?.unseenDays ?? null,
		newest_contact: state?.newest ?? null,
	};
}
