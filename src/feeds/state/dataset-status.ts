import type { Catalog } from '../../catalog/catalog.ts';
import type { Feed } from '../../learning/observation.ts';
import type { FeedState } from './feed-store.ts';

/** After this long without an answer, data counts as stale, and the vendor's feed as silent. */
export const dayLong = 24 * 60 * 60 * 1000;

export interface FeedStatus {
	readonly feed: Feed;
	/** Moments, RFC 3339 in UTC; null for never. */
	readonly lastTry: string | null;
	readonly lastAnswer: string | null;
	/** Failures since the last answer. */
	readonly failures: number;
	/** The last failure in one line; null after an answer. */
	readonly problem: string | null;
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
	/** No feed has answered for a day although they are followed. */
	readonly stale: boolean;
	/** Why learnt data may be behind, in words for anybody; null when it is not. */
	readonly trouble: string | null;
}

export function statusOf(
	catalog: Catalog,
	states: readonly FeedState[],
	quarantine: number,
	following: boolean,
	now: number,
	trouble: string | null = null,
): DatasetStatus {
	const { dataVersion, changed } = catalog;
	return {
		...{ dataVersion, changed, following, quarantine, trouble },
		feeds: states.map(({ feed, lastTry, lastAnswer, failures, problem }) => ({
			feed,
			lastTry: momentOf(lastTry),
			lastAnswer: momentOf(lastAnswer),
			failures,
			problem,
		})),
		stale: following && states.length > 0 && states.every((state) => isSilent(state, now, dayLong)),
	};
}

/** Asked and without an answer for that long. A feed that was never asked is not silent. */
export function isSilent({ lastAnswer, firstTry }: FeedState, now: number, time: number): boolean {
	const since = lastAnswer ?? firstTry;
	return since !== null && now - since > time;
}

function momentOf(time: number | null): string | null {
	return time === null ? null : new Date(time).toISOString();
}
