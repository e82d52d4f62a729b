import type { Observation, Reading } from '../../learning/observation.ts';
import type { FeedState } from './feed-store.ts';

/**
 * How far a feed can be relied on: `waiting` until its first answer, `stale` after a day without one, `frozen` when
 * it answers, but always the same.
 */
export type Freshness = 'waiting' | 'fresh' | 'stale' | 'frozen';

export const dayLong = 24 * 60 * 60 * 1000;
/** The vendor moves the expiry of its entries every few days; in two years the longest pause was five days. */
const longestStill = 10 * dayLong;

export function freshnessOf(state: FeedState, now: number): Freshness {
	// Who says "not changed" to everybody is not silent, however long it lasts.
	if (state.frozen) return 'frozen';
	if (isSilent(state, now, dayLong)) return 'stale';
	if (state.lastAnswer === null) return 'waiting';
	const still = state.feed === 'apple' && state.moved !== null && now - state.moved > longestStill;
	return still ? 'frozen' : 'fresh';
}

/** Asked and without an answer for that long. A feed that was never asked is not silent. */
export function isSilent(
	{ lastAnswer, firstTry }: Pick<FeedState, 'lastAnswer' | 'firstTry'>,
	now: number,
	time: number,
): boolean {
	const since = lastAnswer ?? firstTry;
	return since !== null && now - since > time;
}

/** Whether a feed says exactly what it said before, expiry dates included. */
export function isSameReading(before: Reading, after: Reading): boolean {
	return before === after || contentOf(before) === contentOf(after);
}

function contentOf({ observations, machines, lists, exploited }: Reading): string {
	const plain = ({ seenAt: _, ...rest }: Pick<Observation, 'seenAt'>) => rest;
	return JSON.stringify([observations.map(plain), machines.map(plain), lists, exploited]);
}
