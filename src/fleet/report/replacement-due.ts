import { addDays } from '@pointrelease/core/src/text/day.ts';
import type { MacResult } from '../judging/mac-result.ts';
import type { Judgment } from '../judging/memo.ts';

type End = Pick<MacResult, 'ended_on' | 'estimated_end' | 'last_major'>;

/** A Mac is due for replacement if support of its last major ends within so many days, or has ended. */
const daysAhead = 365;

export function isDue(mac: End, asOf: string): boolean {
	return endsBy(mac, addDays(asOf, daysAhead));
}

function endsBy(mac: End, day: string): boolean {
	const end = endOf(mac);
	return end !== null && end <= day;
}

/** Returns whether a Mac is due for replacement on a day. */
export function dueMacs(asOf: string): (judgment: Judgment) => boolean {
	const limit = addDays(asOf, daysAhead);
	return ({ answer }) => endsBy(answer!, limit);
}

/**
 * The day on which support of the last major ended, or the month in which that is expected; empty if it ended so long ago that
 * the day is unknown. A month sorts before its first day.
 */
export function endOf({ ended_on, estimated_end, last_major }: End): string | null {
	return ended_on ?? estimated_end ?? (last_major === null ? null : '');
}
