import type { Feed } from '../../learning/observation.ts';
import type { PollingIntervals } from '../../settings/feed-settings.ts';

const second = 1000;
const minute = 60 * second;
/** A vendor that is back must not stay unheard for hours: this is what brings news within minutes. */
const longest: Record<Feed, number> = {
	apple: 30 * minute,
	sofa: 360 * minute,
	appledb: 360 * minute,
	kev: 360 * minute,
};
/** While there is more to ask for than fits into one poll. */
const backlogPause = minute;

export interface Asked {
	readonly feed: Feed;
	/** Failures in a row. */
	readonly failures: number;
	/** What is still to be asked for. */
	readonly pending: number;
}

/**
 * How long to leave a feed alone, in milliseconds: its own interval, twice as long after every failure in a row, and a
 * tenth more or less by chance (`random` from 0 to 1), so that many installations do not all ask in the same second.
 * The vendor is asked more often in the hours in which nearly all of its releases appear.
 */
export function pauseAfter(
	{ feed, failures, pending }: Asked,
	intervals: PollingIntervals,
	time: number,
	random: number,
): number {
	if (failures === 0 && pending > 0) return backlogPause;
	const usual = usualPause(feed, intervals, time);
	const grown = Math.min(usual * 2 ** Math.min(failures, 12), Math.max(usual, longest[feed]));
	const pause = Math.round(grown * (0.9 + 0.2 * random));
	return feed === 'apple' && failures === 0 ? Math.min(pause, untilBusy(intervals, time)) : pause;
}

function usualPause(
	feed: Feed,
	{ vendor, vendorBusy, others, busyHours }: PollingIntervals,
	time: number,
): number {
	if (feed !== 'apple') return others * second;
	return (isBusy(busyHours, new Date(time)) ? vendorBusy : vendor) * second;
}

/** Weekdays by the clock of UTC. */
function isBusy(hours: PollingIntervals['busyHours'], moment: Date): boolean {
	if (!hours || [0, 6].includes(moment.getUTCDay())) return false;
	const hour = moment.getUTCHours();
	return hour >= hours.from && hour < hours.to;
}

/** A pause that begins before the busy hours must not reach into them. */
function untilBusy({ busyHours }: PollingIntervals, time: number): number {
	if (!busyHours) return Number.POSITIVE_INFINITY;
	const begin = new Date(time);
	begin.setUTCHours(busyHours.from, 0, 0, 0);
	const pause = begin.getTime() - time;
	return pause > 0 && isBusy(busyHours, begin) ? pause : Number.POSITIVE_INFINITY;
}
