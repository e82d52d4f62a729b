import { pulledReleases } from '@pointrelease/core/src/advice/offered.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayTextAt, millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Feed, Observation, Reading } from '../../learning/observation.ts';
import { versionsAhead } from '../../learning/rules/versions-ahead.ts';
import { clockOff } from './feed-clock.ts';
import type { FeedState } from './feed-store.ts';

export interface FeedStatus {
	readonly feed: Feed;
	/** Moments, RFC 3339 in UTC; null for never. */
	readonly lastTry: string | null;
	readonly lastAnswer: string | null;
	/** Failures since the last answer. */
	readonly failures: number;
	/** The last failure in one line; null after an answer. */
	readonly problem: string | null;
	/** `off` with `FEEDS=off`. */
	readonly state: Freshness | 'off';
	/** When its answer last changed. */
	readonly moved: string | null;
	/** How many builds the next polls will ask for. */
	readonly pending: number;
	/** Members that its document always had and lacks now. */
	readonly lost: readonly string[];
}

/** Which data is served, and how fresh it is. */
export interface DatasetStatus {
	readonly dataVersion: string;
	/** When the data last changed. */
	readonly changed: string;
	/** False with `FEEDS=off`. */
	readonly following: boolean;
	readonly feeds: readonly FeedStatus[];
	/** Items that wait for a person. */
	readonly quarantine: number;
	/** Those items: what each is about, why it waits, and since when. */
	readonly heldItems: readonly HeldItem[];
	/** Releases that the vendor took off its list. */
	readonly pulled: readonly PulledRelease[];
	/** Versions that Apple's CVE records name before any feed lists them. */
	readonly ahead: readonly string[];
	/** The vendor's feed is followed and has not answered for a day, even if others have. */
	readonly stale: boolean;
	/** The vendor's feed answers, but always the same. */
	readonly frozen: boolean;
	/** Milliseconds that this machine's clock is ahead of those of the feeds; null if no feed sends a date. */
	readonly clockOff: number | null;
	/** Why learned data may be behind, in words for everybody; null if it is up to date. */
	readonly trouble: string | null;
}

/** A statement of a feed that is held for review by a person. */
export interface HeldItem {
	readonly subject: string;
	readonly reason: string;
	/** RFC 3339 in UTC. */
	readonly firstSeen: string;
}

export interface PulledRelease {
	readonly version: string;
	readonly pulledOn: string;
	/** The only boards it was pulled for; null for all. */
	readonly boards: readonly string[] | null;
}

export function statusOf(
	catalog: Catalog,
	{
		states,
		heldItems,
		following,
		now,
		trouble = null,
	}: {
		states: readonly FeedState[];
		heldItems: readonly HeldItem[];
		following: boolean;
		now: number;
		trouble?: string | null | undefined;
	},
): DatasetStatus {
	const { dataVersion, changed } = catalog;
	const [vendor] = states.filter(({ feed }) => feed === 'apple').map((state) => freshnessOf(state, now));
	return {
		dataVersion,
		changed,
		following,
		quarantine: heldItems.length,
		heldItems,
		trouble,
		ahead: versionsAhead(catalog, now),
		pulled: pulledReleases(catalog, dayTextAt(now)).map(({ release, pull }) => ({
			version: release.version,
			pulledOn: pull.on,
			boards: pull.boards && [...pull.boards],
		})),
		feeds: states.map((state) => ({
			feed: state.feed,
			lastTry: momentOf(state.lastTry),
			lastAnswer: momentOf(state.lastAnswer),
			failures: state.failures,
			problem: state.problem,
			state: following ? freshnessOf(state, now) : ('off' as const),
			moved: momentOf(state.moved),
			pending: state.pending,
			lost: following ? state.lost : [],
		})),
		stale: following && vendor === 'stale',
		frozen: following && vendor === 'frozen',
		clockOff: following ? clockOff(states, now) : null,
	};
}

function momentOf(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}

/**
 * How reliable a feed is: `waiting` until its first answer, `stale` after a day without an answer, `frozen` if its answer
 * never changes.
 */
export type Freshness = 'waiting' | 'fresh' | 'stale' | 'frozen';

/** The vendor moves the expiry of its entries every few days; in two years the longest pause was five days. */
const longestStill: Partial<Record<Feed, number>> = {
	apple: 10 * millisecondsOfDay,
	// The list of CVE records changes every few minutes; pauses of an hour are usual.
	cve: millisecondsOfDay / 4,
};

export function freshnessOf(state: FeedState, now: number): Freshness {
	// A feed that answers "not changed" to every request does answer: it is frozen, not silent.
	if (state.frozen) return 'frozen';
	if (isSilent(state, now, millisecondsOfDay)) return 'stale';
	if (state.lastAnswer === null) return 'waiting';
	const isStill =
		state.moved !== null && now - state.moved > (longestStill[state.feed] ?? Number.POSITIVE_INFINITY);
	return isStill ? 'frozen' : 'fresh';
}

/** Whether a feed was asked and has not answered for longer than `time`. A feed that was never asked is not silent. */
export function isSilent(
	{ lastAnswer, firstTry }: Pick<FeedState, 'lastAnswer' | 'firstTry'>,
	now: number,
	time: number,
): boolean {
	const since = lastAnswer ?? firstTry;
	return since !== null && now - since > time;
}

/** Whether two answers of a feed are the same, including expiry dates. */
export function isSameReading(before: Reading, after: Reading): boolean {
	return before === after || contentOf(before) === contentOf(after);
}

function contentOf({ observations, machines, lists, exploited, made }: Reading): string {
	const plain = ({ seenAt: _, ...rest }: Pick<Observation, 'seenAt'>) => rest;
	return JSON.stringify([observations.map(plain), machines.map(plain), lists, exploited, made]);
}
