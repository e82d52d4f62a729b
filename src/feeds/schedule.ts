import type { Feed } from '../learning/observation.ts';

const minute = 60_000;
const pauses: Record<Feed, number> = { apple: 5 * minute, sofa: 60 * minute, appledb: 60 * minute };
const longestPause = 6 * 60 * minute;

/**
 * How long to leave a feed alone: its own pace, twice as long after every failure in a row, and a tenth more
 * or less by chance (`random` from 0 to 1), so that many installations do not all ask in the same second.
 */
export function pauseAfter(feed: Feed, failures: number, random: number): number {
	const grown = pauses[feed] * 2 ** Math.min(failures, 12);
	const pause = Math.min(grown, Math.max(longestPause, pauses[feed]));
	return Math.round(pause * (0.9 + 0.2 * random));
}
