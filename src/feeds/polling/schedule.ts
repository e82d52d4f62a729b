import type { Feed } from '../../learning/observation.ts';

const minute = 60_000;
const pauses: Record<Feed, number> = { apple: 5 * minute, sofa: 60 * minute, appledb: 60 * minute };
/** A vendor that is back must not stay unheard for hours: this is what brings news within minutes. */
const longest: Record<Feed, number> = { apple: 30 * minute, sofa: 360 * minute, appledb: 360 * minute };

/**
 * How long to leave a feed alone: its own pace, twice as long after every failure in a row, and a tenth more
 * or less by chance (`random` from 0 to 1), so that many installations do not all ask in the same second.
 */
export function pauseAfter(feed: Feed, failures: number, random: number): number {
	const grown = pauses[feed] * 2 ** Math.min(failures, 12);
	const pause = Math.min(grown, longest[feed]);
	return Math.round(pause * (0.9 + 0.2 * random));
}
