import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type RunningMac, runningMac } from '@pointrelease/core/src/advice/standing/running-mac.ts';
import { showsRelease } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { Board } from '@pointrelease/core/src/catalog/catalog.ts';
import type { MacResult } from '../../fleet/judging/mac-result.ts';
import { assessAgain, macOfResult } from '../../fleet/report/judge-again.ts';
import { dayIn } from '../local-day.ts';
import type { EarlierNotice } from '../message.ts';
import type { ChannelView, Situation, WatchedMac } from '../situation.ts';

/** Macs with the same result: the same possible boards, on the same version. */
export interface MacKind {
	/** By the policy of the channel. */
	readonly result: MacResult;
	/** What runs, for each board that it may be; empty if the model or the version is not known. */
	readonly running: readonly { readonly board: Board; readonly mac: RunningMac }[];
	readonly macs: readonly WatchedMac[];
}

/** A channel, and the Macs that its notices are about. */
export interface Audience {
	readonly situation: Situation;
	readonly channel: ChannelView;
	readonly policy: Policy;
	readonly kinds: readonly MacKind[];
	/** How many Macs it has. */
	readonly macs: number;
	/** What it was told before, by subject. */
	readonly earlierNotices: ReadonlyMap<string, EarlierNotice>;
	/** The day on which the watch was first started. */
	readonly since: string;
}

const noEarlierNotices: ReadonlyMap<string, EarlierNotice> = new Map();

export function audienceOf(situation: Situation, channel: ChannelView): Audience {
	const { catalog } = situation;
	const policy = channel.policy ?? situation.policy;
	const macs = situation.macs.filter(
		({ groups }) => channel.group === null || groups[channel.group.column] === channel.group.value,
	);
	const kinds = Map.groupBy(macs, ({ result }) => result);
	return {
		situation,
		channel,
		policy,
		kinds: Array.from(kinds, ([judged, macs]) => {
			const again = channel.policy ? assessAgain(catalog, policy, judged) : null;
			const result = again ? ofChannel(again, judged) : judged;
			return { result, running: runningOf(situation, judged), macs };
		}),
		macs: macs.length,
		earlierNotices: situation.earlierNotices.get(channel.name) ?? noEarlierNotices,
		since: dayIn(situation.timeZone, situation.since),
	};
}

/** The result by the policy of a channel, with what does not depend on it: exceptions, and why a late Mac is late. */
function ofChannel(again: MacResult, judged: MacResult): MacResult {
	const { late_reason, late_words, late_step, late_evidence } = judged;
	const late = { late_reason, late_words, late_step, late_evidence };
	return { ...again, ...(again.meets_policy === false && late), exception: judged.exception ?? null };
}

function runningOf({ catalog, policy }: Situation, result: MacResult): MacKind['running'] {
	const { boards, installed } = macOfResult(catalog, result) ?? { boards: [], installed: null };
	return boards.flatMap((board) => {
		const mac = installed && runningMac(catalog, board, installed, policy.asOf);
		return mac && showsRelease(mac.versionStanding) ? [{ board, mac }] : [];
	});
}

export function countOf(kinds: readonly MacKind[]): number {
	return kinds.reduce((sum, { macs }) => sum + macs.length, 0);
}

export function macsOf(kinds: readonly MacKind[]): WatchedMac[] {
	return kinds.flatMap(({ macs }) => macs);
}

/** A value that is the same for all boards that a Mac may be; undefined if they differ, or if no board is known. */
export function agreedOn<T>(
	{ running }: MacKind,
	read: (candidate: MacKind['running'][number]) => T,
): T | undefined {
	const [first, ...others] = running.map(read);
	return others.every((other) => other === first) ? first : undefined;
}
