import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { JudgedRecord } from '../fleet/history/exception.ts';
import type { Past } from '../fleet/history/trend.ts';
import type { MacResult } from '../fleet/judging/mac-result.ts';
import type { EarlierNotice, NoticeKind } from './message.ts';

/** Everything that a round knows when it decides what to tell: values only, no clock and no file. */
export interface Situation {
	/** Milliseconds since 1970. The day of the round is `policy.asOf`, in the time zone below. */
	readonly now: number;
	/** The zone that all days in messages are in; messages name it. */
	readonly timeZone: string;
	readonly catalog: Catalog;
	/** The policy that `macs` were judged by. */
	readonly policy: Policy;
	readonly policyName: string | null;
	readonly framework: Framework | null;
	readonly inventories: readonly CurrentInventory[];
	/** Every Mac of the current inventories, judged now. */
	readonly macs: readonly WatchedMac[];
	/** The Macs of a week ago; null if the history does not show that day. */
	readonly past: Past | null;
	/** Whether the list of exceptions could not be read. */
	readonly lacksExceptions: boolean;
	/** How many owned Macs are in no inventory; null if nobody can tell. */
	readonly notInInventory: number | null;
	/** What earlier rounds told: by channel, then by subject. */
	readonly earlierNotices: ReadonlyMap<string, ReadonlyMap<string, EarlierNotice>>;
	/** The channels with a message about Macs that waits: a later one would overtake it, and close what is not open yet. */
	readonly holdsMacs: ReadonlySet<string>;
	readonly trouble: readonly TroubleFact[];
	/** When the watch was first started: releases that came out before are not news. */
	readonly since: number;
	/** The address of the service's web page, without a slash at the end; null if the watch file names none. */
	readonly page: string | null;
}

/** The newest inventory of a source. */
export interface CurrentInventory {
	readonly name: string;
	/** When it was taken, in milliseconds; null if there is none yet. */
	readonly taken: number | null;
	/** Whether nothing of it is missing. */
	readonly whole: boolean;
	readonly macs: number;
	/** Why the last attempt to get a newer one failed, or why it cannot be read; null if neither is so. */
	readonly problem: string | null;
	/** Whether it cannot be read, so that its Macs are not among those of the round. */
	readonly isUnreadable: boolean;
	/** How it compares with its last whole round; null before it was read. */
	readonly check: InventoryCheck | null;
}

/** What a round found when it compared an inventory with its last whole round. Moments are milliseconds. */
export interface InventoryState {
	/** When it was whole for the last time. */
	readonly wholeAt: number;
	/** How many Macs it had then. */
	readonly of: number;
	/** How many of them it no longer lists. */
	readonly gone: number;
	/** Since when it is partial; null if it is whole. */
	readonly partialSince: number | null;
	/** How many Macs state a last contact, and how many of those were not seen in time. */
	readonly dated: number;
	readonly unseen: number;
	/** After how many days without a contact a Mac is not seen in time. */
	readonly unseenDays: number;
	/** The newest day on which one of its Macs was seen; null if none states a day that counts. */
	readonly newest: string | null;
	/** Since when half of its Macs were not seen in time, or too many are stale; null without either. */
	readonly unseenSince: number | null;
}

/** The state of an inventory, and the names of the Macs that it no longer lists while it is partial. */
export interface InventoryCheck extends InventoryState {
	readonly goneNames: readonly string[];
}

export interface WatchedMac {
	readonly name: string;
	readonly serial: string;
	/** The values of its row in the columns that channels group by. */
	readonly groups: Readonly<Record<string, string>>;
	/** Its owner, from a kept column; null without one. */
	readonly owner: string | null;
	/** Whether it was last seen longer ago than the report calls fresh (`stale_days`). */
	readonly isStale: boolean;
	/** Macs with the same answer share one object. */
	readonly result: MacResult;
	/** The verdict of the framework, if the watch file names one. */
	readonly verdict?: JudgedRecord;
}

/** Something that prevents the watch from working. */
export interface TroubleFact {
	/** The same while it lasts and another one when it comes back, such as `feeds:2026-11-18`. */
	readonly subject: string;
	/** `The feeds are stale`. */
	readonly title: string;
	readonly sentences: readonly string[];
	/** The Macs that it is about, for channels that allow names. */
	readonly names?: readonly string[];
	/** The channel that it is about, which is not told; null if all channels are told. */
	readonly channel: string | null;
}

/** What a channel wants to be told. */
export interface ChannelView {
	readonly name: string;
	readonly tell: readonly NoticeKind[];
	/** Its own policy, as of the day of the round; null for that of the round. */
	readonly policy: Policy | null;
	/** Only Macs whose row has the value in the column; null for all. */
	readonly group: { readonly column: string; readonly value: string } | null;
	/** The column by whose values its messages count Macs; null for none. */
	readonly groupBy: string | null;
	/** Whether names of Macs may be in its messages. */
	readonly names: boolean;
}

/** The columns that channels select and group Macs by. */
export function groupColumns(channels: readonly Pick<ChannelView, 'group' | 'groupBy'>[]): string[] {
	const columns = channels.flatMap(({ group, groupBy }) => [
		...(group === null ? [] : [group.column]),
		...(groupBy === null ? [] : [groupBy]),
	]);
	return [...new Set(columns)];
}
